"""A check never waits behind the ladder, however long that is."""

import os
import signal
from collections.abc import Iterator

import pytest
from crew import Hire
from ladder_town import Town
from sqlalchemy import select

from scuffle.jobs import MATCHES
from scuffle_platform.dispatcher import JOBS_A_WORKER
from scuffle_platform.store import ladders, sets, workers
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    MatchKind,
    MatchStatus,
    Version,
    now,
)
from scuffle_platform.supervisor.plans import CHECKS_SLOT, worker
from scuffle_platform.supervisor.waiting import wait_until

QUEUED = 500


def queue_ladder_matches(town: Town) -> None:
    with town.store.session() as session:
        ladder = ladders.public(session, town.game)
        pair = session.scalars(select(Version).where(Version.bot.has(game=town.game))).all()[:2]
        for number in range(QUEUED // 2):
            order = sets.SetOrder(
                kind=MatchKind.LADDER,
                game=town.game,
                settings={"size": 6},
                versions=pair,
                seed=f"{number:032x}",
                ladder=ladder,
            )
            sets.create_set(session, order, town.now)


@pytest.fixture
def long_queue(sqlite_town: Town) -> Town:
    """A town in which so many ladder matches wait."""
    sqlite_town.now = now()
    queue_ladder_matches(sqlite_town)
    return sqlite_town


@pytest.fixture
def slots(hire: Hire) -> Iterator[list[int]]:
    """Two real workers, as ``./run`` starts them; their process ids by slot."""
    found = []
    for slot in range(2):
        argv = worker(slot, 2, "auto").argv
        queues = argv[argv.index("--queues") + 1]
        found.append(hire(f"w{slot + 1}", "--queues", queues, "--slot", str(slot)).pid)
    yield found
    os.kill(found[0], signal.SIGCONT)


def running(town: Town) -> list[Attempt]:
    """The attempts that a worker said it runs, after the scheduler did what was due."""
    town.now = now()
    town.scheduler.tick(town.now)
    with town.store.reading() as session:
        query = select(Attempt).where(Attempt.status == AttemptStatus.RUNNING)
        return list(session.scalars(query))


def test_a_check_starts_while_five_hundred_matches_wait_and_their_slot_is_stuck(
    long_queue: Town, slots: list[int]
) -> None:
    """The slot that plays takes nothing from here on: whoever starts the check kept itself free."""
    wait_until(lambda: running(long_queue), 60, "a ladder match is played")
    os.kill(slots[0], signal.SIGSTOP)
    bot = long_queue.bot("hopeful", long_queue.person("ann"), ready=False)
    (version,) = long_queue.versions(bot)
    wait_until(
        lambda: any(one.version_id == version for one in running(long_queue)),
        60,
        "the check is started",
    )
    (check,) = [one for one in running(long_queue) if one.version_id == version]
    assert check.worker == f"w{CHECKS_SLOT + 1}"
    assert len(long_queue.matches(kind=MatchKind.LADDER, status=MatchStatus.QUEUED)) > QUEUED / 2
    with long_queue.store.reading() as session:
        room = JOBS_A_WORKER * len(workers.able(session))
    assert long_queue.queue.waiting(MATCHES) <= room
