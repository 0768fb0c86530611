"""Results from sixteen threads, fitted all the while: live numbers are a rebuild's."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select

from scuffle.contract import Verdict
from scuffle_platform.store import ladders, sets, standings
from scuffle_platform.store.models import (
    Bot,
    Ladder,
    Match,
    MatchKind,
    MatchStatus,
    Rating,
    Version,
)

THREADS = 16


def post(town: Any, bots: list[str], number: int) -> None:
    """One finished match between two of the bots, as the recorder leaves it."""
    rng = random.Random(number)
    with town.store.session() as session:
        query = select(Ladder).where(Ladder.game == town.game).with_for_update()
        ladder = session.scalars(query).one()
        pair = [
            session.get_one(Version, session.get_one(Bot, bot).active_version_id)
            for bot in rng.sample(bots, 2)
        ]
        order = sets.SetOrder(MatchKind.LADDER, town.game, {}, pair, f"s{number}", ladder=ladder)
        match = sets.create_match(session, order, town.now)
        match.status, match.finished = MatchStatus.FINISHED, town.now
        match.actions_hash, match.rules_hash = str(number), ladder.rules_hash
        match.outcome = {"places": [1, 2], "scores": [1.0, 0.0], "reason": "shut-in"}
        for seat, place in zip(match.seats, rng.sample([1, 2], 2), strict=True):
            seat.place, seat.verdict = place, Verdict.OK
        ladder.stale += 1


@pytest.mark.parametrize("results", [300, pytest.param(1000, marks=pytest.mark.soak)])
def test_results_come_from_sixteen_threads(sqlite_town: Any, results: int) -> None:
    town = sqlite_town
    bots = [town.bot(name, town.person(f"p-{name}")) for name in "abcdef"]
    with ThreadPoolExecutor(THREADS) as pool:
        waiting = [pool.submit(post, town, bots, number) for number in range(results)]
        while not all(one.done() for one in waiting):
            town.scheduler.fit(town.later(60))
        for one in waiting:
            one.result()
    town.scheduler.fit(town.later(60))
    with town.store.reading() as session:
        ladder = ladders.public(session, town.game)
        assert ladder is not None
        rebuilt = standings.solve(standings.material(session, ladder.id)).estimates
        live = session.scalars(select(Rating).where(Rating.ladder_id == ladder.id)).all()
        assert {one.version_id: (one.rating, one.plus_minus) for one in live} == {
            version: (one.rating, one.plus_minus) for version, one in rebuilt.items()
        }
        assert sum(one.games for one in live) == 2 * results
        assert len(session.scalars(select(Match.id).where(Match.fit_id.is_(None))).all()) == 0
