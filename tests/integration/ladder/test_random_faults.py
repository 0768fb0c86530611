"""A ladder under faults drawn at random: afterwards everything is there, once, and agrees.

The seed is printed; ``SCUFFLE_TEST_SEED`` plays it again. ``./run soak`` plays many.
"""

import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from killing import killing
from rq.exceptions import NoSuchJobError
from sqlalchemy import select

from scuffle.jobs import REPORTS, PlayJob, match_job_id
from scuffle_platform.recorder import Recorder
from scuffle_platform.scheduler import Scheduler
from scuffle_platform.store import sets, workers
from scuffle_platform.store.completeness import gaps, overdue
from scuffle_platform.store.integrity import violations
from scuffle_platform.store.models import (
    Attempt,
    Bot,
    BotState,
    Ladder,
    MatchStatus,
    Version,
    VersionStatus,
    Worker,
)

STEPS = 60
LONGEST_DRAIN = 200
"""Steps of five seconds: a game at rest is tried again after ten minutes."""


class Storm:
    """Faults and honest work in a town, one after the other, as the seed says."""

    def __init__(self, town: Any, seed: int) -> None:
        self.town = town
        self.rng = random.Random(seed)
        self.ann = town.person("ann")
        self.late: list[tuple[str, Any]] = []
        self.versions: list[str] = []

    def rage(self, steps: int) -> None:
        works: list[Callable[[], None]] = [
            *(self.tick, self.tick, self.tick, self.work, self.work, self.record, self.record),
            *(self.upload, self.ask, self.lose, self.report_late, self.report_twice),
            *(self.empty_the_queue, self.forget_a_key, self.void, self.break_worker),
            *(self.kill_recorder, self.kill_scheduler, self.retire),
        ]
        for _ in range(steps):
            self.rng.choice(works)()

    def tick(self) -> None:
        self.town.show_card()
        self.town.tick(self.rng.choice((0.5, 2, 3, 7, 15)))

    def work(self) -> None:
        self.town.work()

    def record(self) -> None:
        self.town.record()

    def upload(self) -> None:
        if len(self.versions) < 6:
            bot_id = self.town.bot(f"bot{len(self.versions)}", self.ann, ready=False)
            self.versions += self.town.versions(bot_id)

    def ask(self) -> None:
        self.town.match(sets.MatchKind.CHALLENGE, asked_by=self.ann)

    def _taken(self) -> PlayJob | None:
        """A match that some worker took and renews its lease for."""
        name = self.town.queue.connection.lpop("rq:queue:matches")
        if name is None:
            return None
        self.town.hold(name.decode())
        try:
            job: PlayJob = self.town.job(name.decode())
        except NoSuchJobError:  # the queue forgot it
            return None
        return job

    def lose(self) -> None:
        """A worker takes a match and is never seen again; perhaps its report comes later."""
        job = self._taken()
        if job is None:
            return
        job_id = match_job_id(job.match_id, job.attempt)
        if self.rng.random() < 0.7:
            self.tick()
            self.town.let_go(job_id)
        if self.rng.random() < 0.5:
            self.late.append((job_id, self.town.played(job).model_dump_json()))

    def report_late(self) -> None:
        for job_id, text in self.late[:2]:
            self.town.queue.connection.hset(REPORTS, job_id, text)
        self.late = self.late[2:]

    def report_twice(self) -> None:
        job = self._taken()
        if job is None:
            return
        found = self.town.played(job).model_dump(mode="json")
        for _ in range(2):
            self.town.recorder._take_match(match_job_id(job.match_id, job.attempt), found)

    def void(self) -> None:
        job = self._taken()
        if job is None:
            return
        report = self.town.played(job)
        changes = {"status": "void", "reason": "The host was too busy.", "outcome": None}
        text = report.model_copy(update={**changes, "steps": report.steps[:4]}).model_dump_json()
        self.late.append((match_job_id(job.match_id, job.attempt), text))

    def empty_the_queue(self) -> None:
        self.town.queue.connection.flushall()

    def forget_a_key(self) -> None:
        keys = sorted(self.town.queue.connection.keys("*"))
        if keys:
            self.town.queue.connection.delete(self.rng.choice(keys))

    def break_worker(self) -> None:
        self.town.broken = True
        self.town.work()
        self.town.broken = False

    def kill_recorder(self) -> None:
        """It took a recording from the queue and is gone before it ends."""
        name = self.town.queue.connection.lpop("rq:queue:results")
        if name is None:
            return
        job_id = name.decode().removeprefix("record-")
        kind = job_id.partition("-")[0]
        with killing(self.town.store, self.town.queue, self.rng.randint(1, 60)):
            getattr(self.town.recorder, f"record_{kind}")(job_id)
        self.town.recorder = Recorder(self.town.store, self.town.queue, self.town.clock)

    def kill_scheduler(self) -> None:
        with killing(self.town.store, self.town.queue, self.rng.randint(1, 60)):
            self.tick()
        self.town.scheduler = Scheduler(self.town.store, self.town.queue, self.town.settings)

    def retire(self) -> None:
        with self.town.store.session() as session:
            bots = session.scalars(select(Bot).where(Bot.account_id == self.ann)).all()
            if len(bots) > 3:
                self.rng.choice(bots).state = BotState.RETIRED

    def calm(self) -> None:
        """Only honest work, and no new ladder matches, until nothing is open."""
        with self.town.store.session() as session:
            for ladder in session.scalars(select(Ladder)):
                ladder.paused = True
        self.town.player = self.town.any_action
        for _ in range(LONGEST_DRAIN):
            self.report_late()
            self.town.show_card()
            self.release()
            self.town.tick(5)
            self.town.work()
            self.town.record()
            if not self._open() and not self.late:
                break
        self.town.tick(20)
        self.town.record()
        self.town.tick(2)

    def release(self) -> None:
        """An administrator lets the worker out that broke so often."""
        with self.town.store.session() as session:
            for worker in session.scalars(select(Worker).where(Worker.quarantined.is_not(None))):
                workers.release(session, worker, self.town.now)

    def _open(self) -> list[Any]:
        waiting = [one for one in self.town.matches() if one.status in sets.OPEN]
        checks = [self.town.read(Version, one) for one in self.versions]
        return waiting + [one for one in checks if one.status is VersionStatus.CHECKING]


def weather(town: Any, seed: int, steps: int) -> None:
    print(f"SCUFFLE_TEST_SEED={seed}")
    storm = Storm(town, seed)
    storm.rage(steps)
    storm.calm()
    assert storm._open() == []
    with town.store.reading() as session:
        found = [*violations(session), *gaps(session, town.now), *overdue(session, town.now)]
        tries = session.scalars(select(Attempt.number).where(Attempt.match_id.is_not(None))).all()
    assert found == []
    assert max(tries) <= 3
    assert any(one.status is MatchStatus.FINISHED for one in town.matches())
    assert town.queue.handed_in() == []


def drawn_seed() -> int:
    return int(os.environ.get("SCUFFLE_TEST_SEED") or random.SystemRandom().randrange(10**9))


def test_nothing_is_lost_or_doubled_in_a_short_storm(town: Any) -> None:
    weather(town, drawn_seed(), STEPS)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(200))
def test_nothing_is_lost_or_doubled_in_a_long_storm(town: Any, number: int) -> None:
    weather(town, drawn_seed() + number, 5 * STEPS)
