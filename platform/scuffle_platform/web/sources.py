"""Sources: read on a page by whoever may, made public and taken back, copied."""

from dataclasses import dataclass

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WsgiResponse

from scuffle.door import DoorLimits
from scuffle.door.archive import read_archive
from scuffle.door.naming import named
from scuffle_platform import copies
from scuffle_platform.auth import current_account, required_account
from scuffle_platform.context import store
from scuffle_platform.readers import note_source
from scuffle_platform.store import publishing
from scuffle_platform.store import versions as rows
from scuffle_platform.store.models import Version, now
from scuffle_platform.web.bots import own_bot
from scuffle_platform.web.versions import found_version, readable_version

bp = Blueprint("sources", __name__)

MOST_SHOWN = 100_000
"""Bytes of one file that the page shows; the download has all of them."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of a version's source.

    Attributes:
        name: its path.
        size: bytes.
        text: what is shown of it; ``None``: it is no text.
        cut: whether there is more.
    """

    name: str
    size: int
    text: str | None
    cut: bool


@bp.get("/bots/<bot_id>/versions/<int:number>/files")
def read(bot_id: str, number: int) -> str:
    """The source on a page, one file at a time."""
    account = current_account()
    found, files = read_source(bot_id, number)
    chosen = request.args.get("file", found.source["entry"])
    if chosen not in files:
        abort(404, f"The source has no file '{named(chosen)}'.")
    return render_template(
        "source.html",
        section="games",
        version=found,
        bot=found.bot,
        own=bool(account and account.id == found.bot.account_id),
        public=publishing.is_public(found),
        names=sorted(files),
        file=_file(chosen, files[chosen]),
    )


def read_source(bot_id: str, number: int) -> tuple[Version, dict[str, bytes]]:
    """A version and its files, for whoever may read them; a league's owner's reading is noted.

    Raises:
        Problem: 401, 403 or 404.
    """
    with store().reading() as session:
        found = readable_version(session, bot_id, number)
        data = rows.blob(session, found.source_hash)
    if data is None:
        abort(404, "The bytes of this version are no longer kept.")
    note_source(found)
    return found, read_archive(data, DoorLimits())


def _file(name: str, data: bytes) -> File:
    shown = data[:MOST_SHOWN]
    text = None if b"\0" in shown else shown.decode("utf-8", "replace")
    return File(name, len(data), text, len(data) > MOST_SHOWN)


@bp.post("/bots/<bot_id>/versions/<int:number>/<any(publish, take_back):act>")
def change(bot_id: str, number: int, act: str) -> WsgiResponse:
    """The owner lets everybody read a version, or nobody any more."""
    with store().session() as session:
        own_bot(session, bot_id)
        found = found_version(session, bot_id, number)
        if act == "take_back":
            publishing.take_back(found)
            flash(f"Only you read version {number} now; copies that were made stay.", "good")
        elif publishing.publish(found, now()):
            flash(f"Everybody may read and copy version {number} now.", "good")
        else:
            flash(f"Version {number} is {found.status}; only a ready one can be public.", "warn")
    return redirect(url_for("versions.version", bot_id=bot_id, number=number), 303)


@bp.post("/bots/<bot_id>/versions/<int:number>/copy")
def copy(bot_id: str, number: int) -> WsgiResponse:
    """Make a bot of one's own of a public version, and have that checked."""
    account = required_account()
    with store().reading() as session:
        found = found_version(session, bot_id, number)
    version = copies.copy(account, found).version
    flash("Copied. It is checked like any upload; change it and upload it again.", "good")
    page = url_for("versions.version", bot_id=version.bot_id, number=version.number)
    return redirect(page, 303)
