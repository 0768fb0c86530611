"""A version: how its check goes, what it found, where the version stands."""

from urllib.parse import quote

from flask import Blueprint, Response, abort, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response as WsgiResponse

from scuffle_platform import leagues
from scuffle_platform.auth import current_account, required_account
from scuffle_platform.context import store
from scuffle_platform.problems import not_found
from scuffle_platform.readers import check_source, note_source
from scuffle_platform.store import Session, publishing
from scuffle_platform.store import versions as write
from scuffle_platform.store.bots import TRIALS
from scuffle_platform.store.models import Version, VersionStatus
from scuffle_platform.store.pages import bots as read
from scuffle_platform.web import uploads, version_way
from scuffle_platform.web.again import Again
from scuffle_platform.web.bots import own_bot
from scuffle_platform.web.version_changes import earlier

bp = Blueprint("versions", __name__)


@bp.get("/bots/<bot_id>/upload")
def upload(bot_id: str) -> str:
    """The form for a new version."""
    with store().reading() as session:
        bot = own_bot(session, bot_id)
    return render_template(
        "bot_new.html", section="bots", problem=None, bot=bot, **uploads.form_facts()
    )


@bp.post("/bots/<bot_id>/upload")
def take(bot_id: str) -> Again | WsgiResponse:
    """Take a new version in."""
    account = required_account()
    with store().reading() as session:
        own_bot(session, bot_id)
    return uploads.take(account, bot_id, *uploads.sent())


@bp.get("/bots/<bot_id>/versions/<int:number>")
def version(bot_id: str, number: int) -> str:
    """One version; the page looks again by itself until nothing more will change."""
    account = current_account()
    with store().reading() as session:
        found = found_version(session, bot_id, number)
        own = bool(account and account.id == found.bot.account_id)
        stands = version_way.standing(session, found)
        return render_template(
            "version.html",
            section="bots" if own else "games",
            version=found,
            bot=found.bot,
            own=own,
            steps=version_way.steps(session, found, stands, own),
            poll=version_way.poll_s(found, stands),
            rating=stands.rating,
            active=found.bot.active_version_id == found.id,
            public=publishing.is_public(found),
            trial=found.bot.why == TRIALS,
            earlier=earlier(session, found),
        )


def found_version(session: Session, bot_id: str, number: int) -> Version:
    """One version with its bot.

    Raises:
        Problem: 404.
    """
    # No database counts further; PostgreSQL and SQLite fail at being asked.
    found = read.version(session, bot_id, number) if number < 2**31 else None
    if found is None:
        raise not_found(f"version {number} of this bot", "The bot's page lists its versions.")
    return found


@bp.post("/bots/<bot_id>/versions/<int:number>/<any(activate, retire, withdraw):act>")
def change(bot_id: str, number: int, act: str) -> WsgiResponse:
    """The owner lets a version play, takes it out, or stops waiting for its check."""
    with store().session() as session:
        bot = own_bot(session, bot_id)
        found = found_version(session, bot_id, number)
        if act != "withdraw":
            leagues.check_open(session, bot)
        sentence = _change(session, found, act)
    flash(sentence, "good")
    return redirect(url_for("versions.version", bot_id=bot_id, number=number), 303)


def _change(session: Session, found: Version, act: str) -> str:
    if act == "activate" and found.status == VersionStatus.READY:
        write.activate(found)
        return f"Version {found.number} plays from now on, until you activate another."
    if act == "retire" and found.status == VersionStatus.READY:
        write.retire(session, found, write.BY_ITS_OWNER)
        return f"Version {found.number} plays no more."
    if act == "withdraw" and found.status == VersionStatus.CHECKING:
        write.withdraw(found)
        return f"Version {found.number} was withdrawn."
    return f"Version {found.number} is {found.status}, so there was nothing to do."


def readable_version(session: Session, bot_id: str, number: int) -> Version:
    """A version whose source whoever asks may read; of a public one that is everybody.

    Raises:
        Problem: 401, 403 or 404.
    """
    found = found_version(session, bot_id, number)
    check_source(session, found)
    return found


@bp.get("/bots/<bot_id>/versions/<int:number>/source")
def source(bot_id: str, number: int) -> Response:
    """The very bytes that were uploaded; for whoever may read them."""
    with store().reading() as session:
        found = readable_version(session, bot_id, number)
        data = write.blob(session, found.upload_hash)
    if data is None:
        abort(404, "The bytes of this version are no longer kept.")
    note_source(found)
    # Headers are Latin-1, and names are not.
    name = quote(found.upload_name or "upload", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    return Response(data, mimetype="application/octet-stream", headers=headers)
