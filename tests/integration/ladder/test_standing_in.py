"""The slot kept for checks plays matches too while nobody else does, and only then."""

from typing import Any

import pytest
from ladder_workers import Crew, honest

from scuffle.jobs import CHECKS, MATCHES, match_job_id, worker_queue
from scuffle_platform.store import abilities, alerts, workers
from scuffle_platform.store.models import Match, MatchStatus, Worker
from scuffle_platform.store.pages import queue as queue_page

KEPT = worker_queue("w2")


def show(town: Any, *names: str) -> None:
    """These say that they are there: w1 plays, w2 is kept for checks."""
    if "w1" in names:
        town.show_card("w1")
    if "w2" in names:
        town.show_card("w2", queues=(CHECKS,))


@pytest.fixture
def pair(quiet: Any) -> Any:
    """A town with two workers, of whom w1 plays a match that another one waits behind."""
    show(quiet, "w1", "w2")
    quiet.tick(3)
    first, second = quiet.match(), quiet.match()
    quiet.tick()
    taken = match_job_id(first, 1)
    quiet.queue.connection.lrem(f"rq:queue:{MATCHES}", 1, taken)
    quiet.hold(taken)
    show(quiet, "w1", "w2")
    quiet.tick(2)
    return quiet, first, second


def freeze(town: Any, first: str) -> None:
    """Nothing is heard of w1 any more, nor of the match that it has."""
    town.let_go(match_job_id(first, 1))
    for _ in range(8):
        show(town, "w2")
        town.tick(2)


def test_no_match_is_given_to_who_is_kept_for_checks(pair: Any) -> None:
    town, _first, second = pair
    assert town.queue.place(match_job_id(second, 1)) == MATCHES
    assert town.queue.waiting(KEPT) == 0


def test_a_frozen_workers_matches_are_played_by_who_is_kept_for_checks(pair: Any) -> None:
    town, first, second = pair
    began = town.now
    freeze(town, first)
    assert town.queue.place(match_job_id(second, 1)) == KEPT
    Crew(town, {"w2": honest}).work("w2", most=2)
    town.record()
    assert (town.now - began).total_seconds() < 30
    for match in (first, second):
        assert town.read(Match, match).status is MatchStatus.FINISHED
    assert [one.worker for one in town.attempts(first)] == ["w1", "w2"]
    assert (town.queue.waiting(MATCHES), town.queue.waiting(KEPT)) == (0, 0)


def test_who_stands_in_gets_one_at_a_time_until_the_other_is_back(pair: Any) -> None:
    """So that a check never waits for two."""
    town, first, _second = pair
    freeze(town, first)
    Crew(town, {"w2": honest}).work("w2", most=2)
    town.record()
    third, fourth = town.match(), town.match()
    show(town, "w2")
    town.tick()
    assert town.queue.place(match_job_id(third, 1)) == KEPT
    assert town.queue.place(match_job_id(fourth, 1)) == ""
    show(town, "w1", "w2")
    town.tick(2)
    places = [town.queue.place(match_job_id(match, 1)) for match in (third, fourth)]
    assert places == [MATCHES, MATCHES]


def test_who_is_drained_or_has_no_cage_is_stood_in_for(pair: Any) -> None:
    town, first, second = pair
    town.let_go(match_job_id(first, 1))
    with town.store.session() as session:
        workers.drain(session.get_one(Worker, "w1"), town.now)
    show(town, "w1", "w2")
    town.tick(2)
    assert town.queue.place(match_job_id(second, 1)) == KEPT


def test_nobody_stands_in_for_a_language_that_it_has_not(pair: Any) -> None:
    town, first, _second = pair
    freeze(town, first)
    with town.store.reading() as session:
        crew = abilities.crew(session)
    assert crew.queues(abilities.NOTHING) == {KEPT: 1}
    assert crew.queues(abilities.need(["rust"])) == {}


def test_while_the_queue_is_away_nobody_stands_in(pair: Any) -> None:
    """All are silent then, and whoever shows itself first is soon followed by the others."""
    town, _first, second = pair
    for _ in range(20):
        town.tick(2)
    assert town.queue.place(match_job_id(second, 1)) == MATCHES


def test_an_operator_is_told_after_a_minute_and_the_queue_page_at_once(pair: Any) -> None:
    town, _first, _second = pair
    show(town, "w2")
    assert told(town) == []
    for _ in range(9):
        town.later(8)
        show(town, "w2")
        town.tick(2)
    only = "Only who is kept for checks plays matches at present, one at a time: w2."
    assert [one.split(" The Queue page")[0] for one in told(town)] == [only]
    for _ in range(4):
        town.tick(10)
    nobody = "No worker takes matches at present: what waits keeps its place."
    assert [one.split(" The Queue page")[0] for one in told(town)] == [nobody]
    with town.store.reading() as session:
        rows = queue_page.open_matches(session, None, town.now)
        assert {row.expected_s for row in rows} == {None}
    show(town, "w1", "w2")
    town.tick(10)
    assert told(town) == []


def told(town: Any) -> list[str]:
    """The alerts that stand, of this kind."""
    with town.store.reading() as session:
        return [one.sentence for one in alerts.standing(session, 9) if one.kind == "workers"]
