"""A town's tournaments: one open for entry, a round robin and a bracket that have ended."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle.tournament import Kind
from scuffle_platform.store import accounts, bots, tournament_play, tournaments
from scuffle_platform.store.models import (
    Account,
    Bot,
    Match,
    MatchSet,
    MatchStatus,
    Tournament,
    TournamentStatus,
)
from scuffle_platform.store.tournaments import Plan

Play = Callable[[Session, Match, datetime], None]
PEOPLE = ("iris", "juno", "kay")
NAMES = ("anvil", "beacon-of-the-north", "cobalt")


def hold_cups(session: Session, entered: list[Bot], at: datetime, tools: tuple[Any, ...]) -> Any:
    """Hold three; the ids of the open one, the round robin and the bracket.

    Args:
        session: a transaction that may write.
        entered: ada's and grace's bots.
        at: now.
        tools: what makes a bot ready, what plays a match, and sources of three more bots.
    """
    ready, play, *sources = tools
    for person, name, source in zip(PEOPLE, NAMES, sources, strict=True):
        account = accounts.create(session, person, None)
        session.flush()
        bot = bots.create(session, account.id, entered[0].game, name)
        session.flush()
        ready(session, bot, source)
        entered = [*entered, bot]
    ada = entered[0].account_id
    small: dict[str, Any] = {"size": 6}
    begun = at - timedelta(hours=2)
    open_one = _entered(
        session, ada, Plan(entered[0].game, "Winter open", Kind.ELIMINATION), entered[:2], at
    )
    open_one.entry_until = at + timedelta(hours=20)
    for plan in (
        Plan(entered[0].game, "Club championship", Kind.ROUND_ROBIN, 2, 1, small),
        Plan(entered[0].game, "Lightning cup", Kind.ELIMINATION, 2, 1, small),
    ):
        _play_out(session, _entered(session, ada, plan, entered, begun), begun, play)
    found = {one.name: one.id for one in session.scalars(select(Tournament))}
    return found["Winter open"], found["Club championship"], found["Lightning cup"]


def _entered(
    session: Session, account: str, plan: Plan, entered: list[Bot], at: datetime
) -> Tournament:
    one = tournaments.create(session, account, plan, at, at)
    for bot in entered:
        tournaments.enter(session, one, bot, at)
    assert session.get_one(Account, account)
    return one


def _play_out(session: Session, one: Tournament, at: datetime, play: Play) -> None:
    for _ in range(40):
        tournament_play.step(session, one.id, at)
        if one.status is TournamentStatus.ENDED:
            return
        query = select(Match).join(MatchSet).where(MatchSet.contest_id == one.id)
        for match in session.scalars(query.where(Match.status == MatchStatus.QUEUED)).all():
            play(session, match, at)
    raise AssertionError(f"{one.name} did not end")
