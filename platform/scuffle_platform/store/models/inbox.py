"""What people are told: notices of their own, announcements to everybody."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scuffle_platform.store.identifiers import new_id
from scuffle_platform.store.models.row import Id, Row, now, word


class NoticeKind(StrEnum):
    """What a notice is about."""

    READY = "ready"
    REJECTED = "rejected"
    FAULT = "fault"
    """A version failed for the first time."""
    BENCHED = "benched"
    """It was benched for failures, or plays again since those were taken back."""
    DISABLED = "disabled"
    SERIES = "series"
    OVERTAKEN = "overtaken"
    TOURNAMENT = "tournament"
    LEAGUE = "league"


class Notice(Row):
    """Something that happened to what is an account's, told to it once."""

    __tablename__ = "notices"
    __table_args__ = (
        UniqueConstraint("account_id", "key"),
        Index("ix_notices_account_created", "account_id", "created"),
        Index("ix_notices_account_read", "account_id", "read"),
    )

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"))
    kind: Mapped[NoticeKind] = mapped_column(word(NoticeKind))
    key: Mapped[str] = mapped_column(String(100))
    """Names the event; of each there is one notice at most."""
    about: Mapped[dict[str, Any]] = mapped_column(default=dict)
    """Ids and figures, no names: those are looked up when it is read, and may be erased."""
    created: Mapped[datetime] = mapped_column(default=now)
    read: Mapped[datetime | None]


class Announcement(Row):
    """What an administrator tells everybody."""

    __tablename__ = "announcements"

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    account_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id"))
    """Who wrote it; ``None``: somebody at the server's command line."""
    title: Mapped[str] = mapped_column(String(100))
    text: Mapped[str] = mapped_column(Text)
    """Markdown."""
    created: Mapped[datetime] = mapped_column(default=now, index=True)
    changed: Mapped[datetime | None]
