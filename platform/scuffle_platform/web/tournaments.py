"""Tournaments: listed, held on a form, one with its entry, crosstable or bracket."""

from datetime import timedelta
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scuffle import registry
from scuffle.tournament import Kind
from scuffle_platform import tournaments
from scuffle_platform.auth import current_account, is_admin, required_account
from scuffle_platform.context import store
from scuffle_platform.numbers import whole_number
from scuffle_platform.problems import Problem, invalid, not_found
from scuffle_platform.store import Session, tournament_play
from scuffle_platform.store.models import Account, Bot, Tournament, TournamentStatus, now
from scuffle_platform.store.pages import bots
from scuffle_platform.store.pages import tournaments as read
from scuffle_platform.store.pages.tournaments import Narrowed
from scuffle_platform.store.tournaments import OPEN, SETS, Plan, least_of
from scuffle_platform.web import settings_form
from scuffle_platform.web import tournament_words as words
from scuffle_platform.web.again import Again, again
from scuffle_platform.web.paging import page_number, with_args

bp = Blueprint("tournaments", __name__)

LISTED = 50
TABLES = 25
"""Tables on one page of their list."""
ENTRANTS = 64
"""So many entrants are listed."""
ENTRY = timedelta(hours=24)
"""What the form proposes."""


@bp.get("/tournaments")
def tournaments_page() -> str:
    """Tournaments, those first that may still be entered."""
    game = request.args.get("game") or None
    with store().reading() as session:
        rows = read.page(session, Narrowed(game=game), None, LISTED)
    shown = sorted(rows, key=lambda one: list(TournamentStatus).index(one.status))
    return render_template(
        "tournaments.html", section="tournaments", rows=shown, words=words, game=game
    )


@bp.get("/tournaments/new")
def new() -> str:
    """The form for a new one."""
    required_account()
    return _form(None)


@bp.post("/tournaments")
def hold() -> Again | Response:
    """Hold one and go to its page."""
    account = required_account()
    try:
        made = _held(account)
    except Problem as problem:
        return again(_form(problem), problem)
    return redirect(url_for("tournaments.one", tournament_id=made), 303)


def _held(account: Account) -> str:
    asked = request.form
    until = words.read_time(asked.get("until", ""))
    if until is None:
        raise invalid("The entry needs an end.", "Give a date and a time in UTC.")
    kind = Kind(asked["kind"]) if asked.get("kind") in list(Kind) else Kind.ROUND_ROBIN
    plan = Plan(
        asked.get("game", ""),
        asked.get("name", ""),
        kind,
        _number("size", 2),
        _number("sets", SETS),
        settings_form.read(asked) or None,
    )
    return tournaments.hold(account, plan, until, is_admin=is_admin())


def _number(field: str, usual: int) -> int:
    """What a field of the form says; an unreadable one is no wish for the usual."""
    text = request.form.get(field, "").strip()
    if not text:
        return usual
    number = whole_number(text)
    if number is None:
        raise invalid(f"'{text[:20]}' is no whole number from 0.", "Give one in the digits 0 to 9.")
    return number


@bp.get("/tournaments/<tournament_id>")
def one(tournament_id: str) -> str:
    """One tournament; the page looks again by itself until it is over."""
    return _page(tournament_id, None)


@bp.post("/tournaments/<tournament_id>/enter")
def enter(tournament_id: str) -> Again | Response:
    """Enter the chosen bot."""
    account = required_account()
    try:
        tournaments.enter(account, tournament_id, request.form.get("bot", ""))
    except Problem as problem:
        return again(_page(tournament_id, problem), problem)
    return _back(tournament_id, "Entered. It plays with the version that is active at the start.")


@bp.post("/tournaments/<tournament_id>/withdraw")
def withdraw(tournament_id: str) -> Response:
    """Take the entry back."""
    tournaments.withdraw(required_account(), tournament_id)
    return _back(tournament_id, "Your bot is withdrawn.")


@bp.post("/tournaments/<tournament_id>/start")
def start(tournament_id: str) -> Response:
    """The organiser ends the entry."""
    tournaments.start(required_account(), tournament_id, is_admin=is_admin())
    return _back(tournament_id, "The entry has ended; the draw is made within a second.")


@bp.post("/tournaments/<tournament_id>/cancel")
def cancel(tournament_id: str) -> Response:
    """The organiser ends it without a result."""
    tournaments.cancel(required_account(), tournament_id, is_admin=is_admin())
    return _back(tournament_id, "Cancelled; what was played stays to be seen.")


def _back(tournament_id: str, said: str) -> Response:
    flash(said, "good")
    return redirect(url_for("tournaments.one", tournament_id=tournament_id), 303)


def _page(tournament_id: str, problem: Problem | None) -> str:
    account = current_account()
    with store().reading() as session:
        found = read.one(session, tournament_id)
        mine = account.id if account else None
        if found is None or not (is_admin() or read.visible(session, found, mine)):
            raise not_found("such tournament", "The page of tournaments lists them.")
        return render_template(
            "tournament.html",
            section="tournaments",
            one=found,
            words=words,
            problem=problem,
            live=found.status in OPEN,
            owns=bool(account and (account.id == found.account_id or is_admin())),
            **_standing(session, found),
            **_entry(session, found, account),
        )


def _standing(session: Session, found: Tournament) -> dict[str, Any]:
    """Who entered, what was played, and where everybody stands."""
    entries = read.entries(session, found.id)
    played = tournament_play.meetings(session, found.id)
    first = (page_number() - 1) * TABLES
    listed = played[first : first + TABLES]
    lines = tournament_play.lines_of(found, played, entries)
    in_bracket = found.kind is Kind.ELIMINATION and played
    return {
        "entries": sorted(entries, key=lambda entry: (entry.place or 1e9, entry.number or 1e9)),
        "most_entries": ENTRANTS,
        "least": least_of(found),
        "by_number": {entry.number: entry for entry in entries if entry.number},
        "state": words.state(found, entries, played),
        "progress": words.progress(found, entries, played) if played else (0, 1),
        "crosstable": words.crosstable(lines, played),
        "lines": lines,
        "bracket": words.bracket(found, entries, played) if in_bracket else [],
        "listed": listed,
        "matches": read.matches_of(session, found.id, listed),
        "newer": with_args(page=page_number() - 1) if first else None,
        "older": with_args(page=page_number() + 1) if first + TABLES < len(played) else None,
    }


def _entry(session: Session, found: Tournament, account: Account | None) -> dict[str, Any]:
    """What the signed-in account may enter, and has."""
    own: list[Bot] = []
    if account is not None:
        rivals = bots.rivals(session, found.game, account.id)
        own = [bot for bot in rivals if bot.account_id == account.id]
    entries = read.entries(session, found.id) if account else ()
    mine = next((each for each in entries if account and each.account_id == account.id), None)
    return {"own": own, "mine": mine, "can_enter": _is_open(found)}


def _is_open(found: Tournament) -> bool:
    open_now = found.status is TournamentStatus.OPEN and found.entry_until > now()
    return open_now and not found.ladder_id


def _form(problem: Problem | None) -> str:
    games = registry.games()
    chosen = request.values.get("game", "")
    chosen = chosen if chosen in games else next(iter(games))
    until = f"{now() + ENTRY:%Y-%m-%dT%H:00}"
    return render_template(
        "tournament_new.html",
        section="tournaments",
        problem=problem,
        games=games,
        chosen=games[chosen],
        kinds=words.KINDS,
        sets=request.form.get("sets", SETS),
        most_sets=tournaments.MOST_SETS,
        until=request.form.get("until", until),
        fields=settings_form.fields(chosen),
    )
