"""What the operator reads: audit trail, alerts, workers; and answered requests."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scuffle_platform.store.identifiers import new_id
from scuffle_platform.store.models.row import Hash, Id, Name, Row, now, word


class WorkerState(StrEnum):
    """What a worker does."""

    WORKING = "working"
    IDLE = "idle"
    ENDING = "ending"
    NO_CAGE = "no-cage"
    QUARANTINED = "quarantined"
    GONE = "gone"


class Audit(Row):
    """Something that was done by hand."""

    __tablename__ = "audit"

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    at: Mapped[datetime] = mapped_column(default=now, index=True)
    account_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id"))
    """Who did it; ``None`` for the command line."""
    action: Mapped[str] = mapped_column(Name)
    subject: Mapped[str] = mapped_column(String(200), default="", index=True)
    detail: Mapped[dict[str, Any]] = mapped_column(default=dict)


class Alert(Row):
    """Something that an operator should look at."""

    __tablename__ = "alerts"

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    kind: Mapped[str] = mapped_column(Name, index=True)
    subject: Mapped[str] = mapped_column(String(200), index=True)
    sentence: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column(default=now)
    resolved: Mapped[datetime | None]
    told: Mapped[datetime | None]
    """When the operator's webhook took it."""


class Worker(Row):
    """The last card that a worker showed, copied from Redis by the scheduler."""

    __tablename__ = "workers"

    name: Mapped[str] = mapped_column(Name, primary_key=True)
    state: Mapped[WorkerState] = mapped_column(word(WorkerState))
    host: Mapped[str] = mapped_column(String(200), default="")
    queues: Mapped[list[Any]] = mapped_column(default=list)
    backend: Mapped[str] = mapped_column(Name, default="")
    layer: Mapped[str] = mapped_column(Name, default="")
    languages: Mapped[list[Any]] = mapped_column(default=list)
    """What it builds and plays."""
    plays: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    """What it plays once it is built; nothing, if it is older than that."""
    toolchains: Mapped[dict[str, Any]] = mapped_column(default=dict)
    start_ms: Mapped[dict[str, Any]] = mapped_column(default=dict)
    """By language, CPU time in which an empty program starts."""
    sentence: Mapped[str] = mapped_column(Text, default="")
    job: Mapped[str] = mapped_column(String(64), default="")
    seen: Mapped[datetime]
    since: Mapped[datetime | None]
    """When it was first seen, or last let back to work: what was before is not held against it."""
    drained: Mapped[datetime | None]
    """Since when it is to take nothing, by an administrator's wish."""
    quarantined: Mapped[datetime | None]
    """Since when it is to take nothing, as what it does is not believed."""
    why: Mapped[str] = mapped_column(Text, default="")
    """Why it is in quarantine, and what brings it back; else what is odd about it, if anything."""


class Pause(Row):
    """A game, or everything (``all``), of which nothing is started."""

    __tablename__ = "pauses"

    subject: Mapped[str] = mapped_column(Name, primary_key=True)
    since: Mapped[datetime] = mapped_column(default=now)
    until: Mapped[datetime | None]
    """When it ends by itself; ``None``: when an administrator resumes."""
    why: Mapped[str] = mapped_column(Text, default="")


class Heartbeat(Row):
    """When a part of the site was last at work."""

    __tablename__ = "heartbeats"

    part: Mapped[str] = mapped_column(String(16), primary_key=True)
    at: Mapped[datetime]


class IdempotencyKey(Row):
    """The answer once given to a POST, given again for the same key."""

    __tablename__ = "idempotency_keys"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    key: Mapped[str] = mapped_column(String(128), primary_key=True)
    request_hash: Mapped[str] = mapped_column(Hash)
    """SHA-256 of method, path and body: another request under the key is refused."""
    status: Mapped[int]
    answer: Mapped[dict[str, Any]]
    created: Mapped[datetime] = mapped_column(default=now, index=True)
