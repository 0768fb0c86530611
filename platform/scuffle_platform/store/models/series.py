"""Series: many sets with a question."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scuffle.sequential import Answer
from scuffle_platform.store.identifiers import new_id, new_secret
from scuffle_platform.store.models.bots import Version
from scuffle_platform.store.models.row import Id, Name, Row, now, word


class SeriesStatus(StrEnum):
    """How far a series has come."""

    PLAYING = "playing"
    ENDED = "ended"
    STOPPED = "stopped"


class Series(Row):
    """Is the new version better than the old one? Its sets name it as their contest."""

    __tablename__ = "series"

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    game: Mapped[str] = mapped_column(Name)
    new_version_id: Mapped[str] = mapped_column(ForeignKey("versions.id"))
    old_version_id: Mapped[str] = mapped_column(ForeignKey("versions.id"))
    field: Mapped[list[Any]] = mapped_column(default=list)
    """Ids of the versions that both meet, by seat; none where the two meet each other."""
    settings: Mapped[dict[str, Any] | None]
    """What was asked for; ``None``: in turn what the ladder plays."""
    secret: Mapped[str] = mapped_column(String(64), default=new_secret)
    """The key of its seeds; never shown."""
    status: Mapped[SeriesStatus] = mapped_column(
        word(SeriesStatus), default=SeriesStatus.PLAYING, index=True
    )
    sentence: Mapped[str] = mapped_column(Text, default="")
    """What its state means, for people; how it ended, once it has."""
    answer: Mapped[Answer | None] = mapped_column(word(Answer))
    gains: Mapped[list[Any]] = mapped_column(default=list)
    """By set, without a gap, what the new one gained: points a match, -1 to 1."""
    counted: Mapped[int] = mapped_column(default=0)
    """How many of the gains the answer rests on."""
    gain: Mapped[float] = mapped_column(default=0.0)
    low: Mapped[float] = mapped_column(default=-1.0)
    high: Mapped[float] = mapped_column(default=1.0)
    created: Mapped[datetime] = mapped_column(default=now, index=True)
    ended: Mapped[datetime | None]
    deadline: Mapped[datetime]
    """When it has lasted too long and ends with what it has."""

    new: Mapped[Version] = relationship(foreign_keys=[new_version_id])
    old: Mapped[Version] = relationship(foreign_keys=[old_version_id])
