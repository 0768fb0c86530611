"""Fits and what they say of each version."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scuffle_platform.store.identifiers import new_id
from scuffle_platform.store.models.bots import Bot, Version
from scuffle_platform.store.models.row import Id, Row, now


class Fit(Row):
    """One fit over all ranked matches of a ladder; numbered from 1 within it."""

    __tablename__ = "fits"
    __table_args__ = (Index("ix_fits_ladder_number", "ladder_id", "number", unique=True),)

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    ladder_id: Mapped[str] = mapped_column(ForeignKey("ladders.id"))
    number: Mapped[int]
    created: Mapped[datetime] = mapped_column(default=now)
    matches: Mapped[int]
    """How many matches it holds."""
    biases: Mapped[list[Any]] = mapped_column(default=list)
    """``[{"format", "seat", "win_percent", "plus_minus", "matches"}, …]``."""


class Rating(Row):
    """What the newest fit says of a version."""

    __tablename__ = "ratings"
    __table_args__ = (Index("ix_ratings_ladder_rank", "ladder_id", "rank"),)

    ladder_id: Mapped[str] = mapped_column(ForeignKey("ladders.id"), primary_key=True)
    version_id: Mapped[str] = mapped_column(ForeignKey("versions.id"), primary_key=True, index=True)
    bot_id: Mapped[str] = mapped_column(ForeignKey("bots.id"), index=True)
    fit_id: Mapped[str] = mapped_column(ForeignKey("fits.id"))
    rank: Mapped[int | None]
    """From 1 among the active versions, by the lower end; ``None`` for the others."""
    rating: Mapped[float]
    """Elo, the house bot ``greedy`` is 1000; rounded to 0.01."""
    plus_minus: Mapped[float]
    """1.96 posterior standard deviations, Elo."""
    games: Mapped[int]
    wins: Mapped[int]
    draws: Mapped[int]
    losses: Mapped[int]

    bot: Mapped[Bot] = relationship()
    version: Mapped[Version] = relationship()
    fit: Mapped[Fit] = relationship()


class RatingPoint(Row):
    """A version's rating after a fit that held new matches of it."""

    __tablename__ = "rating_points"
    __table_args__ = (Index("ix_rating_points_bot_at", "bot_id", "at"),)

    fit_id: Mapped[str] = mapped_column(ForeignKey("fits.id"), primary_key=True)
    version_id: Mapped[str] = mapped_column(ForeignKey("versions.id"), primary_key=True)
    ladder_id: Mapped[str] = mapped_column(ForeignKey("ladders.id"), index=True)
    bot_id: Mapped[str] = mapped_column(ForeignKey("bots.id"))
    at: Mapped[datetime]
    rating: Mapped[float]
    plus_minus: Mapped[float]
    games: Mapped[int]
