"""Taking back what a worker or an engine has done: voided, played again, ratings follow."""

from datetime import timedelta
from typing import Any

import pytest
from ladder_workers import Crew, honest
from sqlalchemy import select

from scuffle_platform import operations
from scuffle_platform.operations import Hand, Refused
from scuffle_platform.store import bots, standings
from scuffle_platform.store.completeness import gaps
from scuffle_platform.store.integrity import violations
from scuffle_platform.store.models import (
    AttemptStatus,
    Audit,
    BotState,
    Fault,
    Ladder,
    Match,
    MatchStatus,
    Rating,
)
from scuffle_platform.store.voiding import Selection


def played_out(crew: Crew) -> None:
    """No further sets, and work until nothing is open."""
    with crew.town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True
    for _ in range(80):
        crew.tick()
        if not crew.town.matches(status=MatchStatus.QUEUED):
            break
    crew.town.tick(2)


@pytest.fixture
def crew(sqlite_town: Any) -> Crew:
    """Two workers in a town where matches were played on both."""
    sqlite_town.bot("ink", sqlite_town.person("ada"))
    crew = Crew(sqlite_town, {"w1": honest, "w2": honest})
    for _ in range(6):
        crew.tick()
    return crew


def everything(crew: Crew, **whose: str) -> Selection:
    at = crew.town.now
    return Selection(at - timedelta(hours=1), at, **whose)


def faults(crew: Crew) -> list[str]:
    with crew.town.store.reading() as session:
        return [*violations(session), *gaps(session, crew.town.now)]


def ratings(crew: Crew) -> dict[str, tuple[float, int]]:
    with crew.town.store.reading() as session:
        return {one.version_id: (one.rating, one.games) for one in session.scalars(select(Rating))}


def test_what_a_worker_did_is_taken_back_and_played_again(crew: Crew) -> None:
    played_out(crew)
    town = crew.town
    before = town.matches(worker="w1", status=MatchStatus.FINISHED)
    others = {one.id for one in town.matches(worker="w2", status=MatchStatus.FINISHED)}
    assert before
    said = operations.void(
        town.store, None, everything(crew, worker="w1"), "Its clock ran.", town.now
    )
    assert said.startswith(f"{len(before)} matches taken back; {len(before)} played again.")
    for one in before:
        match = town.read(Match, one.id)
        again = town.read(Match, match.replaced_by_id)
        assert (match.status, match.outcome) == (MatchStatus.VOID, None)
        assert match.sentence.endswith(f"Its clock ran. It is played again as match {again.id}.")
        assert (again.seed, again.rotation, again.ranked) == (one.seed, one.rotation, True)
        seats = [[seat.version_id for seat in each.seats] for each in (one, again)]
        assert seats[0] == seats[1]
        (attempt,) = town.attempts(one.id)
        assert (attempt.status, attempt.fault) == (AttemptStatus.VOID, Fault.WORKER)
        assert attempt.why == "Taken back by an administrator. Its clock ran."
    assert {one.id for one in town.matches(worker="w2", status=MatchStatus.FINISHED)} == others
    assert faults(crew) == []
    played_out(crew)
    assert all(town.read(Match, one.id).status is MatchStatus.VOID for one in before)
    assert len(town.matches(status=MatchStatus.FINISHED)) == len(before) + len(others)
    assert faults(crew) == []
    with town.store.reading() as session:
        notes = session.scalars(select(Audit).where(Audit.action == "void")).all()
        assert [one.subject for one in notes] == ["worker w1"]


def test_ratings_follow_at_once_and_equal_a_rebuild(crew: Crew) -> None:
    played_out(crew)
    town = crew.town
    before = ratings(crew)
    operations.void(town.store, None, everything(crew, engine="scuffle/test"), "", town.now)
    # The scheduler has counted all results as they came, and must notice that they are gone.
    town.tick(2)
    assert all(games == 0 for _, games in ratings(crew).values())
    assert ratings(crew).keys() <= before.keys()
    played_out(crew)
    town.tick(2)
    assert sum(games for _, games in ratings(crew).values()) == sum(n for _, n in before.values())
    with town.store.reading() as session:
        ladder = session.scalars(select(Ladder).where(Ladder.game == town.game)).one()
        fitted = standings.solve(standings.material(session, ladder.id)).estimates
        assert {key: one.rating for key, one in fitted.items()} == {
            key: rating for key, (rating, _) in ratings(crew).items()
        }


def test_taking_back_twice_changes_nothing_more(crew: Crew) -> None:
    town = crew.town
    selection = everything(crew, worker="w1")
    operations.void(town.store, None, selection, "", town.now)
    count = len(town.matches())
    with pytest.raises(Refused, match="No finished match of worker w1"):
        operations.void(town.store, None, selection, "", town.now)
    assert len(town.matches()) == count


def test_an_earlier_version_plays_its_matches_again(crew: Crew) -> None:
    played_out(crew)
    town = crew.town
    with town.store.session() as session:
        mine = bots.find(session, "ink")[0].id
    operations.void(town.store, None, everything(crew, engine="scuffle/test"), "", town.now)
    town.version(mine)
    with town.store.session() as session:
        bot = bots.find(session, mine)[0]
        bot.active_version_id = town.versions(mine)[-1]
    played_out(crew)
    town.tick(20)
    assert town.matches(status=MatchStatus.CANCELLED) == []


def test_bots_that_left_are_not_asked_again(crew: Crew) -> None:
    played_out(crew)
    town = crew.town
    with town.store.session() as session:
        bot = bots.find(session, "ink")[0]
        bot.state = BotState.RETIRED
        mine = bot.id
    operations.void(town.store, None, everything(crew, engine="scuffle/test"), "", town.now)
    for match in town.matches(status=MatchStatus.VOID):
        sat = mine in {seat.bot_id for seat in match.seats}
        assert (match.replaced_by_id is None) == sat
        assert ("has left, so it is not played again" in match.sentence) == sat


def test_what_names_nobody_is_refused(sqlite_town: Any) -> None:
    crew = Crew(sqlite_town)
    with pytest.raises(Refused, match="Name a worker or an engine"):
        operations.void(crew.town.store, None, everything(crew), "", crew.town.now)


def test_a_pause_starts_nothing_and_loses_nothing(crew: Crew) -> None:
    town = crew.town
    with town.store.session() as session:
        operations.pause(Hand(session, None, town.now), "all")
    for _ in range(5):
        crew.tick()
    before = [one.id for one in town.matches(status=MatchStatus.QUEUED)]
    finished = len(town.matches(status=MatchStatus.FINISHED))
    for _ in range(5):
        crew.tick()
    assert [one.id for one in town.matches(status=MatchStatus.QUEUED)] == before
    assert len(town.matches(status=MatchStatus.FINISHED)) == finished
    crew.tick(7200)
    assert [one.id for one in town.matches(status=MatchStatus.QUEUED)] == before
    assert faults(crew) == []
    with town.store.session() as session:
        operations.resume(Hand(session, None, town.now), "all")
    for _ in range(5):
        crew.tick()
    assert len(town.matches(status=MatchStatus.FINISHED)) > finished
