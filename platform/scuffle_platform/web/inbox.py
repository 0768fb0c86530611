"""Inbox: what happened to what is one's own, as a page and as a private feed."""

from datetime import UTC, datetime

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WsgiResponse

from scuffle_platform.api.paging import pack_cursor, read_cursor
from scuffle_platform.auth import current_account, required_account
from scuffle_platform.context import store
from scuffle_platform.problems import not_found
from scuffle_platform.store import OperationalError, inbox
from scuffle_platform.store.models import now
from scuffle_platform.store.pages.inbox import subjects
from scuffle_platform.web import atom, inbox_words
from scuffle_platform.web.paging import with_args

bp = Blueprint("inbox", __name__)

LISTED = 25


def unread() -> int:
    """How many notices the signed-in account has not read; for the header of every page."""
    account = current_account()
    if account is None:
        return 0
    try:
        with store().reading() as session:
            return inbox.unread(session, account.id)
    except OperationalError:
        # The page that says that the database is away has a header, too.
        return 0


@bp.get("/inbox")
def page() -> str:
    """The newest notices; they are unread until their reader says otherwise."""
    account = required_account()
    after = read_cursor(request.args.get("after"))
    with store().reading() as session:
        rows = inbox.page(session, account.id, after, LISTED + 1)
        shown = rows[:LISTED]
        known = subjects(session, shown)
    older = pack_cursor(shown[-1].created, shown[-1].id) if len(rows) > LISTED else None
    return render_template(
        "inbox.html",
        section="inbox",
        rows=[(one, inbox_words.line(one, known)) for one in shown],
        until=shown[0].created.isoformat() if shown else "",
        feed=url_for("inbox.feed", secret=account.feed, _external=True) if account.feed else "",
        newest=url_for("inbox.page") if after else None,
        older=with_args(after=older) if older else None,
        kept=(inbox.MOST, inbox.READ_AGE.days),
    )


@bp.get("/inbox/<notice_id>")
def open_(notice_id: str) -> WsgiResponse:
    """Go to what a notice is about; it counts as read from then on."""
    account = required_account()
    with store().session() as session:
        found = inbox.one(session, account.id, notice_id)
        if found is None:
            raise not_found("such notice of yours", "Your inbox lists those that are kept.")
        found.read = found.read or now()
        path = inbox_words.line(found, subjects(session, [found])).path
    return redirect(path, 303)


@bp.post("/inbox/read")
def read() -> WsgiResponse:
    """Take everything that was shown as read; what came since then stays unread."""
    account = required_account()
    with store().session() as session:
        inbox.read_until(session, account.id, _moment(request.form.get("until", "")), now())
    return redirect(url_for("inbox.page"), 303)


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return now()


@bp.post("/inbox/feed/<any(renew, end):act>")
def change_feed(act: str) -> WsgiResponse:
    """Give the feed an address that nobody knows yet, or let there be none."""
    account = required_account()
    with store().session() as session:
        {"renew": inbox.renew_feed, "end": inbox.end_feed}[act](session, account.id)
    return redirect(url_for("inbox.page") + "#feed", 303)


@bp.get("/feeds/<secret>.atom")
def feed(secret: str) -> Response:
    """An inbox as a feed, for whoever knows its address."""
    with store().reading() as session:
        account = inbox.feed_owner(session, secret)
        if account is None:
            raise not_found("such feed", "Its owner finds the present address in the inbox.")
        rows = inbox.page(session, account.id, None, LISTED)
        known = subjects(session, rows)
    items = []
    for one in rows:
        words = inbox_words.line(one, known)
        link = request.url_root.rstrip("/") + words.path
        items.append(atom.Item(one.id, words.sentence, link, one.created))
    here, page = request.base_url, url_for("inbox.page", _external=True)
    made = atom.feed(f"Scuffle: {account.name}", here, page, items, account.created)
    made.headers["X-Robots-Tag"] = "noindex"
    made.add_etag()
    made.make_conditional(request)
    return made
