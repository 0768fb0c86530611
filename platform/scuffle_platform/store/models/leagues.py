"""Leagues: ladders that belong to somebody and have members."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scuffle_platform.store.models.accounts import Account
from scuffle_platform.store.models.ladders import Ladder
from scuffle_platform.store.models.row import Row, now, word


class Replays(StrEnum):
    """When replays of others may be watched."""

    AT_ONCE = "at-once"
    AFTER_CLOSE = "after-close"


class League(Row):
    """What a ladder is besides, if it is a league: whose it is, and how one joins."""

    __tablename__ = "leagues"

    ladder_id: Mapped[str] = mapped_column(ForeignKey("ladders.id"), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    """The owner's; an owner is no member by that."""
    code: Mapped[str] = mapped_column(String(16), unique=True)
    """Whoever has it may join; the owner reads it at any time, so it is kept as it is."""
    code_made: Mapped[datetime] = mapped_column(default=now)
    replays: Mapped[Replays] = mapped_column(word(Replays), default=Replays.AT_ONCE)
    final_id: Mapped[str | None] = mapped_column(ForeignKey("tournaments.id"))
    """The tournament that is its final, once that was drawn up."""

    ladder: Mapped[Ladder] = relationship(lazy="joined", innerjoin=True)
    account: Mapped[Account] = relationship()


class Member(Row):
    """An account in a league, or one that was."""

    __tablename__ = "members"

    ladder_id: Mapped[str] = mapped_column(ForeignKey("leagues.ladder_id"), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True, index=True)
    joined: Mapped[datetime] = mapped_column(default=now)
    left: Mapped[datetime | None]
    removed: Mapped[bool] = mapped_column(default=False)
    """By the owner; such a one comes back only with a code made since."""

    account: Mapped[Account] = relationship()
