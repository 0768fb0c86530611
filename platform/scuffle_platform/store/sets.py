"""Making matches: a set at a time, all cyclic seat rotations on one seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scuffle.registry import make
from scuffle_platform.store.formats import format_key
from scuffle_platform.store.models import (
    Ladder,
    LadderKind,
    Match,
    MatchKind,
    MatchSet,
    MatchStatus,
    SeatRow,
    Tournament,
    Version,
)
from scuffle_platform.store.origins import Origin

OPEN = (MatchStatus.QUEUED, MatchStatus.PLAYING)
QUEUED_SENTENCE = "Waiting for a worker."
AGAIN_SENTENCE = "Waiting for a worker, once more: an earlier match came to nothing by our fault."
PATIENCE = {
    MatchKind.LADDER: timedelta(hours=1),
    MatchKind.CANARY: timedelta(minutes=10),
    MatchKind.HAND: timedelta(minutes=1),
}
"""The ladder makes its matches when there is room: one that waits longer has lost its sense. Beside
one that is to be played by hand somebody sits and waits."""
ASKED_PATIENCE = timedelta(days=1)
REPLACED_PATIENCE = timedelta(days=7)
"""There may be thousands at once."""
PLAYING_PATIENCE = timedelta(minutes=45)
"""Longer than any job may take, whatever its lease says."""
HAND_PATIENCE = timedelta(hours=6)
"""A person may think for ten minutes at every move."""


@dataclass(frozen=True, slots=True)
class SetOrder:
    """A set to be made.

    Attributes:
        kind: why it is played.
        game: the game's id.
        settings: of the match; what is left out keeps the game's default.
        versions: who plays, by seat of the first rotation.
        seed: of all its matches.
        pairing: who and what, as canonical text; see ``matchmaker.pairing_of``.
        number: its index in the pairing.
        ladder: whose ranked set it is, or ``None``.
        asked_by: the account that asked for it, or ``None``.
        contest: the series or tournament it belongs to, or ``None``.
        origin: the step of another match that it is played on from, or ``None``.
    """

    kind: MatchKind
    game: str
    settings: dict[str, Any]
    versions: Sequence[Version]
    seed: str
    pairing: str = ""
    number: int = 0
    ladder: Ladder | None = None
    asked_by: str | None = None
    contest: str | None = None
    origin: Origin | None = None


def create_set(session: Session, order: SetOrder, at: datetime) -> MatchSet:
    """Queue every rotation of a set.

    Raises:
        scuffle.registry.BadSettings: the game does not take the settings.
    """
    made = _set_row(order, at)
    session.add(made)
    session.flush()
    league = _league_of(session, order)
    for rotation in range(len(order.versions)):
        session.add(_match(order, made, rotation, league, at))
    if order.ladder is not None:
        order.ladder.sets_made += 1
    session.flush()
    return made


def create_match(session: Session, order: SetOrder, at: datetime) -> Match:
    """Queue one match with the seats as ordered, a set of its own: a challenge.

    Raises:
        scuffle.registry.BadSettings: the game does not take the settings.
    """
    made = _set_row(order, at)
    session.add(made)
    session.flush()
    match = _match(order, made, 0, _league_of(session, order), at)
    session.add(match)
    session.flush()
    return match


def play_again(session: Session, match: Match, at: datetime) -> Match:
    """Queue a match that came to nothing once more: its set, seed and seats stay the same."""
    again = Match(
        set_id=match.set_id,
        ladder_id=match.ladder_id,
        league_id=match.league_id,
        kind=match.kind,
        game=match.game,
        settings=match.settings,
        format_key=match.format_key,
        num_players=match.num_players,
        seed=match.seed,
        rotation=match.rotation,
        sentence=AGAIN_SENTENCE,
        ranked=match.ladder_id is not None,
        asked_by=match.asked_by,
        origin_id=match.origin_id,
        origin_step=match.origin_step,
        created=at,
        deadline=waits_until(match.kind, at),
        seats=[
            SeatRow(player=seat.player, bot_id=seat.bot_id, version_id=seat.version_id)
            for seat in match.seats
        ],
    )
    session.add(again)
    if match.set is not None:
        match.set.ended = None
    session.flush()
    return again


def replace(session: Session, match: Match, at: datetime) -> Match:
    """Queue a match in the stead of one that was taken back; it waits as long as it must.

    It is ranked as it was meant to be: what came of the first one says nothing of that.
    """
    again = play_again(session, match, at)
    again.sentence = f"Waiting for a worker: it is played in the stead of match {match.id}."
    again.deadline = at + REPLACED_PATIENCE
    again.replaces_id, match.replaced_by_id = match.id, again.id
    return again


def waits_until(kind: MatchKind, at: datetime) -> datetime:
    """When a match that is queued now has waited too long."""
    return at + PATIENCE.get(kind, ASKED_PATIENCE)


def plays_until(kind: MatchKind, at: datetime) -> datetime:
    """When a match that has begun now has lasted too long."""
    return at + (HAND_PATIENCE if kind is MatchKind.HAND else PLAYING_PATIENCE)


def end_if_over(session: Session, set_id: str | None, at: datetime) -> None:
    """Note when the last match of a set has ended; from then on its seed may be shown."""
    made = session.get(MatchSet, set_id) if set_id else None
    if made is None or made.ended is not None:
        return
    session.flush()
    still = session.scalar(
        select(func.count()).where(Match.set_id == set_id, Match.status.in_(OPEN))
    )
    if not still:
        made.ended = at


def _set_row(order: SetOrder, at: datetime) -> MatchSet:
    return MatchSet(
        ladder_id=order.ladder.id if order.ladder else None,
        contest_id=order.contest,
        kind=order.kind,
        game=order.game,
        pairing=order.pairing,
        number=order.number,
        seed=order.seed,
        asked_by=order.asked_by,
        created=at,
    )


def _league_of(session: Session, order: SetOrder) -> str | None:
    """The league whose ladder or final it is played for."""
    if order.ladder is not None:
        return order.ladder.id if order.ladder.kind is LadderKind.LEAGUE else None
    if order.kind is not MatchKind.TOURNAMENT:
        return None
    query = select(Ladder.id).join(Tournament, Tournament.ladder_id == Ladder.id)
    query = query.where(Tournament.id == order.contest, Ladder.kind == LadderKind.LEAGUE)
    return session.scalar(query)


def _match(
    order: SetOrder, made: MatchSet, rotation: int, league: str | None, at: datetime
) -> Match:
    settings = make(order.game, order.settings).settings.model_dump(mode="json")
    size = len(order.versions)
    seated = [order.versions[(seat + rotation) % size] for seat in range(size)]
    return Match(
        set_id=made.id,
        ladder_id=made.ladder_id,
        league_id=league,
        kind=order.kind,
        game=order.game,
        settings=settings,
        format_key=format_key(size, settings),
        num_players=size,
        seed=order.seed,
        rotation=rotation,
        sentence=QUEUED_SENTENCE,
        ranked=order.ladder is not None,
        asked_by=order.asked_by,
        created=at,
        deadline=waits_until(order.kind, at),
        origin_id=order.origin.match_id if order.origin else None,
        origin_step=order.origin.step if order.origin else None,
        seats=[
            SeatRow(player=player, bot_id=version.bot_id, version_id=version.id)
            for player, version in enumerate(seated)
        ],
    )
