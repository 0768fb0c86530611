"""Bots, their versions, and the bytes of both."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scuffle_platform.store.identifiers import new_id
from scuffle_platform.store.models.accounts import Account
from scuffle_platform.store.models.row import Hash, Id, Name, Row, now, word


class BotState(StrEnum):
    """What a bot is doing."""

    NEW = "new"
    ACTIVE = "active"
    BENCHED = "benched"
    RETIRED = "retired"
    DISABLED = "disabled"


class VersionStatus(StrEnum):
    """How far a version has come."""

    CHECKING = "checking"
    READY = "ready"
    REJECTED = "rejected"


class Blob(Row):
    """Bytes under their SHA-256: uploads, normalised sources, built programs."""

    __tablename__ = "blobs"

    hash: Mapped[str] = mapped_column(Hash, primary_key=True)
    data: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    size: Mapped[int]
    created: Mapped[datetime] = mapped_column(default=now)


class Bot(Row):
    """A bot of one account for one game. Its name is unique within the game."""

    __tablename__ = "bots"
    __table_args__ = (UniqueConstraint("game", "name_key"),)

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    game: Mapped[str] = mapped_column(Name, index=True)
    name: Mapped[str] = mapped_column(Name)
    name_key: Mapped[str] = mapped_column(Name)
    about: Mapped[str] = mapped_column(String(2000), default="")
    state: Mapped[BotState] = mapped_column(word(BotState), default=BotState.NEW, index=True)
    why: Mapped[str] = mapped_column(Text, default="")
    """Why it is benched or disabled and how it returns; empty otherwise."""
    active_version_id: Mapped[str | None] = mapped_column(Id)
    """No foreign key: versions point at bots, and a circle cannot be made in one go."""
    pinned: Mapped[bool] = mapped_column(default=False)
    """The owner activated a version by hand; newer ones do not replace it."""
    created: Mapped[datetime] = mapped_column(default=now)
    retired: Mapped[datetime | None]

    account: Mapped[Account] = relationship(lazy="joined")
    active_version: Mapped["Version | None"] = relationship(
        primaryjoin="foreign(Bot.active_version_id) == Version.id", viewonly=True
    )


class Version(Row):
    """One upload of a bot, never changed afterwards; numbered from 1."""

    __tablename__ = "versions"
    __table_args__ = (UniqueConstraint("bot_id", "number"),)

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    bot_id: Mapped[str] = mapped_column(ForeignKey("bots.id"), index=True)
    number: Mapped[int]
    status: Mapped[VersionStatus] = mapped_column(
        word(VersionStatus), default=VersionStatus.CHECKING, index=True
    )
    reason: Mapped[str] = mapped_column(Text, default="")
    """Why it was rejected, or what it waits for, in one sentence."""
    note: Mapped[str] = mapped_column(String(500), default="")
    created: Mapped[datetime] = mapped_column(default=now)
    decided: Mapped[datetime | None] = mapped_column(index=True)
    """When it became ready or rejected."""
    published: Mapped[datetime | None] = mapped_column(index=True)
    """Since when everybody may read and copy its source, as its owner wished."""
    withdrawn: Mapped[datetime | None]
    retired: Mapped[datetime | None]
    upload_name: Mapped[str] = mapped_column(String(255), default="")
    upload_hash: Mapped[str] = mapped_column(ForeignKey("blobs.hash"))
    """The bytes as uploaded."""
    source: Mapped[dict[str, Any]]
    """A ``scuffle.jobs.Program``: the normalised source; its hash is ``source_hash``."""
    source_hash: Mapped[str] = mapped_column(ForeignKey("blobs.hash"), index=True)
    program: Mapped[dict[str, Any] | None]
    """A ``scuffle.jobs.Program``: what matches ship; set when ready."""
    program_hash: Mapped[str | None] = mapped_column(ForeignKey("blobs.hash"))
    language: Mapped[str] = mapped_column(Name)
    toolchain: Mapped[str] = mapped_column(String(200), default="")
    size: Mapped[int]
    """Bytes as unpacked."""
    files: Mapped[int]
    biggest: Mapped[list[Any]] = mapped_column(default=list)
    """``[[name, bytes], …]``, the largest first."""
    warnings: Mapped[list[Any]] = mapped_column(default=list)
    check_steps: Mapped[list[Any]] = mapped_column(default=list)
    """``scuffle.jobs.CheckStep`` objects of the last reported check."""
    start_ms: Mapped[list[Any]] = mapped_column(default=list)
    our_faults: Mapped[int] = mapped_column(default=0)
    """How many attempts at the check failed by us."""
    check_due: Mapped[datetime | None]
    """When the check is tried again after our fault."""
    check_match_id: Mapped[str | None] = mapped_column(Id)
    """The unranked match against the sample bot that was part of the check."""

    bot: Mapped[Bot] = relationship()
