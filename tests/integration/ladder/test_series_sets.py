"""The sets of a series: who sits where, on which seed, under which settings, and once more."""

from typing import Any

import pytest
from ladder_series import SMALL, begin, matches_of, pair, seat_players, sets_of, versions_of
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from scuffle.sequential import MOST_SETS
from scuffle_platform.store import attempts, contests, integrity, series
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    Fault,
    Match,
    MatchStatus,
    Series,
)
from scuffle_platform.store.series import Question


def test_openings_rotate_as_on_the_ladder_and_every_seat_is_swapped(quiet: Any, ada: str) -> None:
    series_id = pair(quiet, ada)
    quiet.tick()
    matches = matches_of(quiet, series_id)
    assert [match.settings["opening_turns"] for match in matches] == [0, 0, 2, 2, 2, 2, 2, 2]
    for one, other in zip(matches[::2], matches[1::2], strict=True):
        assert one.seed == other.seed
        assert [seat.version_id for seat in one.seats] == [
            seat.version_id for seat in reversed(other.seats)
        ]


def test_an_opening_that_was_asked_for_stays(quiet: Any, ada: str) -> None:
    series_id = pair(quiet, ada, settings={"opening_turns": 3})
    quiet.tick()
    assert {match.settings["opening_turns"] for match in matches_of(quiet, series_id)} == {3}


def test_formats_take_turns_where_the_ladder_has_several() -> None:
    sizes = [series.settings_of("virus-war-steps", 2, None, number) for number in range(6)]
    assert [one["size"] for one in sizes] == [11, 13, 15, 11, 13, 15]
    assert [one["opening_turns"] for one in sizes] == [0, 0, 0, 2, 2, 2]


def test_seeds_follow_from_series_and_number_and_none_comes_twice(quiet: Any, ada: str) -> None:
    series_id = pair(quiet, ada, settings=SMALL)
    with quiet.store.session() as session:
        one = session.get_one(Series, series_id)
        question = Question(one.new, one.old, (), SMALL)
        seeds = [
            series._bouts(one, question, number)[0].seed
            for number in (*range(MOST_SETS), *range(9))
        ]
    assert len(set(seeds)) == MOST_SETS
    assert seeds[MOST_SETS:] == seeds[:9]
    seat_players(quiet, "")
    for _ in range(6):
        quiet.show_card()
        quiet.tick(3)
        quiet.work()
        quiet.record()
    played = sets_of(quiet, series_id)
    assert [one.seed for one in played] == seeds[: len(played)]


def test_a_set_is_made_once_whoever_asks(quiet: Any, ada: str) -> None:
    series_id = pair(quiet, ada, settings=SMALL)
    quiet.tick()
    with quiet.store.session() as session:
        one = session.get_one(Series, series_id)
        bout = series._bouts(one, Question(one.new, one.old, (), SMALL), 0)[0]
        with pytest.raises(IntegrityError):
            contests.order(session, bout, quiet.now)
        session.rollback()


def void(town: Any, match_id: str) -> None:
    """Three attempts of ours come to nothing."""
    with town.store.session() as session:
        for number in (1, 2, 3):
            match = session.get_one(Match, match_id)
            match.status, match.attempts = MatchStatus.QUEUED, number
            session.add(Attempt(match_id=match_id, number=number, job_id=f"{match_id}-{number}"))
            session.flush()
            attempt = session.scalars(
                select(Attempt).where(Attempt.match_id == match_id, Attempt.number == number)
            ).one()
            attempts.fail(session, attempt, AttemptStatus.VOID, "It broke.", town.now, Fault.OURS)


def test_a_void_match_is_played_again_on_its_seed_and_seats(quiet: Any, ada: str) -> None:
    series_id = pair(quiet, ada, settings=SMALL)
    quiet.scheduler.carry_on(quiet.now)
    first = matches_of(quiet, series_id)[0]
    void(quiet, first.id)
    assert quiet.read(Match, first.id).status is MatchStatus.VOID
    quiet.scheduler.carry_on(quiet.later(1))
    again = [
        match
        for match in matches_of(quiet, series_id)
        if match.set_id == first.set_id and match.rotation == first.rotation
    ]
    assert [match.status for match in again] == [MatchStatus.VOID, MatchStatus.QUEUED]
    assert again[0].seed == again[1].seed
    seats = [[seat.version_id for seat in match.seats] for match in again]
    assert seats[0] == seats[1]
    void(quiet, again[1].id)
    quiet.scheduler.carry_on(quiet.later(1))
    assert len(matches_of(quiet, series_id)) == 9
    quiet.scheduler.carry_on(quiet.later(601))
    assert len(matches_of(quiet, series_id)) == 10
    with quiet.store.reading() as session:
        assert integrity.violations(session) == []


def test_three_sit_with_one_field_on_one_seed_and_every_seat(quiet: Any, ada: str) -> None:
    quiet.game = "virus-roll-write"
    old, new = versions_of(quiet, quiet.bot("needle", ada))
    field = [quiet.versions(quiet.bot(name, ada))[0] for name in ("left", "right")]
    series_id = begin(quiet, ada, new, old, *field)
    quiet.tick()
    sets = sets_of(quiet, series_id)
    assert [(one.number, one.pairing) for one in sets[:4]] == [
        (0, "new"),
        (0, "old"),
        (1, "new"),
        (1, "old"),
    ]
    assert sets[0].seed == sets[1].seed != sets[2].seed
    seats: dict[str, set[tuple[str | None, ...]]] = {"new": set(), "old": set()}
    for match in matches_of(quiet, series_id):
        if match.set_id in (sets[0].id, sets[1].id):
            table = "new" if match.set_id == sets[0].id else "old"
            seats[table].add(tuple(seat.version_id for seat in match.seats))
    left, right = field
    assert seats["new"] == {(new, left, right), (left, right, new), (right, new, left)}
    assert seats["old"] == {(old, left, right), (left, right, old), (right, old, left)}


def test_the_gain_of_three_is_the_mean_points_of_new_minus_those_of_old() -> None:
    new = ((1, 2, 3), (2, 3, 1), (3, 1, 1))
    old = ((3, 1, 2), (1, 2, 3), (1, 1, 1))
    tables: series.Tables = {("new", 0): new, ("old", 0): old, ("new", 1): new, ("old", 1): None}
    points = [(1 + 1 + 0.75) / 3, (0 + 0 + 0.5) / 3]
    assert series._gain(tables, 0) == pytest.approx(points[0] - points[1])
    assert series._gain(tables, 1) is None
    assert series._gain({("both", 0): ((1, 2), (1, 1))}, 0) == pytest.approx(0.25)
    assert series._gain({("both", 0): (None, (2, 1))}, 0) == pytest.approx(0.25)
