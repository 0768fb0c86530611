"""Lists of matches, of one game and of all: every filter stands in the address."""

from typing import Any

from flask import Blueprint, render_template, request

from scuffle import registry
from scuffle_platform.api.paging import pack_cursor, read_cursor
from scuffle_platform.auth import current_account
from scuffle_platform.context import store
from scuffle_platform.reasons import REASONS
from scuffle_platform.store import Session, listing
from scuffle_platform.store.listing import Wanted
from scuffle_platform.store.models import HIDDEN, MatchKind, MatchStatus
from scuffle_platform.store.pages import bots
from scuffle_platform.web import games
from scuffle_platform.web.match_export import export_address
from scuffle_platform.web.match_filters import FAILED, Asked, asked
from scuffle_platform.web.paging import with_args
from scuffle_platform.web.words import VERDICTS

bp = Blueprint("match_lists", __name__)

PAGE = 20
"""Matches on one page: long names, too, must leave a list within its 30 kB."""
OUTCOMES = (
    ("win", "won by the bot"),
    ("loss", "lost by the bot"),
    ("draw", "drawn"),
    *REASONS.items(),
    ("forfeit", "a bot failed"),
)
FAILURES = (
    (FAILED, "any failure"),
    *((word, words) for word, words in VERDICTS.items() if word != "ok"),
)
OFTEN = ("game", "bot", "opponent", "outcome", "verdict", "kind", "mine")
"""The filters that the form shows at once; the others are closed until they are wanted."""


@games.bp.get("/games/<game_id>/matches", endpoint="matches")
def of_game(game_id: str) -> str:
    """A game's matches, filtered by what the address says."""
    return _list("game_matches.html", game_id, game=games.known_game(game_id))


@bp.get("/matches")
def of_all() -> str:
    """Matches of all games."""
    return _list("all_matches.html", None)


def _list(template: str, game_id: str | None, **facts: Any) -> str:
    with store().reading() as session:
        found = asked(session, request.args, game_id)
        place = read_cursor(request.args.get("after"))
        rows = listing.matches(session, found.wanted, place, PAGE + 1) if not found.unknown else []
        mine = _mine(session, found.wanted)
    shown, more = rows[:PAGE], len(rows) > PAGE
    return render_template(
        template,
        rows=shown,
        mine=mine,
        asked=found,
        first=with_args(after=None) if place else None,
        older=with_args(after=pack_cursor(shown[-1].created, shown[-1].id)) if more else None,
        cleared=request.path,
        left_out=found.left_out,
        export=export_address(found.wanted),
        **_form(found),
        **facts,
    )


def _mine(session: Session, wanted: Wanted) -> set[str] | None:
    """The bots from whose side the list tells each result."""
    if wanted.bot:
        return {wanted.bot}
    return bots.ids_of(session, wanted.account) if wanted.account else None


def _form(found: Asked) -> dict[str, Any]:
    given = {name for name, value in request.args.items() if value and name != "after"}
    kinds = [kind for kind in MatchKind if kind not in HIDDEN]
    if current_account():
        kinds.append(MatchKind.CHECK)
    return {
        "filtered": bool(given),
        "opened": bool(given - set(OFTEN)),
        "game_names": [(game.id, game.name) for game in registry.games().values()],
        "kinds": [(kind.value, kind.value) for kind in kinds],
        "states": [(status.value, status.value) for status in MatchStatus],
        "verdicts": FAILURES,
        "outcomes": OUTCOMES,
    }
