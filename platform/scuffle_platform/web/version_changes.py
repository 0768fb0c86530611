"""What changed from one version of a bot to another, for whoever may read both sources."""

from flask import Blueprint, abort, render_template, request

from scuffle.door.archive import read_archive
from scuffle.door.limits import ARTEFACT
from scuffle_platform import changes
from scuffle_platform.context import store
from scuffle_platform.problems import Problem, not_found
from scuffle_platform.readers import check_source, note_source
from scuffle_platform.store import Session
from scuffle_platform.store import versions as read
from scuffle_platform.store.models import Version
from scuffle_platform.store.pages import bots

bp = Blueprint("version_changes", __name__)


@bp.get("/bots/<bot_id>/versions/<int:number>/changes")
def page(bot_id: str, number: int) -> str:
    """The files that differ, line by line; ``since`` names the other version."""
    with store().reading() as session:
        new = _readable(session, bot_id, number)
        others = [one.number for one in _others(session, new)]
        if not others:
            raise not_found("other version to compare with", "Upload a second one first.")
        old = _readable(session, bot_id, _since(others, number))
        before, after = changes.paired(_files(session, old), _files(session, new))
    for version in (old, new):
        note_source(version)
    return render_template(
        "version_changes.html",
        bot=new.bot,
        old=old,
        new=new,
        others=others,
        changes=changes.compare(before, after),
        differing=changes.differing(before, after),
        unchanged=changes.unchanged(before, after),
    )


def earlier(session: Session, version: Version) -> int | None:
    """The version before, of those that whoever asks may read, if they may read this one."""
    if version.number == 1 or not _reads(session, version):
        return None
    numbers = [one.number for one in _others(session, version) if one.number < version.number]
    return max(numbers, default=None)


def _others(session: Session, version: Version) -> list[Version]:
    found = bots.versions(session, version.bot_id)
    return [one for one in found if one.id != version.id and _reads(session, one)]


def _reads(session: Session, version: Version) -> bool:
    try:
        check_source(session, version)
    except Problem:
        return False
    return True


def _since(others: list[int], number: int) -> int:
    """The version that is asked for, else the one before, else the one after."""
    asked = request.args.get("since", type=int)
    if asked in others:
        return asked
    return next((one for one in others if one < number), others[-1])


def _readable(session: Session, bot_id: str, number: int) -> Version:
    found = read.by_number(session, bot_id, number)
    if found is None:
        raise not_found(f"version {number} of this bot", "The bot's page lists its versions.")
    check_source(session, found)
    return found


def _files(session: Session, version: Version) -> dict[str, bytes]:
    """A version's files as they are built: without wrapper folders and what is ignored."""
    data = read.blob(session, version.source_hash)
    if data is None:
        abort(404, f"The bytes of version {version.number} are no longer kept.")
    return read_archive(data, ARTEFACT)
