"""Versions: uploaded, watched, fetched back, activated, retired."""

import time
from datetime import datetime
from threading import BoundedSemaphore
from typing import Annotated, Any
from urllib.parse import quote

from flask import Response
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from spectree.model_adapter.pydantic_adapter import BaseFile
from werkzeug.datastructures import FileStorage

from scuffle.door.limits import NOTE_LENGTH
from scuffle.jobs import CheckStep
from scuffle_platform import intake, leagues
from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.lookup import find_bot, find_version, own_bot, owns
from scuffle_platform.api.paging import PageQuery
from scuffle_platform.api.shapes import BotName, Shape, Word
from scuffle_platform.auth import required_account
from scuffle_platform.context import store
from scuffle_platform.problems import Problem, invalid
from scuffle_platform.readers import check_source, note_source
from scuffle_platform.store import Session, publishing, versions
from scuffle_platform.store.models import Version, VersionStatus

POLL_S = 0.25
_waiters = BoundedSemaphore(4)
"""Answers of one process that may wait at a time: each holds a thread that pages need too."""

Wait = Annotated[float, Field(ge=0, le=20, description="Seconds to wait for the check's end.")]


class VersionItem(Shape):
    """A version of a bot. What is for its owner alone is null for everybody else."""

    bot: str
    number: int
    status: VersionStatus
    active: bool = Field(description="Whether it is the version that plays.")
    public: bool = Field(description="Whether everybody may read and copy its source.")
    note: str
    hash: str = Field(description="SHA-256 of the normalised source.")
    language: str
    toolchain: str = Field(description="What built and runs it, once it was checked.")
    size: int = Field(description="Bytes as unpacked.")
    files: int
    created: datetime
    decided: datetime | None = Field(description="When it became ready or rejected.")
    withdrawn: datetime | None
    retired: datetime | None
    position: int | None = Field(description="Its place among the waiting checks, from 1.")
    reason: str | None = Field(description="Owner: why it was rejected or what it waits for.")
    warnings: list[str] | None = Field(description="Owner: what is worth a second look.")
    biggest: list[tuple[str, int]] | None = Field(description="Owner: the largest files, bytes.")
    steps: list[CheckStep] | None = Field(description="Owner: the check, step by step.")
    start_ms: list[float] | None = Field(description="Owner: CPU time of the three starts.")
    check_match: str | None = Field(description="Owner: the match of the check.")


class Uploaded(VersionItem):
    """An upload that was taken in."""

    joined: bool = Field(description="The same bytes were waiting already; this joined them.")


class VersionPage(Shape):
    """A bot's versions, the newest first."""

    items: list[VersionItem]
    next: str | None


class WaitQuery(BaseModel):
    """How long an answer may wait."""

    model_config = ConfigDict(extra="forbid")

    wait: Wait = 0


class UploadForm(BaseModel):
    """What is uploaded."""

    model_config = ConfigDict(extra="forbid")

    file: BaseFile = Field(description="A source file, or a zip or tar of a folder.")
    note: Annotated[str, StringConstraints(max_length=NOTE_LENGTH, pattern="^[^\0]*$")] = Field(
        "", description="The owner's word about it."
    )


class FirstForm(UploadForm):
    """What is uploaded, and for which bot."""

    name: BotName
    game: Word = Field(description="The id of the game that it plays.")


@endpoint("/bots/<bot>/versions", tag="versions")
def list_versions(bot: str, query: PageQuery) -> VersionPage:
    """A bot's versions, the newest first."""
    with store().reading() as session:
        found = find_bot(session, bot)
        rows = versions.page(session, found.id, _below(query.cursor), query.limit + 1)
        for row in rows:
            row.bot = found
        items = [_item(session, row) for row in rows[: query.limit]]
    more = len(rows) > query.limit
    return VersionPage(items=items, next=str(items[-1].number) if more else None)


@endpoint("/bots/<bot>/versions", tag="versions", method="POST", status=201, scope="submit")
def upload_version(bot: str, query: WaitQuery, form: UploadForm) -> Uploaded:
    """Upload a version; it is checked, and plays once it is ready.

    The door's checks are made at once, so a broken archive is refused here; the check itself is
    queued. With `wait` the answer comes when the check has ended or the seconds are over.
    """
    with store().reading() as session:
        bot_id = find_bot(session, bot).id
    taken = intake.take(required_account(), bot_id, *_file(form.file), form.note)
    return _uploaded(taken, query)


@endpoint("/versions", tag="versions", method="POST", status=201, scope="submit")
def upload_first_version(query: WaitQuery, form: FirstForm) -> Uploaded:
    """Make a bot with this upload as its first version; if that is refused, no bot is made."""
    name, data = _file(form.file)
    taken = intake.take_first(required_account(), form.game, form.name, name, data, form.note)
    return _uploaded(taken, query)


def _uploaded(taken: intake.Taken, query: WaitQuery) -> Uploaded:
    item = _wait(taken.version.bot_id, taken.version.number, query.wait)
    return Uploaded(**dict(item), joined=taken.joined)


@endpoint("/bots/<bot>/versions/<int(min=1):number>", tag="versions")
def get_version(bot: str, number: int, query: WaitQuery) -> VersionItem:
    """One version; with `wait` once its check has ended or the seconds are over."""
    with store().reading() as session:
        bot_id = find_bot(session, bot).id
    return _wait(bot_id, number, query.wait)


@endpoint(
    "/bots/<bot>/versions/<int(min=1):number>/source",
    tag="versions",
    media="application/octet-stream",
)
def get_source(bot: str, number: int) -> Response:
    """The bytes as uploaded; of a public version for everybody, without a token.

    Of any other for the owner, and whoever runs a league that the bot plays in, with `read`.
    """
    with store().reading() as session:
        version = find_version(session, find_bot(session, bot), number)
        check_source(session, version)
        data = versions.blob(session, version.upload_hash) or b""
    note_source(version)
    response = Response(data, mimetype="application/octet-stream")
    name = quote(version.upload_name or f"version-{number}", safe="")
    response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{name}"
    return response


@endpoint(
    "/bots/<bot>/versions/<int(min=1):number>/activate",
    tag="versions",
    method="POST",
    scope="submit",
)
def activate_version(bot: str, number: int) -> VersionItem:
    """Let a ready version play from now on, whatever is uploaded later."""
    with store().session() as session:
        version = find_version(session, own_bot(session, bot), number)
        if version.status != VersionStatus.READY or version.retired:
            raise Problem(
                409,
                "not-ready",
                f"Version {number} is {'retired' if version.retired else version.status}.",
                "Only a ready version that is not retired can play.",
            )
        leagues.check_open(session, version.bot)
        versions.activate(version)
        return _item(session, version)


@endpoint(
    "/bots/<bot>/versions/<int(min=1):number>/retire",
    tag="versions",
    method="POST",
    scope="submit",
)
def retire_version(bot: str, number: int) -> VersionItem:
    """Take a version out of play; one that is still checked is withdrawn."""
    with store().session() as session:
        version = find_version(session, own_bot(session, bot), number)
        if version.status == VersionStatus.CHECKING:
            versions.withdraw(version)
        else:
            leagues.check_open(session, version.bot)
            versions.retire(session, version, versions.BY_ITS_OWNER)
        return _item(session, version)


def _wait(bot_id: str, number: int, wait_s: float) -> VersionItem:
    """The version once its check has ended, or as it is when the time is over."""
    item = _look(bot_id, number)
    if not wait_s or not _waiters.acquire(blocking=False):
        return item
    try:
        deadline = time.monotonic() + wait_s
        while item.status == VersionStatus.CHECKING and time.monotonic() < deadline:
            time.sleep(POLL_S)
            item = _look(bot_id, number)
        return item
    finally:
        _waiters.release()


def _look(bot_id: str, number: int) -> VersionItem:
    with store().reading() as session:
        return _item(session, find_version(session, find_bot(session, bot_id), number))


def _file(sent: Any) -> tuple[str, bytes]:
    """Its name and bytes.

    Raises:
        Problem: 422, there was none, or more than one.
    """
    if isinstance(sent, list):
        raise intake.several_files(len(sent))
    if not isinstance(sent, FileStorage):
        raise invalid(
            "The field 'file' came without a file.", "Send the file itself, with its name."
        )
    return sent.filename or "", sent.stream.read()


def _below(cursor: str | None) -> int | None:
    if cursor is None:
        return None
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 10):
        raise invalid("The cursor is not one that a list gave out.", "Send 'next' unchanged.")
    return int(cursor)


def _item(session: Session, version: Version) -> VersionItem:
    mine = owns(version.bot)
    return VersionItem(
        bot=version.bot_id,
        number=version.number,
        status=version.status,
        active=version.bot.active_version_id == version.id,
        public=publishing.is_public(version),
        note=version.note,
        hash=version.source_hash,
        language=version.language,
        toolchain=version.toolchain,
        size=version.size,
        files=version.files,
        created=version.created,
        decided=version.decided,
        withdrawn=version.withdrawn,
        retired=version.retired,
        position=versions.queue_position(session, version),
        reason=version.reason if mine or version.retired else None,
        warnings=version.warnings if mine else None,
        biggest=[(name, size) for name, size in version.biggest] if mine else None,
        steps=[CheckStep.model_validate(step) for step in version.check_steps] if mine else None,
        start_ms=version.start_ms if mine else None,
        check_match=version.check_match_id if mine else None,
    )
