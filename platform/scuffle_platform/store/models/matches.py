"""Sets, matches, their seats, replays and logs."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scuffle.contract import Verdict
from scuffle_platform.store.identifiers import new_id
from scuffle_platform.store.models.accounts import Account
from scuffle_platform.store.models.bots import Bot, Version
from scuffle_platform.store.models.leagues import League
from scuffle_platform.store.models.row import Hash, Id, Name, Row, now, word


class MatchKind(StrEnum):
    """Why a match is played."""

    LADDER = "ladder"
    CHALLENGE = "challenge"
    SERIES = "series"
    TOURNAMENT = "tournament"
    CHECK = "check"
    HAND = "hand"
    PRACTICE = "practice"
    CANARY = "canary"
    """House bots, played to see whether a worker is fit; its ``worker`` is named beforehand."""


HIDDEN = (MatchKind.CHECK, MatchKind.CANARY)
"""What is on no list: a check is its owner's business, a canary the operator's."""


class MatchStatus(StrEnum):
    """How far a match has come."""

    QUEUED = "queued"
    PLAYING = "playing"
    FINISHED = "finished"
    VOID = "void"
    CANCELLED = "cancelled"


class MatchSet(Row):
    """All cyclic seat rotations of the same versions on one seed."""

    __tablename__ = "sets"
    __table_args__ = (
        Index("ix_sets_ladder_pairing", "ladder_id", "pairing"),
        Index("ix_sets_contest_pairing_number", "contest_id", "pairing", "number", unique=True),
    )

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    ladder_id: Mapped[str | None] = mapped_column(ForeignKey("ladders.id"))
    contest_id: Mapped[str | None] = mapped_column(Id)
    """The series or tournament it belongs to, as ``kind`` says; hence no foreign key."""
    kind: Mapped[MatchKind] = mapped_column(word(MatchKind))
    game: Mapped[str] = mapped_column(Name)
    pairing: Mapped[str] = mapped_column(Text)
    """The sorted version ids, joined by ``+``, then ``/`` and the format's key; in a contest its
    own word for the table."""
    number: Mapped[int] = mapped_column(default=0)
    """The set's index among those of its pairing, from 0; the seed follows from both."""
    seed: Mapped[str] = mapped_column(String(128))
    asked_by: Mapped[str | None] = mapped_column(ForeignKey("accounts.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    ended: Mapped[datetime | None]
    """When its last rotation ended; only then is the seed shown."""


class Match(Row):
    """One match: the truth about it, whatever the queue says."""

    __tablename__ = "matches"
    __table_args__ = (
        Index("ix_matches_ladder_status", "ladder_id", "status"),
        Index("ix_matches_game_created", "game", "created"),
        Index("ix_matches_kind_created", "kind", "created"),
        Index("ix_matches_status_created", "status", "created"),
    )

    id: Mapped[str] = mapped_column(Id, primary_key=True, default=new_id)
    set_id: Mapped[str | None] = mapped_column(ForeignKey("sets.id"), index=True)
    ladder_id: Mapped[str | None] = mapped_column(ForeignKey("ladders.id"))
    league_id: Mapped[str | None] = mapped_column(Id)
    """The league whose ladder or final it belongs to: who may see it, is that league's affair.

    No foreign key: SQLite cannot add one to a table that is there already. No index: nearly all
    are ``None``, and one would lead SQLite to read those."""
    kind: Mapped[MatchKind] = mapped_column(word(MatchKind))
    game: Mapped[str] = mapped_column(Name)
    settings: Mapped[dict[str, Any]]
    format_key: Mapped[str] = mapped_column(String(200), default="")
    """Settings and number of players as canonical text: what seat bias is kept by."""
    num_players: Mapped[int]
    seed: Mapped[str] = mapped_column(String(128))
    rotation: Mapped[int] = mapped_column(default=0)
    """By how many seats the set's order is rotated."""
    status: Mapped[MatchStatus] = mapped_column(word(MatchStatus), default=MatchStatus.QUEUED)
    sentence: Mapped[str] = mapped_column(Text, default="")
    """What its state means, for people."""
    ranked: Mapped[bool] = mapped_column(default=False)
    """Whether it counts for a rating: until it ends, as its ladder means it; then, as it came out,
    which may be without a result, or on a worker that cannot measure."""
    asked_by: Mapped[str | None] = mapped_column(ForeignKey("accounts.id"), index=True)
    created: Mapped[datetime] = mapped_column(default=now, index=True)
    started: Mapped[datetime | None]
    finished: Mapped[datetime | None] = mapped_column(index=True)
    deadline: Mapped[datetime | None]
    """When its present state has lasted too long."""
    attempts: Mapped[int] = mapped_column(default=0)
    worker: Mapped[str] = mapped_column(Name, default="")
    outcome: Mapped[dict[str, Any] | None]
    """``{"places", "scores", "reason"}`` by seat, as derived by the recorder."""
    steps: Mapped[int] = mapped_column(default=0)
    rules_hash: Mapped[str] = mapped_column(String(64), default="")
    engine: Mapped[str] = mapped_column(String(64), default="")
    actions_hash: Mapped[str] = mapped_column(Hash, default="")
    """SHA-256 of all actions: equal ones of the same versions and seats count once."""
    tags: Mapped[list[Any]] = mapped_column(default=list)
    fit_id: Mapped[str | None] = mapped_column(Id)
    """The first fit that holds it; the seats' sentences were made with it."""
    voided: Mapped[datetime | None]
    """When an administrator took its result back."""
    replaced_by_id: Mapped[str | None] = mapped_column(Id)
    """The match that is played in its stead; no foreign key, since it would point at itself."""
    replaces_id: Mapped[str | None] = mapped_column(Id)
    """The match that it stands in for."""

    origin_id: Mapped[str | None] = mapped_column(Id)
    """The match that it is played on from; its seed and settings are the same."""
    origin_step: Mapped[int | None]
    """How many of that match's steps it begins with."""

    seats: Mapped[list["SeatRow"]] = relationship(
        order_by="SeatRow.player", back_populates="match", lazy="selectin"
    )
    set: Mapped[MatchSet | None] = relationship()
    league: Mapped[League | None] = relationship(
        primaryjoin="foreign(Match.league_id) == League.ladder_id", viewonly=True
    )


class SeatRow(Row):
    """One seat of one match."""

    __tablename__ = "seats"
    __table_args__ = (
        Index("ix_seats_bot_match", "bot_id", "match_id"),
        Index("ix_seats_verdict_match", "verdict", "match_id"),
    )

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    player: Mapped[int] = mapped_column(primary_key=True)
    bot_id: Mapped[str | None] = mapped_column(ForeignKey("bots.id"))
    version_id: Mapped[str | None] = mapped_column(ForeignKey("versions.id"), index=True)
    account_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id"))
    """The person who plays by hand; ``None`` for a bot."""
    place: Mapped[int | None]
    score: Mapped[float | None]
    verdict: Mapped[Verdict | None] = mapped_column(word(Verdict))
    verdict_step: Mapped[int | None]
    detail: Mapped[str] = mapped_column(Text, default="")
    """For the owner only: what failed and what to do."""
    exit_code: Mapped[int | None]
    signal: Mapped[str | None] = mapped_column(String(16))
    cpu_ms: Mapped[float] = mapped_column(default=0.0)
    change: Mapped[float | None]
    """What the match changed in its version's rating, in Elo."""
    sentence: Mapped[str] = mapped_column(Text, default="")
    """The same in words."""

    match: Mapped[Match] = relationship(back_populates="seats")
    bot: Mapped[Bot | None] = relationship()
    version: Mapped[Version | None] = relationship()
    account: Mapped[Account | None] = relationship()

    @property
    def name(self) -> str:
        """Who sits there: the bot, or the account of the person who plays by hand."""
        if self.bot is not None:
            return self.bot.name
        return self.account.name if self.account is not None else f"player {self.player}"


class Replay(Row):
    """A finished match's replay, gzipped JSON; dropped after its time, its hash stays."""

    __tablename__ = "replays"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    data: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    hash: Mapped[str] = mapped_column(Hash)
    """SHA-256 of the uncompressed bytes."""
    size: Mapped[int]
    created: Mapped[datetime] = mapped_column(default=now, index=True)


class Log(Row):
    """One seat's log of one match, gzipped JSON lines; for its owner only."""

    __tablename__ = "logs"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    player: Mapped[int] = mapped_column(primary_key=True)
    bot_id: Mapped[str | None] = mapped_column(ForeignKey("bots.id"), index=True)
    data: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    requests: Mapped[int]
    created: Mapped[datetime] = mapped_column(default=now, index=True)
