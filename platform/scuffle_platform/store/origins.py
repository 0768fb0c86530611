"""Matches that are played on from a step of another one."""

import gzip
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle.jobs import StepRecord
from scuffle.replay import Replay
from scuffle_platform.store.models import Match
from scuffle_platform.store.models import Replay as ReplayRow


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a match begins.

    Attributes:
        match_id: the match that it is played on from.
        step: how many of its steps it begins with.
    """

    match_id: str
    step: int


def given(session: Session, match: Match) -> tuple[StepRecord, ...]:
    """The steps that a match begins with; none for one that begins at the start.

    Raises:
        LookupError: the replay of the match that it is played on from is not kept any more.
    """
    if match.origin_id is None:
        return ()
    query = select(ReplayRow.data).where(ReplayRow.match_id == match.origin_id)
    packed = session.scalar(query)
    if packed is None:
        raise LookupError(f"the replay of match {match.origin_id} is not kept any more")
    return first_steps(Replay.from_bytes(gzip.decompress(packed)), match.origin_step or 0)


def first_steps(replay: Replay, count: int) -> tuple[StepRecord, ...]:
    """The first steps of a replay, without what their players used and said there."""
    return tuple(
        StepRecord(player=step.player, action=step.action) for step in replay.steps[:count]
    )
