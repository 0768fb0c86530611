"""Tournaments, who entered, and their meetings."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scuffle.tournament import Kind
from scuffle_platform.store.identifiers import new_id, new_secret
from scuffle_platform.store.models.accounts import Account
from scuffle_platform.store.models.bots import Bot, Version
from scuffle_platform.store.models.row import Id, Name, Row, now, word


class TournamentStatus(StrEnum):
    """How far a tournament has come."""

    OPEN = "open"
    PLAYING = "playing"
    ENDED = "ended"
    CANCELLED = "cancelled"


class Ending(StrEnum):
    """Why a meeting is decided."""

    PLAYED = "played"
    BYE = "bye"
    FORFEIT = "forfeit"


class Tournament(Row):
    """Entered until a time, then played to its end; its sets name it as their contest."""

    __tablename__ = "tournaments"

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    """The organiser's."""
    game: Mapped[str] = mapped_column(Name, index=True)
    name: Mapped[str] = mapped_column(String(100))
    kind: Mapped[Kind] = mapped_column(word(Kind))
    size: Mapped[int] = mapped_column(default=2)
    """How many sit at a table."""
    sets: Mapped[int] = mapped_column(default=2)
    """How many sets a table plays."""
    settings: Mapped[dict[str, Any] | None]
    """What was asked for; ``None``: in turn what the ladder plays."""
    ladder_id: Mapped[str | None] = mapped_column(ForeignKey("ladders.id"), index=True)
    """The ladder whose members play it, if it is one's final; who sees that sees this."""
    secret: Mapped[str] = mapped_column(String(64), default=new_secret)
    """The key of its seeds and of the draw; never shown."""
    status: Mapped[TournamentStatus] = mapped_column(
        word(TournamentStatus), default=TournamentStatus.OPEN, index=True
    )
    sentence: Mapped[str] = mapped_column(Text, default="")
    """Why it ended early, if it did."""
    entry_until: Mapped[datetime]
    created: Mapped[datetime] = mapped_column(default=now, index=True)
    started: Mapped[datetime | None]
    ended: Mapped[datetime | None]

    account: Mapped[Account] = relationship()


class Entry(Row):
    """A bot in a tournament; an account has one at most."""

    __tablename__ = "entries"
    __table_args__ = (
        Index("ix_entries_tournament_account", "tournament_id", "account_id", unique=True),
    )

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    bot_id: Mapped[str] = mapped_column(ForeignKey("bots.id"), primary_key=True, index=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"))
    version_id: Mapped[str | None] = mapped_column(ForeignKey("versions.id"))
    """What plays, from the start on, whatever becomes active later."""
    number: Mapped[int | None]
    """Its draw number from 1, the strongest first; ``None`` before the start."""
    place: Mapped[int | None]
    """From 1, shared by those who lost in the same round; ``None`` before the end."""
    joined: Mapped[datetime] = mapped_column(default=now)
    left: Mapped[datetime | None]
    """When it was withdrawn, or was found to be gone."""

    bot: Mapped[Bot] = relationship()
    version: Mapped[Version | None] = relationship()
    account: Mapped[Account] = relationship()


class Meeting(Row):
    """One table of a tournament, and what its matches came to so far."""

    __tablename__ = "meetings"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    """From 1."""
    number: Mapped[int] = mapped_column(primary_key=True)
    """From 0 within the round."""
    members: Mapped[list[Any]]
    """Draw numbers of who came to the table."""
    seated: Mapped[list[Any]]
    """Of those, who plays: in a bracket without whoever left."""
    ahead: Mapped[list[Any]]
    """``ahead[i][j]``: halves that the seated ``i`` took from ``j``."""
    firsts: Mapped[list[Any]]
    """By seated, how many matches it won alone."""
    ordered: Mapped[int] = mapped_column(default=0)
    """How many of its sets were made."""
    counted: Mapped[int] = mapped_column(default=0)
    """How many of them are counted, in their order."""
    ending: Mapped[Ending | None] = mapped_column(word(Ending))
    winner: Mapped[int | None]
    """In a bracket the draw number of who goes on; ``None`` if nobody does."""
