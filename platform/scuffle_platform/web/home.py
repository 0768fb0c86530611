"""Home: what this is, what is played now, and what needs whoever is signed in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WsgiResponse

from scuffle import registry
from scuffle.contract import View
from scuffle.registry import text_renderer
from scuffle_platform.auth import current_account
from scuffle_platform.context import store
from scuffle_platform.names import isolated
from scuffle_platform.secrecy import shown_replay
from scuffle_platform.store import Session
from scuffle_platform.store.models import BotState, Match, MatchStatus, VersionStatus, now
from scuffle_platform.store.pages import bots, community, leaderboards, matches, tournaments
from scuffle_platform.store.pages.bots import Owned
from scuffle_platform.web.leading import own_path
from scuffle_platform.web.results import failed
from scuffle_platform.web.samples import SAMPLE, position

bp = Blueprint("home", __name__, template_folder="templates")

TOP = 5
ON_NOW = 6
EXAMPLE = "virus-war"
NEWS = timedelta(days=14)
"""How long an announcement stands on the first page."""


@dataclass(frozen=True, slots=True)
class Featured:
    """How a match ended: the match, the view of its last step, the same as text.

    Before the first match there is none; an example position stands in.
    """

    match: Match | None
    game: str
    view: View
    text: str


def _featured(session: Session) -> Featured:
    """The newest ranked match that was won on the board and whose replay is kept."""
    for match in matches.recent(session, MatchStatus.FINISHED, 12):
        won = match.ranked and match.game in registry.games() and not failed(match)
        packed = matches.replay_bytes(session, match.id) if won else None
        if packed:
            *_, (_, view) = shown_replay(match, packed).frames()
            return Featured(match, match.game, view, text_renderer(match.game).render(view))
    example = position(EXAMPLE)
    return Featured(None, EXAMPLE, example.state, example.text)


@dataclass(frozen=True, slots=True)
class Need:
    """Something that waits for the signed-in person."""

    state: str
    sentence: str
    link: str
    label: str


@bp.get("/")
def home() -> str:
    """The first page."""
    account = current_account()
    with store().reading() as session:
        owned = bots.owned(session, account.id) if account else []
        return render_template(
            "home.html",
            games=registry.games(),
            tops=leaderboards.tops(session, TOP),
            **_on_now(session),
            tournaments=tournaments.under_way(session, 6),
            announced=community.announced_since(session, now() - NEWS),
            losses=matches.last_losses(session, account.id, 5) if account else [],
            owned=owned,
            here=sum(one.bot.state is not BotState.RETIRED for one in owned),
            mine={one.bot.id for one in owned},
            needs=[need for one in owned if (need := need_of(one))],
            sample=SAMPLE,
            featured=None if account else _featured(session),
        )


@bp.get("/now")
def on_now() -> str:
    """What is played right now, alone: the first page asks for it every few seconds."""
    with store().reading() as session:
        return render_template("now.html", **_on_now(session))


def _on_now(session: Session) -> dict[str, Sequence[Match]]:
    return {
        "playing": matches.recent(session, MatchStatus.PLAYING, ON_NOW),
        "finished": matches.recent(session, MatchStatus.FINISHED, ON_NOW),
    }


def need_of(one: Owned) -> Need | None:
    """What a bot wants of its owner, if anything; the most urgent thing only."""
    bot, newest, name = one.bot, one.newest, isolated(one.bot.name)
    page = url_for("bots.bot", bot_id=bot.id)
    if bot.state == BotState.RETIRED:
        return None
    if newest is None:
        return Need("new", f"{name} has no program yet.", page, "Upload one")
    shown = url_for("versions.version", bot_id=bot.id, number=newest.number)
    if newest.status == VersionStatus.REJECTED:
        words = f"{name} version {newest.number} was rejected."
        return Need("rejected", words, shown, "See why")
    if newest.status == VersionStatus.CHECKING and not newest.withdrawn:
        words = f"{name} version {newest.number} is being checked."
        return Need("checking", words, shown, "Watch")
    if bot.state in (BotState.BENCHED, BotState.DISABLED):
        return Need(bot.state.value, f"{name}: {bot.why or 'it does not play.'}", page, "Open")
    if one.faults:
        words = f"{name} version {newest.number} failed in {one.faults} of its matches."
        asked: dict[str, Any] = {"bot": bot.name, "version": newest.number, "verdict": "failed"}
        failed = url_for("games.matches", game_id=bot.game, **asked)
        return Need("failing", words, failed, "Look at them")
    return None


@bp.post("/theme")
def theme() -> WsgiResponse:
    """Choose light or dark colours, or the system's."""
    back = own_path(request.form.get("back", ""), url_for("home.home"))
    response: Response = redirect(back, 303)  # type: ignore[assignment]
    response.set_cookie(
        "theme",
        request.form.get("theme", ""),
        max_age=31_536_000,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return response
