"""Bots: an account's own, a new one, one with its history, two against each other."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scuffle import registry
from scuffle_platform import intake
from scuffle_platform.auth import current_account, required_account
from scuffle_platform.context import store
from scuffle_platform.names import isolated
from scuffle_platform.problems import Problem, forbidden, invalid, not_found
from scuffle_platform.store import Session, listing, publishing
from scuffle_platform.store import bots as write
from scuffle_platform.store.listing import Wanted
from scuffle_platform.store.models import Account, Bot, Match, Rating, Version
from scuffle_platform.store.pages import bots as read
from scuffle_platform.store.pages import leaderboards
from scuffle_platform.web import history, settings_form, uploads
from scuffle_platform.web.again import Again, again
from scuffle_platform.web.kept import kept
from scuffle_platform.web.repairs import Repair, repair_of

bp = Blueprint("bots", __name__)


@bp.get("/bots")
def mine() -> str:
    """The signed-in account's bots."""
    account = required_account()
    with store().reading() as session:
        owned = read.owned(session, account.id)
    return render_template("my_bots.html", section="bots", owned=owned)


@bp.get("/bots/new")
def new() -> str:
    """The form for a new bot and its first version."""
    required_account()
    return _new_form(None)


@bp.post("/bots/new")
def make() -> Again | Response:
    """Make a bot, and its first version if a program came along."""
    account = required_account()
    filename, data = "", b""
    try:
        filename, data = uploads.sent()
        game, name = request.form.get("game", ""), request.form.get("name", "")
        taken = intake.take_first(account, game, name, filename, data, uploads.note())
    except Problem as problem:
        return again(_new_form(problem, repair_of(problem, filename, data)), problem)
    return uploads.to_version(taken)


def _new_form(problem: Problem | None, repair: Repair | None = None) -> str:
    games = registry.games()
    return render_template(
        "bot_new.html",
        section="bots",
        problem=problem,
        games=games,
        chosen=asked if (asked := request.values.get("game")) in games else next(iter(games)),
        bot=None,
        **uploads.form_facts(repair),
    )


def _challenge(session: Session, found: Bot, account: Account | None) -> dict[str, Any]:
    """What its form needs; a game that is no longer installed can be played by nobody."""
    if account is None or found.game not in registry.games():
        return {"account_bots": [], "more_seats": (), "fields": []}
    formats = registry.game(found.game).ladder_formats
    return {
        "account_bots": read.rivals(session, found.game, account.id),
        "more_seats": range(2, max(one.num_players for one in formats)),
        "fields": settings_form.fields(found.game),
    }


@bp.get("/bots/<bot_id>")
def bot(bot_id: str) -> str:
    """One bot."""
    account = current_account()
    with store().reading() as session:
        found = found_bot(session, bot_id)
        ratings = read.ratings(session, bot_id)
        versions = read.versions(session, bot_id)
        rows = listing.matches(session, Wanted(bot=bot_id), None, 10)
        return render_template(
            "bot.html",
            bot=found,
            own=bool(account and account.id == found.account_id),
            public=bool(found.active_version and publishing.is_public(found.active_version)),
            **_challenge(session, found, account),
            versions=versions,
            history=_history(session, bot_id, versions, ratings),
            pers=history.PER,
            ratings=ratings,
            rating=ratings.get(found.active_version_id or ""),
            matches=rows,
            **_results(session, bot_id, ratings, rows),
            **_rank(session, found, ratings),
        )


def _rank(session: Session, found: Bot, ratings: dict[str, Rating]) -> dict[str, Any]:
    rating = ratings.get(found.active_version_id or "")
    if rating is None or rating.rank is None:
        return {"rank": None, "of": 0}
    return {"rank": rating.rank, "of": leaderboards.entrants(session, rating.ladder_id)}


def _results(
    session: Session, bot_id: str, ratings: dict[str, Rating], newest: Sequence[Match]
) -> dict[str, Any]:
    """What a bot's results come to, counted again once there are others."""
    records = sorted((one.version_id, one.wins, one.draws, one.losses) for one in ratings.values())
    played = [(match.id, match.status) for match in newest]

    def count() -> dict[str, Any]:
        return {
            "verdicts": read.verdicts(session, bot_id),
            "seats": read.by_seat(session, bot_id),
            "opponents": read.opponents(session, bot_id),
        }

    found = kept().get(bot_id, (records, played), count)
    # Names may change, and go with their account: they are not kept.
    return {"names": read.names(session, found["opponents"]), **found}


def _history(
    session: Session, bot_id: str, versions: Sequence[Version], ratings: dict[str, Rating]
) -> history.History:
    """A bot's rating over time, drawn again once there is another fit of it, or a version more."""
    asked = request.args.get("per", "fit")
    per = asked if asked in history.PER else "fit"
    records = sorted((one.version_id, one.games) for one in ratings.values())
    facts = (records, [(version.id, version.status) for version in versions])
    return kept().get(
        ("history", bot_id, per), facts, lambda: history.of_bot(session, bot_id, versions, per)
    )


def found_bot(session: Session, bot_id: str) -> Bot:
    """A bot.

    Raises:
        Problem: 404.
    """
    found = read.bot(session, bot_id)
    if found is None:
        raise not_found(f"bot '{bot_id}'", "Look at a leaderboard for the bots there are.")
    return found


def own_bot(session: Session, bot_id: str) -> Bot:
    """One of the signed-in account's bots.

    Raises:
        Problem: 401, 403 or 404.
    """
    account = required_account()
    found = found_bot(session, bot_id)
    if found.account_id != account.id:
        raise forbidden(f"{isolated(found.name)} is somebody else's bot.", "My Bots lists yours.")
    return found


@bp.post("/bots/<bot_id>/<any(bench, unbench, retire):act>")
def change(bot_id: str, act: str) -> Response:
    """The owner takes a bot out of play, back in, or out for good."""
    with store().session() as session:
        found = own_bot(session, bot_id)
        {"bench": write.bench, "unbench": write.unbench, "retire": write.retire}[act](found)
    words = {"bench": "sits on the bench", "unbench": "plays again", "retire": "has retired"}
    flash(f"{found.name} {words[act]}.", "good")
    return redirect(url_for("bots.mine" if act == "retire" else "bots.bot", bot_id=bot_id), 303)


@bp.get("/bots/<bot_id>/against/<other_id>")
def against(bot_id: str, other_id: str) -> str:
    """Two bots, head to head."""
    with store().reading() as session:
        one, other = found_bot(session, bot_id), found_bot(session, other_id)
        if one.game != other.game:
            raise invalid(
                f"{one.name} and {other.name} play different games.", "Choose two of one game."
            )
        wanted = Wanted(bot=bot_id, opponent=other_id)
        rows = listing.matches(session, wanted, None, 20)
        seats = read.by_seat_against(session, bot_id, other_id)
        return render_template(
            "against.html",
            one=one,
            other=other,
            seats=seats,
            total=read.summed(seats),
            versions=read.by_version(session, bot_id, other_id),
            matches=rows,
        )
