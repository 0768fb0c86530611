"""Recorder and scheduler, killed between any two statements: nothing lost, nothing twice."""

from collections.abc import Callable
from itertools import count
from typing import Any

from killing import killing
from sqlalchemy import select

from scuffle.jobs import check_job_id, match_job_id
from scuffle_platform.recorder import Recorder
from scuffle_platform.scheduler import Scheduler
from scuffle_platform.store.completeness import gaps, overdue
from scuffle_platform.store.integrity import violations
from scuffle_platform.store.models import (
    AttemptStatus,
    Ladder,
    Match,
    MatchStatus,
    Version,
    VersionStatus,
)


def everything_agrees(town: Any) -> None:
    """What ``scuffle db check`` asks, and by this town's own clock."""
    with town.store.reading() as session:
        found = [*violations(session), *gaps(session, town.now), *overdue(session, town.now)]
    assert found == []


def restart(town: Any) -> None:
    """New processes where the old ones were killed."""
    town.recorder = Recorder(town.store, town.queue, town.clock)
    town.scheduler = Scheduler(town.store, town.queue, town.settings)


def until_it_survives(
    town: Any, prepare: Callable[[], Any], act: Callable[[], None], stride: int = 1
) -> list[Any]:
    """Kill ``act`` before each ``stride``-th of its statements, each time after a ``prepare``.

    Then it is done again, as by the process that is started in its place.
    """
    prepared = []
    for at in count(1, stride):
        prepared.append(prepare())
        with killing(town.store, town.queue, at) as reaper:
            act()
        if not reaper.killed:
            return prepared
        restart(town)
        act()
    raise AssertionError("it never came to its end")


def recover(town: Any, rounds: int = 3) -> None:
    for _ in range(rounds):
        town.show_card()
        town.tick(4)
        town.work()
        town.record()
    town.tick(2)


def pause(town: Any) -> None:
    with town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True


def test_a_recorder_killed_anywhere_records_every_match_once(town: Any) -> None:
    pause(town)

    def played() -> str:
        match_id: str = town.match()
        town.report(
            match_job_id(match_id, 1), town.played(town.start(match_id)).model_dump(mode="json")
        )
        return match_id

    def record() -> None:
        town.recorder.record_match(match_job_id(town.matches()[-1].id, 1))

    matches = until_it_survives(town, played, record)
    assert len(matches) > 10
    recover(town)
    assert {one.status for one in town.matches()} == {MatchStatus.FINISHED}
    for match_id in matches:
        assert [one.status for one in town.attempts(match_id)] == [AttemptStatus.REPORTED]
    everything_agrees(town)


def test_a_recorder_killed_anywhere_decides_every_check(sqlite_town: Any) -> None:
    town = sqlite_town
    pause(town)
    ann = town.person("ann")

    def checked() -> str:
        bot_id = town.bot(f"bot{town.later(1):%M%S%f}", ann, ready=False)
        (version_id,) = town.versions(bot_id)
        town.scheduler.dispatcher.dispatch(town.now)
        job = town.check_job(check_job_id(version_id, 1))
        town.report(check_job_id(version_id, 1), town.checked(job).model_dump(mode="json"))
        return str(version_id)

    versions: list[str] = []

    def prepare() -> None:
        versions.append(checked())

    until_it_survives(
        town, prepare, lambda: town.recorder.record_check(check_job_id(versions[-1], 1)), 2
    )
    recover(town)
    assert {town.read(Version, one).status for one in versions} == {VersionStatus.READY}
    everything_agrees(town)


def test_a_scheduler_killed_anywhere_makes_and_gives_every_match_once(sqlite_town: Any) -> None:
    town = sqlite_town

    def prepare() -> None:
        town.show_card()
        town.work()
        town.record()

    def tick() -> None:
        town.scheduler.tick(town.later(3))

    until_it_survives(town, prepare, tick, stride=5)
    pause(town)
    recover(town)
    matches = town.matches()
    assert len(matches) > 1
    assert {one.status for one in matches} == {MatchStatus.FINISHED}
    by_set: dict[str, int] = {}
    for match in matches:
        by_set[match.set_id or ""] = by_set.get(match.set_id or "", 0) + 1
    assert set(by_set.values()) == {2}
    everything_agrees(town)
    assert town.read(Match, matches[0].id).fit_id
