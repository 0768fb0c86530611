"""A league's end: when it has closed, its final is drawn up once."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from scuffle.tournament import Kind
from scuffle_platform.store import ladders, tournaments
from scuffle_platform.store.models import (
    BotState,
    Entrant,
    Ladder,
    League,
    Version,
    VersionStatus,
)

WAITS_FOR_CHECKS = timedelta(hours=1)
"""What was uploaded in time plays in the final, if it passes its check within that time."""
GAMES_A_BOT = 20
"""A small league plays more sets at each table, so that a bot has about so many games at least."""


def going(session: Session, at: datetime) -> Sequence[str]:
    """Ids of the leagues that have closed and have no final yet."""
    query = select(League.ladder_id).join(Ladder, Ladder.id == League.ladder_id)
    query = query.where(League.final_id.is_(None), Ladder.closes <= at)
    return session.scalars(query.order_by(Ladder.closes, Ladder.id)).all()


def step(session: Session, league_id: str, at: datetime) -> None:
    """Draw the final up: everybody against everybody, all seat rotations, the versions bound."""
    league = session.get_one(League, league_id, with_for_update=True)
    if league.final_id is not None or _waits(session, league.ladder, at):
        return
    plan = _plan(league.ladder, _entered(session, league.ladder))
    final = tournaments.hold_final(session, league.ladder, league.account_id, plan, at)
    tournaments.start(session, final, at)
    league.final_id = final.id
    session.flush()


def _plan(ladder: Ladder, entered: int) -> tournaments.Plan:
    size = min(one["num_players"] for one in ladder.formats)
    name = f"{ladder.name}: final"
    return tournaments.Plan(
        ladder.game, name[:100], Kind.ROUND_ROBIN, size, sets=_sets(entered, size)
    )


def _sets(entered: int, size: int) -> int:
    games_a_set = size * max(1, (entered - 1) // (size - 1))
    return max(1, ceil(GAMES_A_BOT / games_a_set))


def _entered(session: Session, ladder: Ladder) -> int:
    able = (BotState.ACTIVE, BotState.BENCHED)
    return sum(not bot.house for bot in ladders.entrants(session, ladder, able))


def _waits(session: Session, ladder: Ladder, at: datetime) -> bool:
    """Whether an upload that came in time is still being checked."""
    closed = ladder.closes or at
    checked = exists().where(
        Version.bot_id == Entrant.bot_id,
        Version.status == VersionStatus.CHECKING,
        Version.withdrawn.is_(None),
        Version.created <= closed,
    )
    query = select(Entrant.bot_id).where(Entrant.ladder_id == ladder.id, Entrant.left.is_(None))
    waiting = session.scalar(query.where(checked).limit(1)) is not None
    return waiting and at < closed + WAITS_FOR_CHECKS
