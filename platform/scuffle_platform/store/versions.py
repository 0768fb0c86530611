"""Versions: taken in, found, activated, retired; and the bytes they are made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, joinedload

from scuffle.door import Upload
from scuffle.door.limits import NOTE_LENGTH
from scuffle_platform.names import written
from scuffle_platform.store import lifecycle
from scuffle_platform.store.models import Blob, Bot, BotState, Version, VersionStatus, now

DAY = timedelta(days=1)
BY_ITS_OWNER = "Its owner took it out of play."


@dataclass(frozen=True, slots=True)
class Sent:
    """An upload as it came: the file's name, its bytes, and its owner's word about it."""

    name: str
    data: bytes
    note: str = ""


def add(session: Session, bot: Bot, sent: Sent, upload: Upload) -> Version:
    """A new version of ``bot``, still to be checked.

    Args:
        session: a transaction that may write.
        bot: whose version it is.
        sent: the upload as it came.
        upload: what the door found in it.
    """
    last = session.scalar(select(func.max(Version.number)).where(Version.bot_id == bot.id)) or 0
    version = Version(
        bot=bot,
        number=last + 1,
        note=written(sent.note, NOTE_LENGTH),
        upload_name=sent.name[:255],
        upload_hash=put_blob(session, sent.data),
        source=upload.program.model_dump(mode="json"),
        source_hash=put_blob(session, upload.archive),
        language=upload.program.language,
        size=upload.size,
        files=upload.files,
        biggest=[list(pair) for pair in upload.biggest],
        warnings=list(upload.warnings),
    )
    session.add(version)
    session.flush()
    return version


def put_blob(session: Session, data: bytes) -> str:
    """Keep bytes under their SHA-256, once; gives the hash."""
    digest = sha256(data).hexdigest()
    if session.get(Blob, digest) is None:
        try:
            with session.begin_nested():
                session.add(Blob(hash=digest, data=data, size=len(data)))
        except IntegrityError:
            pass  # another upload brought the same bytes in this moment
    return digest


def blob(session: Session, digest: str) -> bytes | None:
    """The bytes of that hash."""
    return session.scalar(select(Blob.data).where(Blob.hash == digest))


def by_number(session: Session, bot_id: str, number: int) -> Version | None:
    """One version with its bot; there is none of a number that no column could hold."""
    if not 0 < number < 2**31:
        return None
    query = select(Version).where(Version.bot_id == bot_id, Version.number == number)
    return session.scalar(query.options(joinedload(Version.bot)))


def page(session: Session, bot_id: str, below: int | None, limit: int) -> Sequence[Version]:
    """A bot's versions, the newest first, from those numbered under ``below``."""
    query = select(Version).where(Version.bot_id == bot_id)
    if below is not None:
        query = query.where(Version.number < below)
    return session.scalars(query.order_by(Version.number.desc()).limit(limit)).all()


def lock_owner(session: Session, bot: Bot) -> None:
    """Let no other upload of the account in until this transaction ends."""
    session.execute(select(Bot.id).where(Bot.account_id == bot.account_id).with_for_update())


def waiting(session: Session, account_id: str) -> Version | None:
    """The version of an account whose check is not over."""
    query = (
        select(Version)
        .join(Bot, Bot.id == Version.bot_id)
        .where(Bot.account_id == account_id, *_is_waiting())
        .options(joinedload(Version.bot))
    )
    return session.scalars(query.order_by(Version.created)).first()


def queue_position(session: Session, version: Version) -> int | None:
    """How many checks end before this one, plus one; ``None`` when it waits for nothing."""
    if version.status != VersionStatus.CHECKING or version.withdrawn:
        return None
    query = select(func.count()).where(*_is_waiting(), Version.created < version.created)
    return (session.scalar(query) or 0) + 1


def times_of_day(session: Session, bot_id: str) -> Sequence[datetime]:
    """When each version of the last 24 hours was uploaded, the oldest first."""
    query = select(Version.created).where(Version.bot_id == bot_id, Version.created > now() - DAY)
    return session.scalars(query.order_by(Version.created)).all()


def stored_bytes(session: Session, account_id: str) -> int:
    """The size of all different uploads of an account, in bytes."""
    hashes = (
        select(Version.upload_hash)
        .join(Bot, Bot.id == Version.bot_id)
        .where(Bot.account_id == account_id)
        .distinct()
    )
    return session.scalar(select(func.sum(Blob.size)).where(Blob.hash.in_(hashes))) or 0


def activate(version: Version) -> None:
    """Make a ready version the one that plays, until another is activated by hand."""
    lifecycle.activate(version)
    version.bot.pinned = True


def retire(session: Session, version: Version, why: str) -> None:
    """Take a version out of play for good; the newest other ready one takes its place, if any."""
    version.retired, version.reason = now(), why
    bot = version.bot
    if bot.active_version_id != version.id:
        return
    bot.pinned = False
    heir = session.scalar(
        select(Version)
        .where(Version.bot_id == bot.id, Version.status == VersionStatus.READY)
        .where(Version.retired.is_(None), Version.id != version.id)
        .order_by(Version.number.desc())
        .limit(1)
    )
    bot.active_version_id = heir.id if heir else None
    if heir is None and bot.state == BotState.ACTIVE:
        bot.state = BotState.NEW


def withdraw(version: Version) -> None:
    """The owner waits no longer for a check; its report will change nothing."""
    version.status, version.decided = VersionStatus.REJECTED, now()
    version.withdrawn = version.decided
    version.reason = "Withdrawn by its owner before the check ended."


def _is_waiting() -> tuple[Any, ...]:
    return Version.status == VersionStatus.CHECKING, Version.withdrawn.is_(None)
