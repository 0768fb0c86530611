"""Attempts: one run of a match, or of a version's check, by one worker. Kept for ever."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scuffle_platform.store.identifiers import new_id, new_secret
from scuffle_platform.store.models.row import Id, Name, Row, now, word


class AttemptStatus(StrEnum):
    """What became of an attempt."""

    QUEUED = "queued"
    RUNNING = "running"
    REPORTED = "reported"
    LOST = "lost"
    VOID = "void"
    REFUSED = "refused"


class Fault(StrEnum):
    """Whose fault an attempt's end was."""

    NONE = "none"
    BOT = "bot"
    OURS = "ours"
    WORKER = "worker"


class Attempt(Row):
    """One attempt: at a match when ``match_id`` is set, else at a check."""

    __tablename__ = "attempts"
    __table_args__ = (
        UniqueConstraint("match_id", "number"),
        UniqueConstraint("version_id", "number"),
    )

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    match_id: Mapped[str | None] = mapped_column(ForeignKey("matches.id"))
    version_id: Mapped[str | None] = mapped_column(ForeignKey("versions.id"))
    number: Mapped[int]
    job_id: Mapped[str] = mapped_column(String(64), unique=True)
    token: Mapped[str] = mapped_column(String(64), default=new_secret)
    status: Mapped[AttemptStatus] = mapped_column(
        word(AttemptStatus), default=AttemptStatus.QUEUED, index=True
    )
    worker: Mapped[str] = mapped_column(Name, default="")
    created: Mapped[datetime] = mapped_column(default=now)
    started: Mapped[datetime | None]
    ended: Mapped[datetime | None]
    lease: Mapped[datetime | None]
    """Until when its worker is believed alive; ``None`` before it was first seen."""
    why: Mapped[str] = mapped_column(Text, default="")
    fault: Mapped[Fault] = mapped_column(word(Fault), default=Fault.NONE)
    backend: Mapped[str] = mapped_column(Name, default="")
    evidence: Mapped[dict[str, Any]] = mapped_column(default=dict)
    """Wall and CPU time, host pressure, peak memory, exit, by name."""
    partial: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    """A replay of the steps taken before it failed, gzipped JSON."""
