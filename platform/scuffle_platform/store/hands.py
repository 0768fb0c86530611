"""Matches that people play by hand: made, found, counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle.hand import HANDS
from scuffle.registry import make
from scuffle_platform.store import abilities, sets, workers
from scuffle_platform.store.formats import format_key
from scuffle_platform.store.models import (
    Match,
    MatchKind,
    MatchSet,
    SeatRow,
    Version,
    WorkerState,
)
from scuffle_platform.store.origins import Origin

QUEUED_SENTENCE = "The board is being laid out."
CLOSED = "No board can be had now: the process that plays boards is not running."
RESTING = (
    "No board can be had now: the process that plays boards was told to take no more. What is "
    "being played goes on."
)
NO_CAGE = (
    "'{}' cannot be played by hand now: the process that plays boards has no cage, and people's "
    "bots play in nothing else."
)
NO_LANGUAGE = (
    "'{}' cannot be played by hand now: it is written in {}, which is not installed where boards "
    "are played."
)
TOGETHER = (
    "These bots cannot sit at one board now: none of the processes that play boards has the "
    "languages of all of them."
)


@dataclass(frozen=True, slots=True)
class HandOrder:
    """A match that a person wants to play.

    Attributes:
        account_id: who plays.
        game: the game's id.
        settings: what is left out keeps the game's default.
        seats: who sits where; ``None`` is the person.
        seed: of the match.
        origin: the step of another match that it is played on from, or ``None``.
    """

    account_id: str
    game: str
    settings: dict[str, Any]
    seats: Sequence[Version | None]
    seed: str
    origin: Origin | None = None


def create(session: Session, order: HandOrder, at: datetime) -> Match:
    """Queue a match, a set of its own.

    Raises:
        scuffle.registry.BadSettings: the game does not take the settings.
    """
    settings = make(order.game, order.settings).settings.model_dump(mode="json")
    made = MatchSet(
        kind=MatchKind.HAND,
        game=order.game,
        pairing="",
        seed=order.seed,
        asked_by=order.account_id,
        created=at,
    )
    match = Match(
        set=made,
        kind=MatchKind.HAND,
        game=order.game,
        settings=settings,
        format_key=format_key(len(order.seats), settings),
        num_players=len(order.seats),
        seed=order.seed,
        sentence=QUEUED_SENTENCE,
        asked_by=order.account_id,
        created=at,
        deadline=sets.waits_until(MatchKind.HAND, at),
        origin_id=order.origin.match_id if order.origin else None,
        origin_step=order.origin.step if order.origin else None,
        seats=[_seat(order, player, one) for player, one in enumerate(order.seats)],
    )
    session.add(match)
    session.flush()
    return match


def _seat(order: HandOrder, player: int, version: Version | None) -> SeatRow:
    if version is None:
        return SeatRow(player=player, account_id=order.account_id)
    return SeatRow(player=player, bot_id=version.bot_id, version_id=version.id)


def going(session: Session, account_id: str | None = None) -> Sequence[Match]:
    """The matches that people, or one account, play by hand now, the oldest first."""
    query = select(Match).where(Match.kind == MatchKind.HAND, Match.status.in_(sets.OPEN))
    if account_id is not None:
        query = query.where(Match.asked_by == account_id)
    return session.scalars(query.order_by(Match.created)).all()


def are_open(session: Session) -> bool:
    """Whether some process is there that plays boards."""
    return bool(workers.able(session, HANDS))


def why_closed(session: Session) -> str:
    """Why no board can be had now, as a sentence; ``""``: there are some."""
    if are_open(session):
        return ""
    beside = [worker for worker in workers.every(session) if HANDS in worker.queues]
    rests = any(worker.state is not WorkerState.GONE for worker in beside)
    return RESTING if rests else CLOSED


def lack(session: Session, versions: Sequence[Version | None]) -> str:
    """Why no process there is can play these at a board, as a sentence; ``""``: one can.

    House bots answer in the process itself and need nothing; ``None`` is the person.
    """
    there = abilities.crew(session, HANDS)
    caged = [one for one in versions if one is not None and not one.bot.account.is_house]
    if there.able(frozenset(one.language for one in caged)):
        return ""
    lone = next((one for one in caged if not there.able(frozenset({one.language}))), None)
    if lone is None:
        return TOGETHER
    if not any(there.has.values()):
        return NO_CAGE.format(lone.bot.name)
    return NO_LANGUAGE.format(lone.bot.name, abilities.language_name(lone.language))


def seat_of(match: Match, account_id: str) -> SeatRow | None:
    """Where an account sits by hand."""
    return next((seat for seat in match.seats if seat.account_id == account_id), None)
