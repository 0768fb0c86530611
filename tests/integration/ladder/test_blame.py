"""Blame needs contrast: a bad worker is taken out, a broken game rests, and nobody loses by it."""

from typing import Any

import pytest
from ladder_players import any_action, first_action
from ladder_workers import Crew, breaks, honest, void
from sqlalchemy import select

from scuffle.contract import Verdict
from scuffle_platform.operations import Hand, release
from scuffle_platform.store import workers
from scuffle_platform.store.completeness import gaps
from scuffle_platform.store.integrity import violations
from scuffle_platform.store.models import (
    Alert,
    Attempt,
    AttemptStatus,
    Ladder,
    Match,
    MatchKind,
    MatchStatus,
    Pause,
    SeatRow,
    Worker,
    WorkerState,
)


@pytest.fixture
def crew(sqlite_town: Any) -> Crew:
    """Two workers in a town where three people have bots."""
    sqlite_town.player = either
    for name in ("ada", "bob", "eve"):
        sqlite_town.bot(f"{name}s", sqlite_town.person(name))
    return Crew(sqlite_town, {"bad": honest, "good": honest})


def either(state: dict[str, Any]) -> dict[str, Any]:
    """Plays every game, those with a board quickly."""
    return any_action(state) if "board" in state else first_action(state)


def rest(crew: Crew, games: set[str]) -> None:
    """Play these games alone."""
    with crew.town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = ladder.game not in games


def standing(crew: Crew) -> dict[str, str]:
    """By kind, the subjects of the alerts that stand."""
    with crew.town.store.reading() as session:
        found = session.scalars(select(Alert).where(Alert.resolved.is_(None)))
        return {alert.kind: alert.subject for alert in found}


def until(crew: Crew, what: Any, rounds: int = 40) -> None:
    """Let the crew work until something holds."""
    for _ in range(rounds):
        if what():
            return
        crew.tick()
    raise AssertionError(f"not within {rounds} rounds")


def state(crew: Crew, name: str) -> WorkerState:
    """A worker's state as the pages tell it."""
    found: WorkerState = crew.town.read(Worker, name).state
    return found


def test_a_worker_that_voids_everything_is_taken_out_while_the_other_plays_on(crew: Crew) -> None:
    crew.workers["bad"] = void
    until(crew, lambda: crew.card("bad") and state(crew, "bad") is WorkerState.QUARANTINED)
    told = crew.town.read(Worker, "bad")
    assert "went well on other workers" in told.why
    assert told.why.endswith("To bring it back: scuffle admin release bad")
    assert standing(crew)["quarantine"] == "bad"
    played = len(crew.town.matches(status=MatchStatus.FINISHED))
    until(crew, lambda: len(crew.town.matches(status=MatchStatus.FINISHED)) >= played + 6)
    with crew.town.store.reading() as session:
        assert set(session.scalars(select(SeatRow.verdict).distinct())) <= {Verdict.OK, None}
        assert violations(session) == []
        assert list(gaps(session, crew.town.now)) == []
    # What it had voided three times before it was taken out is played once more.
    lost = crew.town.matches(status=MatchStatus.VOID)
    again = [crew.town.read(Match, one.replaced_by_id) for one in lost]
    assert all(one.ranked and one.replaces_id for one in again)
    # It takes nothing more, so that nothing more comes to nothing.
    with crew.town.store.reading() as session:
        bad = select(Attempt).where(Attempt.worker == "bad", Attempt.created > told.quarantined)
        assert session.scalars(bad).all() == []


def test_a_worker_that_was_let_out_is_not_judged_by_what_was_before(crew: Crew) -> None:
    crew.workers["bad"] = void
    until(crew, lambda: crew.card("bad") and state(crew, "bad") is WorkerState.QUARANTINED)
    crew.workers["bad"] = honest
    with crew.town.store.session() as session:
        assert "works again" in release(Hand(session, None, crew.town.now), "bad")
    assert "quarantine" not in standing(crew)
    before = len(crew.town.matches(worker="bad"))
    until(crew, lambda: len(crew.town.matches(worker="bad")) > before + 3)
    assert state(crew, "bad") in workers.ABLE


def test_a_broken_game_rests_while_the_other_plays_on(crew: Crew) -> None:
    rest(crew, {"virus-war", "virus-war-fog"})
    crew.workers = dict.fromkeys(crew.workers, breaks("virus-war"))
    until(crew, lambda: "game" in standing(crew), 60)
    assert standing(crew)["game"] == "virus-war"
    assert {state(crew, name) for name in crew.workers} <= set(workers.ABLE)
    with crew.town.store.reading() as session:
        pause = session.scalars(select(Pause)).one()
        assert (pause.subject, pause.until > crew.town.now) == ("virus-war", True)
    open_before = len(crew.town.matches(game="virus-war"))
    fog = len(crew.town.matches(game="virus-war-fog", status=MatchStatus.FINISHED))
    done = lambda: len(crew.town.matches(game="virus-war-fog", status=MatchStatus.FINISHED))  # noqa: E731
    until(crew, lambda: done() >= fog + 4)
    assert len(crew.town.matches(game="virus-war")) == open_before


def test_a_broken_game_is_tried_again_when_it_has_rested(crew: Crew) -> None:
    rest(crew, {"virus-war", "virus-war-fog"})
    crew.workers = dict.fromkeys(crew.workers, breaks("virus-war"))
    until(crew, lambda: "game" in standing(crew), 60)
    crew.workers = dict.fromkeys(crew.workers, honest)
    crew.tick(601)
    until(crew, lambda: crew.town.matches(game="virus-war", status=MatchStatus.FINISHED))
    until(crew, lambda: "game" not in standing(crew))


def test_without_contrast_nobody_is_judged_and_a_canary_is_sent(crew: Crew) -> None:
    del crew.workers["good"]
    crew.workers["bad"] = breaks("virus-war")
    crew.tick()
    crew.tick(301)
    until(crew, lambda: crew.town.matches(kind=MatchKind.CANARY), 60)
    until(crew, lambda: crew.town.matches(kind=MatchKind.CANARY, status=MatchStatus.FINISHED))
    assert state(crew, "bad") in workers.ABLE


def test_canaries_come_hourly_and_two_failed_ones_take_a_worker_out(crew: Crew) -> None:
    rest(crew, set())
    crew.tick()
    crew.tick(3500)
    assert crew.town.matches(kind=MatchKind.CANARY) == []
    crew.tick(200)
    until(crew, lambda: len(crew.town.matches(kind=MatchKind.CANARY)) == 2)
    until(crew, lambda: len(crew.town.matches(kind=MatchKind.CANARY, status="finished")) == 2)
    crew.workers["bad"] = void
    crew.tick(3600)
    until(crew, lambda: state(crew, "bad") is WorkerState.QUARANTINED)
    flown = crew.town.matches(kind=MatchKind.CANARY, worker="bad")
    assert [one.status for one in flown] == ["finished", "void", "void"]
    assert len({one.game for one in flown}) == 3
    assert "The cage could not be made." in crew.town.read(Worker, "bad").why
    assert not any(one.ranked or one.ladder_id for one in flown)
    assert state(crew, "good") in workers.ABLE


def test_canaries_that_fail_everywhere_are_the_houses_fault(crew: Crew) -> None:
    rest(crew, set())
    crew.tick()
    crew.workers = dict.fromkeys(crew.workers, void)
    crew.tick(3700)
    until(crew, lambda: "canary" in standing(crew))
    for _ in range(10):
        crew.tick()
    assert {state(crew, name) for name in crew.workers} <= set(workers.ABLE)
    assert len(crew.town.matches(kind=MatchKind.CANARY)) <= 6
    crew.workers = dict.fromkeys(crew.workers, honest)
    crew.tick(301)
    until(crew, lambda: "canary" not in standing(crew))


def test_a_lost_attempt_speaks_against_nobody(crew: Crew) -> None:
    for _ in range(5):
        crew.show()
        crew.town.tick(2)
        crew.work("good")
        crew.town.record()
        name = crew.town.queue.connection.lpop("rq:queue:matches")
        if name is not None:
            crew.town.queue.connection.set(
                f"scuffle:attempt:{name.decode().removeprefix('match-')}", "bad", ex=10
            )
            crew.town.tick(2)
            crew.town.let_go(name.decode())
            for _ in range(2):
                crew.show()
                crew.town.tick(4)
    with crew.town.store.reading() as session:
        lost = select(Attempt).where(Attempt.status == AttemptStatus.LOST)
        assert len(session.scalars(lost).all()) >= 4
        assert session.scalars(select(Match).where(Match.kind == MatchKind.CANARY)).all() == []
    assert state(crew, "bad") in workers.ABLE
