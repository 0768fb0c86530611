"""Series: asked on a form, watched on a page of their own, listed."""

import re
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scuffle import registry
from scuffle.sequential import MOST_SETS, judge
from scuffle_platform import series
from scuffle_platform.auth import current_account, is_admin, required_account
from scuffle_platform.context import store
from scuffle_platform.problems import Problem, invalid, not_found
from scuffle_platform.series import Named, Wish
from scuffle_platform.store import Session
from scuffle_platform.store.models import Bot, Series, SeriesStatus, VersionStatus
from scuffle_platform.store.pages import bots
from scuffle_platform.store.pages import series as read
from scuffle_platform.store.pages.series import Narrowed
from scuffle_platform.web import chart, settings_form
from scuffle_platform.web import series_words as words
from scuffle_platform.web.again import Again, again
from scuffle_platform.web.bots import own_bot
from scuffle_platform.web.paging import page_number, with_args

bp = Blueprint("series", __name__)

LISTED = 50
SETS = 25
"""Sets on one page."""
SCALE = 0.5
"""The ends of the drawn scale, points a match."""


@bp.get("/series")
def mine() -> str:
    """The series of the signed-in account, the newest first."""
    account = required_account()
    with store().reading() as session:
        rows = read.page(session, Narrowed(account=account.id), None, LISTED)
    return render_template("series_list.html", section="bots", rows=rows, words=words)


@bp.get("/series/<series_id>")
def one(series_id: str) -> str:
    """One series; the page looks again by itself until it has ended."""
    account = current_account()
    with store().reading() as session:
        found = read.one(session, series_id)
        if found is None:
            raise not_found("such series", "The page of a bot begins a new one.")
        played = read.played(session, series_id)[::-1]
        first = (page_number() - 1) * SETS
        return render_template(
            "series.html",
            series=found,
            words=words,
            live=found.status is SeriesStatus.PLAYING,
            own=bool(account and account.id == found.account_id),
            field=read.field(session, found),
            sets=played[first : first + SETS],
            newer=with_args(page=page_number() - 1) if first else None,
            older=with_args(page=page_number() + 1) if first + SETS < len(played) else None,
            most=MOST_SETS,
            drawn=_drawn(found),
            chart=_chart(found),
        )


def _drawn(found: Series) -> dict[str, float] | None:
    """Where mean and interval lie on a line of 100, the middle being no difference."""
    if not found.counted:
        return None
    places = {"low": found.low, "mid": found.gain, "high": found.high}
    return {name: 50 + 50 * max(-1, min(1, gain / SCALE)) for name, gain in places.items()}


def _chart(found: Series) -> chart.Chart | None:
    """Mean and interval after each set that counted; before the third they say nothing."""
    points = []
    for number in range(3, found.counted + 1):
        so_far = judge(found.gains[:number])
        points.append(chart.Point(number, so_far.gain, so_far.low, so_far.high, "gain"))
    return chart.draw(points)


@bp.get("/series/new")
def new() -> str:
    """The form for a new series about one of one's bots."""
    required_account()
    return _form(request.args.get("bot", ""), None)


@bp.post("/series")
def ask() -> Again | Response:
    """Begin a series and go to its page."""
    account = required_account()
    bot_id = request.form.get("bot", "")
    with store().reading() as session:
        game = own_bot(session, bot_id).game
    field = [(bot, None) for bot in request.form.getlist("also") if bot]
    try:
        new_one = (bot_id, _number(request.form.get("new", "")))
        old = _named(request.form.get("old", ""))
        wish = Wish(game, new_one, old, field, settings_form.read(request.form) or None)
        made = series.ask(account, wish)
    except Problem as problem:
        return again(_form(bot_id, problem), problem)
    return redirect(url_for("series.one", series_id=made.id), 303)


@bp.post("/series/<series_id>/stop")
def stop(series_id: str) -> Response:
    """The owner needs no answer any more."""
    series.stop(required_account(), series_id, is_admin=is_admin())
    flash("The series has ended; what was played stays.", "good")
    return redirect(url_for("series.one", series_id=series_id), 303)


def _form(bot_id: str, problem: Problem | None) -> str:
    with store().reading() as session:
        bot = own_bot(session, bot_id)
        return render_template(
            "series_new.html", section="bots", problem=problem, **_facts(session, bot)
        )


def _facts(session: Session, bot: Bot) -> dict[str, Any]:
    ready = [
        one
        for one in bots.versions(session, bot.id)
        if one.status == VersionStatus.READY and one.retired is None
    ]
    chosen = request.values.get("new", type=int) or (ready[0].number if ready else 0)
    before = [one.number for one in ready if one.number < chosen]
    rivals = [one for one in bots.rivals(session, bot.game, bot.account_id) if one.id != bot.id]
    first = rivals[0].id if rivals else ""
    sizes = registry.game(bot.game).players
    return {
        "bot": bot,
        "ready": ready,
        "chosen": chosen,
        "old": request.values.get("old") or (f"{bot.id}@{before[0]}" if before else first),
        "rivals": rivals,
        "more": range(1, max(sizes)) if max(sizes) > 2 else (),
        "fields": settings_form.fields(bot.game),
    }


def _number(word: str) -> int:
    """A version's number.

    Raises:
        Problem: the word is none; to take the active version instead would answer another question.
    """
    if not re.fullmatch(r"-?[0-9]{1,40}", word):
        raise invalid(f"'{word[:40]}' is no number of a version.", "Choose a version of the list.")
    return int(word)


def _named(word: str) -> Named:
    bot, at, number = word.partition("@")
    return bot, _number(number) if at else None
