"""Leagues: listed, made on a form, joined with a code, one with what concerns whoever looks."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, TypeVar

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scuffle import registry
from scuffle_platform import league_table, leagues
from scuffle_platform.api.paging import pack_cursor, read_cursor
from scuffle_platform.auth import current_account, is_admin, required_account
from scuffle_platform.context import store
from scuffle_platform.problems import Problem, invalid
from scuffle_platform.store import Session, listing, sight
from scuffle_platform.store import leagues as rows
from scuffle_platform.store.leagues import Plan
from scuffle_platform.store.listing import Wanted
from scuffle_platform.store.models import Account, League, Replays, Visibility, now
from scuffle_platform.store.pages import leaderboards
from scuffle_platform.store.pages import leagues as read
from scuffle_platform.web.again import Again, again
from scuffle_platform.web.paging import LAST, with_args
from scuffle_platform.web.tournament_words import read_time

bp = Blueprint("leagues", __name__)

T = TypeVar("T")

TERM = timedelta(days=90)
"""What the form proposes."""
LINES = 15
"""Of the standings on one page; they, members and matches turn their pages apart."""
MATCHES = 8
MATES = 12
LISTED = 30
"""Leagues on one page of those that everybody may see."""


@bp.get("/leagues")
def leagues_page() -> str:
    """One's own leagues, and those that everybody may see."""
    account = current_account()
    with store().reading() as session:
        mine = read.of(session, account.id) if account else []
        own = {row.league.ladder_id for row in mine}
        others = [row for row in read.public(session) if row.league.ladder_id not in own]
    shown, turned = _turned(others, "page", LISTED)
    return render_template(
        "leagues.html", section="leagues", mine=mine, others=shown, other_pages=turned
    )


@bp.get("/leagues/new")
def new() -> str:
    """The form for a new one."""
    required_account()
    return _form(None)


@bp.post("/leagues")
def make() -> Again | Response:
    """Make one and go to its page."""
    account, asked = required_account(), request.form
    try:
        closes = read_time(asked.get("closes", ""))
        if closes is None:
            raise invalid("A league needs an end.", "Give a date and a time in UTC.")
        seen = Visibility.PUBLIC if asked.get("visibility") == "public" else Visibility.PRIVATE
        replays = Replays.AFTER_CLOSE if asked.get("replays") == "after-close" else Replays.AT_ONCE
        plan = Plan(asked.get("name", ""), seen, replays, closes)
        made = leagues.create(account, asked.get("game", ""), plan, is_admin=is_admin())
    except Problem as problem:
        return again(_form(problem), problem)
    return redirect(url_for("leagues.one", league_id=made), 303)


def _form(problem: Problem | None) -> str:
    return render_template(
        "league_new.html",
        section="leagues",
        problem=problem,
        games=registry.games(),
        chosen=request.values.get("game", ""),
        closes=request.form.get("closes", f"{now() + TERM:%Y-%m-%dT%H:00}"),
    )


@bp.get("/leagues/join")
def look() -> Again | str:
    """What one joins with a code, and what its owner may read then."""
    account = required_account()
    code = request.args.get("code", "")
    try:
        return _invitation(account, code)
    except Problem as problem:
        return _no_invitation(code, problem)


def _invitation(account: Account, code: str) -> str:
    with store().reading() as session:
        league = leagues.invited(session, account, code)
        return render_template(
            "league_join.html",
            section="leagues",
            problem=None,
            code=league.code,
            row=read.one(session, league.ladder_id),
            closed=sight.is_closed(league),
            member=rows.member(session, league.ladder_id, account.id),
        )


def _no_invitation(code: str, problem: Problem) -> Again:
    shown = {"section": "leagues", "code": code, "row": None}
    return again(render_template("league_join.html", problem=problem, **shown), problem)


@bp.post("/leagues/join")
def join() -> Again | Response:
    """Join, and go to the league's page."""
    code = request.form.get("code", "")
    try:
        joined = leagues.join(required_account(), code)
    except Problem as problem:
        return _no_invitation(code, problem)
    return _back(joined, "You are in. Now choose the bot that plays.")


@bp.get("/leagues/<league_id>")
def one(league_id: str) -> str:
    """One league."""
    return _page(league_id, None)


def _page(league_id: str, problem: Problem | None) -> str:
    account = current_account()
    with store().reading() as session:
        league = leagues.found(session, league_id, account, is_admin())
        runs = bool(account and (account.id == league.account_id or is_admin()))
        return render_template(
            "league.html",
            section="leagues",
            problem=problem,
            row=read.one(session, league.ladder_id),
            closed=sight.is_closed(league),
            runs=runs,
            me=account.id if account else "",
            **_mates(session, league, runs),
            **_standing(session, league),
            **_matches(session, league, account),
            **_membership(session, league, account),
        )


def _mates(session: Session, league: League, runs: bool) -> dict[str, Any]:
    found = read.members(session, league.ladder_id) if runs else []
    shown, turned = _turned(found, "members", MATES)
    return {"mates": shown, "mate_pages": turned}


def _turned(rows: Sequence[T], name: str, most: int) -> tuple[Sequence[T], dict[str, str | None]]:
    """One page of rows, by the number that ``name`` has in the address, and the next to it."""
    asked = request.args.get(name, 1, type=int)
    page = min(max(1, asked), max(1, -(-len(rows) // most)))
    first = (page - 1) * most
    pages = {
        "before": with_args(**{name: page - 1}) if page > 1 else None,
        "behind": with_args(**{name: page + 1}) if first + most < len(rows) else None,
    }
    return rows[first : first + most], pages


def _standing(session: Session, league: League) -> dict[str, Any]:
    rank = min(max(0, request.args.get("rank", 0, type=int)), LAST)
    found = leaderboards.standing(session, league.ladder_id, rank, LINES + 1)
    lines = found[:LINES]
    return {
        "lines": lines,
        "line_pages": {
            "before": with_args(rank=None) if rank else None,
            "behind": with_args(rank=lines[-1].rank) if len(found) > LINES else None,
        },
        "fit": leaderboards.newest_fit(session, league.ladder_id),
        "low": min((line.rating - line.plus_minus for line in lines), default=0),
        "high": max((line.rating + line.plus_minus for line in lines), default=1),
    }


def _matches(session: Session, league: League, account: Account | None) -> dict[str, Any]:
    viewer = account.id if account else None
    wanted = Wanted(ladder=league.ladder_id, viewer=viewer, sees_all=is_admin())
    place = read_cursor(request.args.get("after"))
    found = listing.matches(session, wanted, place, MATCHES + 1)
    shown, more = found[:MATCHES], len(found) > MATCHES
    return {
        "matches": shown,
        "newest": with_args(after=None) if place else None,
        "older": with_args(after=pack_cursor(shown[-1].created, shown[-1].id)) if more else None,
    }


def _membership(session: Session, league: League, account: Account | None) -> dict[str, Any]:
    """What a member chooses, and what was read of it."""
    if account is None or rows.member(session, league.ladder_id, account.id) is None:
        return {"member": False}
    able = leagues.own_choice(account, league)
    own = read.own_bots(session, account.id, league.ladder.game)
    return {
        "member": True,
        "own": [bot for bot in own if able(bot)],
        "plays": rows.entrant(session, league.ladder_id, account.id),
        "readings": rows.readings(session, account.id, league.ladder_id),
        "READ_LOG": rows.READ_LOG,
    }


@bp.post("/leagues/<league_id>/bot")
def choose(league_id: str) -> Again | Response:
    """A member says which bot plays."""
    bot = request.form.get("bot") or None
    try:
        leagues.enter(required_account(), league_id, bot)
    except Problem as problem:
        if problem.status == 404:
            raise
        return again(_page(league_id, problem), problem)
    said = "It plays from now on, with its newest version." if bot else "No bot of yours plays now."
    return _back(league_id, said)


@bp.post("/leagues/<league_id>/leave")
def leave(league_id: str) -> Response:
    """A member leaves."""
    leagues.leave(required_account(), league_id)
    flash("You have left the league.", "good")
    return redirect(url_for("leagues.leagues_page"), 303)


@bp.post("/leagues/<league_id>/code")
def renew(league_id: str) -> Response:
    """The owner makes a new code."""
    leagues.renew_code(required_account(), league_id, is_admin=is_admin())
    return _back(league_id, "There is a new code; the old one leads nowhere.")


@bp.post("/leagues/<league_id>/closes")
def close(league_id: str) -> Again | Response:
    """The owner says when it closes, or closes it now."""
    account, at_once = required_account(), "now" in request.form
    closes = None if at_once else read_time(request.form.get("closes", ""))
    try:
        if closes is None and not at_once:
            raise invalid("There was no time.", "Give a date and a time in UTC.")
        leagues.set_close(account, league_id, closes, is_admin=is_admin())
    except Problem as problem:
        if problem.status == 404:
            raise
        return again(_page(league_id, problem), problem)
    said = "Closed. The final is drawn up within a second." if at_once else "The time is changed."
    return _back(league_id, said)


@bp.post("/leagues/<league_id>/remove")
def remove(league_id: str) -> Response:
    """The owner removes a member."""
    name = request.form.get("name", "")
    leagues.remove(required_account(), league_id, name, is_admin=is_admin())
    return _back(league_id, f"{name} is no member any more.")


@bp.get("/leagues/<league_id>/table.csv")
def table(league_id: str) -> Response:
    """The owner's table as a file."""
    required_account()
    return league_table.table_file(league_id)


def _back(league_id: str, said: str) -> Response:
    flash(said, "good")
    return redirect(url_for("leagues.one", league_id=league_id), 303)
