"""Ladders and who plays in them."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scuffle_platform.store.identifiers import new_id, new_secret
from scuffle_platform.store.models.row import Hash, Id, Name, Row, now, word


class LadderKind(StrEnum):
    """What a ladder is for; every game has exactly one open public ladder."""

    PUBLIC = "public"
    SEASON = "season"
    LEAGUE = "league"
    CUP = "cup"


class Visibility(StrEnum):
    """Who sees a ladder."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    PRIVATE = "private"


class Ladder(Row):
    """One ranking: a game, a rotation of formats, a time, entrants."""

    __tablename__ = "ladders"

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    game: Mapped[str] = mapped_column(Name, index=True)
    kind: Mapped[LadderKind] = mapped_column(word(LadderKind), default=LadderKind.PUBLIC)
    name: Mapped[str] = mapped_column(String(100))
    visibility: Mapped[Visibility] = mapped_column(word(Visibility), default=Visibility.PUBLIC)
    formats: Mapped[list[Any]]
    """``[{"num_players": n, "settings": {…}}, …]``, played in rotation."""
    opens: Mapped[datetime] = mapped_column(default=now)
    closes: Mapped[datetime | None]
    archived: Mapped[datetime | None]
    """Set when a newer epoch or season replaced it: no set is made from then on."""
    epoch: Mapped[int] = mapped_column(default=1)
    carries_id: Mapped[str | None] = mapped_column(Id)
    """The ladder whose last ratings this one began with: the season before."""
    rules_hash: Mapped[str] = mapped_column(String(64))
    secret: Mapped[str] = mapped_column(String(64), default=new_secret)
    """The key of its seeds; never shown."""
    paused: Mapped[bool] = mapped_column(default=False)
    """No set is made for it; what waits is played."""
    stale: Mapped[int] = mapped_column(default=0)
    """Counts results; a fit notes the value that it holds."""
    fitted: Mapped[int] = mapped_column(default=0)
    """The value of ``stale`` that the newest fit holds."""
    roster: Mapped[str] = mapped_column(Hash, default="")
    """Names who could play when the scheduler last looked; a change makes it stale."""
    sets_made: Mapped[int] = mapped_column(default=0)
    """Counts sets; picks the format in rotation and breaks the matchmaker's ties."""
    created: Mapped[datetime] = mapped_column(default=now)


class Entrant(Row):
    """A bot in a ladder."""

    __tablename__ = "entrants"

    ladder_id: Mapped[str] = mapped_column(ForeignKey("ladders.id"), primary_key=True)
    bot_id: Mapped[str] = mapped_column(ForeignKey("bots.id"), primary_key=True, index=True)
    joined: Mapped[datetime] = mapped_column(default=now)
    left: Mapped[datetime | None]
