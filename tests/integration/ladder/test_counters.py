"""Counters over a random stream of results: none says more than there was, and nothing twice."""

import os
import random
from collections import Counter
from typing import Any

import pytest
from ladder_players import any_action, crash, played
from sqlalchemy import select

from scuffle.contract import Verdict
from scuffle.jobs import match_job_id
from scuffle_platform import blame, operations
from scuffle_platform.store import judging, sets
from scuffle_platform.store.completeness import gaps
from scuffle_platform.store.integrity import violations
from scuffle_platform.store.models import Match, MatchStatus, Rating, SeatRow
from scuffle_platform.store.pages import bots
from scuffle_platform.store.voiding import Selection

MATCHES = 14


def report(town: Any, rng: random.Random, match_id: str) -> None:
    """A match is played, perhaps with failures, perhaps for nothing, perhaps told twice."""
    number = 1
    while town.read(Match, match_id).status in sets.OPEN:
        town.scheduler.dispatcher.dispatch(town.now)
        job = town.job(match_job_id(match_id, number))
        players = [rng.choice((any_action, any_action, crash)) for _ in range(2)]
        found = played(job, *players, at=town.now)
        worker = rng.choice(("w1", "w2"))
        if rng.random() < 0.25:
            void = {"status": "void", "reason": "Busy.", "outcome": None, "evidence": {"load": 9.0}}
            found = found.model_copy(update=void)
        sent = found.model_copy(update={"worker": worker}).model_dump(mode="json")
        town.report(match_job_id(match_id, number), sent)
        town.record()
        if rng.random() < 0.5:
            town.recorder._take_match(match_job_id(match_id, number), sent)
        number += 1


@pytest.mark.parametrize("stream", [1, 2])
def test_no_counter_says_more_than_there_was(stream: int, quiet: Any, ada: str) -> None:
    # Drawn here: both processes of a run must find tests of the same names.
    seed = int(os.environ.get("SCUFFLE_TEST_SEED") or random.SystemRandom().randrange(10**6))
    print(f"stream {stream}: seed {seed}")
    rng = random.Random(seed)
    quiet.tick()
    quiet.later(1)  # what ends in the second in which a worker is first seen is not counted
    mine = [quiet.bot(f"bot{number}", ada) for number in range(3)]
    for _ in range(MATCHES):
        report(quiet, rng, quiet.match_of(rng.choice(mine)))
        quiet.later(1)
    quiet.fit()
    agree(quiet, ada, mine)
    with quiet.store.reading() as session:
        figures = blame.figures(judging.runs(session, quiet.now))
    finished = quiet.matches(status=MatchStatus.FINISHED)
    assert sum(one.matches for one in figures.values()) == len(finished)
    assert all(one.failures <= one.seats == 2 * one.matches for one in figures.values())
    whole = Selection(quiet.now.replace(year=2020), quiet.now, worker="w1")
    if quiet.matches(status=MatchStatus.FINISHED, worker="w1"):
        operations.void(quiet.store, None, whole, "", quiet.now)
    quiet.fit()
    agree(quiet, ada, mine)


def agree(town: Any, account: str, mine: list[str]) -> None:
    """What pages and ratings count is what lies there."""
    finished = {one.id for one in town.matches(status=MatchStatus.FINISHED)}
    with town.store.reading() as session:
        seats = session.scalars(select(SeatRow).where(SeatRow.match_id.in_(finished))).all()
        sat = Counter(seat.bot_id for seat in seats)
        failed = Counter(seat.bot_id for seat in seats if seat.verdict is not Verdict.OK)
        for one in bots.owned(session, account):
            assert one.faults == failed[one.bot.id] <= sat[one.bot.id]
        for bot_id in mine:
            assert sum(count for _, count in bots.verdicts(session, bot_id)) == sat[bot_id]
        games = sum(session.scalars(select(Rating.games)))
        ranked = [one for one in town.matches(status=MatchStatus.FINISHED) if one.ranked]
        assert games == sum(one.num_players for one in ranked)
        assert [*violations(session), *gaps(session, town.now)] == []
