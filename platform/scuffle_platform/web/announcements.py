"""Announcements: read by everybody, as pages and as a feed; written by administrators."""

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WsgiResponse

from scuffle_platform import announcing
from scuffle_platform.auth import is_admin, required_account
from scuffle_platform.context import store
from scuffle_platform.operations import Hand, Refused
from scuffle_platform.problems import Problem, forbidden, invalid, not_found
from scuffle_platform.store import Session
from scuffle_platform.store.models import Announcement, now
from scuffle_platform.store.pages import community as read
from scuffle_platform.web import atom, markdown
from scuffle_platform.web.again import Again, again
from scuffle_platform.web.paging import page_number, with_args

bp = Blueprint("announcements", __name__, url_prefix="/community/announcements")

LISTED = 30


@bp.get("")
def every() -> str:
    """All of them by title."""
    number = page_number()
    with store().reading() as session:
        rows = read.announcements(session, number, LISTED + 1)
    return render_template(
        "announcements.html",
        section="community",
        rows=rows[:LISTED],
        newer=with_args(page=number - 1) if number > 1 else None,
        older=with_args(page=number + 1) if len(rows) > LISTED else None,
    )


@bp.get("/<announcement_id>")
def one(announcement_id: str) -> str:
    """One in full."""
    with store().reading() as session:
        found = _found(session, announcement_id)
    return render_template("announcement.html", section="community", one=found)


@bp.get("/new")
def new() -> str:
    """The form for a new one."""
    _administrator()
    return _form(None, None)


@bp.get("/<announcement_id>/edit")
def edit(announcement_id: str) -> str:
    """The form with one that is there."""
    _administrator()
    with store().reading() as session:
        return _form(_found(session, announcement_id), None)


@bp.post("")
def announce() -> Again | WsgiResponse:
    """Tell everybody."""
    return _write(None)


@bp.post("/<announcement_id>")
def change(announcement_id: str) -> Again | WsgiResponse:
    """Say it differently."""
    with store().reading() as session:
        return _write(_found(session, announcement_id))


def _write(known: Announcement | None) -> Again | WsgiResponse:
    account = _administrator()
    title, text = request.form.get("title", ""), request.form.get("text", "")
    try:
        with store().session() as session:
            hand = Hand(session, account, now())
            if known is None:
                made = announcing.announce(hand, title, text)
            else:
                made = announcing.change(hand, known.id, title, text)
    except Refused as error:
        problem = invalid(str(error), "Change it and send the form again.")
        return again(_form(known, problem), problem)
    return redirect(url_for("announcements.one", announcement_id=made.id), 303)


@bp.post("/<announcement_id>/withdraw")
def withdraw(announcement_id: str) -> WsgiResponse:
    """Tell it nobody any more."""
    account = _administrator()
    try:
        with store().session() as session:
            flash(announcing.withdraw(Hand(session, account, now()), announcement_id), "good")
    except Refused as error:
        raise invalid(str(error), "Look at the page Community again.") from None
    return redirect(url_for("community.community"), 303)


@bp.get("/feed.atom")
def feed() -> Response:
    """The newest as a feed for everybody."""
    with store().reading() as session:
        rows = read.announcements(session, 1, LISTED)
    items = [
        atom.Item(
            one.id,
            one.title,
            url_for("announcements.one", announcement_id=one.id, _external=True),
            one.created,
            markdown.words(one.text),
        )
        for one in rows
    ]
    page = url_for("announcements.every", _external=True)
    made = atom.feed("Scuffle: announcements", request.base_url, page, items, now())
    made.add_etag()
    made.make_conditional(request)
    return made


def _form(one: Announcement | None, problem: Problem | None) -> str:
    return render_template(
        "announcement_form.html",
        section="community",
        one=one,
        problem=problem,
        longest=announcing.LONGEST,
    )


def _found(session: Session, announcement_id: str) -> Announcement:
    found = session.get(Announcement, announcement_id)
    if found is None:
        raise not_found("such announcement", "The page Community has those that stand.")
    return found


def _administrator() -> str:
    """The account that asks, which runs the site."""
    account = required_account()
    if not is_admin():
        raise forbidden(
            "Announcements are made by administrators.", "Ask an organiser to announce it for you."
        )
    return account.id
