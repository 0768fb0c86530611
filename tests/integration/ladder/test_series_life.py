"""A series from its question to its answer: sets, seeds, losses, stops."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from ladder_players import any_action, crash
from sqlalchemy import select

from scuffle.sequential import LEAST_SETS, MOST_SETS, Answer
from scuffle_platform.scheduler import Scheduler
from scuffle_platform.store import bots as bot_rows
from scuffle_platform.store import contests, integrity, series
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    Bot,
    Fault,
    Ladder,
    Match,
    MatchKind,
    MatchSet,
    MatchStatus,
    Series,
    SeriesStatus,
    Version,
)
from scuffle_platform.store.series import Question

SMALL = {"size": 6, "can_pass": False}


@pytest.fixture
def quiet(sqlite_town: Any) -> Any:
    """A town in which nothing is played but what a test asks for."""
    with sqlite_town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True
    sqlite_town.show_card()
    return sqlite_town


@pytest.fixture
def ada(quiet: Any) -> str:
    """Somebody with a bot of two versions that differ; the account's id."""
    return str(quiet.person("ada"))


def versions_of(town: Any, bot: str) -> list[str]:
    """Two versions of a bot that are not the same program."""
    town.version(bot)
    with town.store.session() as session:
        query = select(Version).where(Version.bot_id == bot).order_by(Version.number)
        found = session.scalars(query).all()
        found[1].source_hash = found[1].upload_hash
        return [one.id for one in found]


def begin(town: Any, account: str, new: str, old: str, *field: str, **given: Any) -> str:
    """A series between versions, by their ids."""
    with town.store.session() as session:
        seated = [session.get_one(Version, one) for one in (new, old, *field)]
        question = Question(seated[0], seated[1], seated[2:], **given)
        return str(series.begin(session, account, question, town.now).id)


def pair(town: Any, account: str, **given: Any) -> str:
    """A series of a new bot's two versions."""
    old, new = versions_of(town, town.bot("needle", account))
    return begin(town, account, new, old, **given)


def play_with(town: Any, strong: str, series_id: str, rounds: int = 400) -> Series:
    """Work until the series has ended; whoever plays for the version ``strong`` never fails."""
    _seat_players(town, strong)
    for _ in range(rounds):
        found = town.read(Series, series_id)
        if found.status is not SeriesStatus.PLAYING:
            return found
        town.show_card()
        town.tick(3)
        town.work()
        town.record()
    raise AssertionError(f"not ended after {rounds} rounds: {town.read(Series, series_id).gains}")


def _seat_players(town: Any, strong: str) -> None:
    """Every version but ``strong`` crashes at once; with ``""`` all play alike."""

    def play(payload: dict[str, Any]) -> dict[str, Any]:
        from ladder_players import played

        from scuffle.jobs import PlayJob

        job = PlayJob.model_validate(payload)
        town.jobs.append(job)
        match = town.read(Match, job.match_id)
        players = [any_action if strong in ("", seat.version_id) else crash for seat in match.seats]
        return played(job, *players, at=town.now).model_dump(mode="json")

    town._play = play


def matches_of(town: Any, series_id: str) -> list[Match]:
    with town.store.reading() as session:
        query = select(Match).join(MatchSet).where(MatchSet.contest_id == series_id)
        return list(session.scalars(query.order_by(MatchSet.number, Match.rotation, Match.created)))


def sets_of(town: Any, series_id: str) -> list[MatchSet]:
    with town.store.reading() as session:
        query = select(MatchSet).where(MatchSet.contest_id == series_id)
        return list(session.scalars(query.order_by(MatchSet.number, MatchSet.pairing)))


def test_what_wins_every_set_is_called_better(quiet: Any, ada: str) -> None:
    old, new = versions_of(quiet, quiet.bot("needle", ada))
    series_id = begin(quiet, ada, new, old, settings=SMALL)
    found = play_with(quiet, new, series_id)
    assert (found.status, found.answer) == (SeriesStatus.ENDED, Answer.BETTER)
    assert LEAST_SETS <= found.counted <= 12
    assert found.gains[: found.counted] == [0.5] * found.counted
    assert 0 < found.low < found.gain
    matches = matches_of(quiet, series_id)
    assert {match.kind for match in matches} == {MatchKind.SERIES}
    assert not any(match.ranked for match in matches)
    assert {match.status for match in matches} <= {MatchStatus.FINISHED, MatchStatus.CANCELLED}


def test_what_loses_every_set_is_not_better(quiet: Any, ada: str) -> None:
    old, new = versions_of(quiet, quiet.bot("needle", ada))
    found = play_with(quiet, old, begin(quiet, ada, new, old, settings=SMALL))
    assert (found.answer, found.gains[0]) == (Answer.NOT_BETTER, -0.5)
    assert found.high < 0


def test_a_bot_against_itself_makes_no_difference_and_plays_nothing(quiet: Any, ada: str) -> None:
    bot = quiet.bot("needle", ada)
    quiet.version(bot)
    old, new = quiet.versions(bot)
    for asked in ((new, old), (new, new)):
        found = quiet.read(Series, begin(quiet, ada, *asked))
        assert (found.status, found.answer) == (SeriesStatus.ENDED, Answer.NOT_BETTER)
        assert found.sentence.startswith("No difference")
    quiet.tick()
    assert quiet.matches(kind=MatchKind.SERIES) == []


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
    _seat_players(quiet, "")
    for _ in range(6):
        quiet.show_card()
        quiet.tick(3)
        quiet.work()
        quiet.record()
    played = sets_of(quiet, series_id)
    assert [one.seed for one in played] == seeds[: len(played)]


def test_a_set_is_made_once_whoever_asks(quiet: Any, ada: str) -> None:
    from sqlalchemy.exc import IntegrityError

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
            from scuffle_platform.store import attempts

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


def test_a_series_goes_on_after_a_restart(quiet: Any, ada: str) -> None:
    old, new = versions_of(quiet, quiet.bot("needle", ada))
    series_id = begin(quiet, ada, new, old, settings=SMALL)
    _seat_players(quiet, new)
    for _ in range(8):
        quiet.show_card()
        quiet.tick(3)
        quiet.work()
        quiet.record()
        quiet.queue.connection.flushall()
        quiet.scheduler = Scheduler(quiet.store, quiet.queue, quiet.settings)
    found = play_with(quiet, new, series_id)
    assert found.answer is Answer.BETTER
    numbers = [one.number for one in sets_of(quiet, series_id)]
    assert numbers == list(range(len(numbers)))


def test_stopping_cancels_what_waits_and_keeps_what_was_played(quiet: Any, ada: str) -> None:
    old, new = versions_of(quiet, quiet.bot("needle", ada))
    series_id = begin(quiet, ada, new, old, settings=SMALL)
    _seat_players(quiet, new)
    for _ in range(3):
        quiet.show_card()
        quiet.tick(3)
        quiet.work()
        quiet.record()
    quiet.tick(3)
    with quiet.store.session() as session:
        assert series.stop(session, series_id, quiet.now)
        assert not series.stop(session, series_id, quiet.now)
    found = quiet.read(Series, series_id)
    assert (found.status, found.answer) == (SeriesStatus.STOPPED, Answer.UNDECIDED)
    assert "Stopped" in found.sentence
    counts = Counter(match.status for match in matches_of(quiet, series_id))
    assert counts[MatchStatus.FINISHED] > 0
    assert counts[MatchStatus.QUEUED] == 0
    made = len(matches_of(quiet, series_id))
    quiet.tick(3)
    assert len(matches_of(quiet, series_id)) == made
    with quiet.store.reading() as session:
        assert integrity.violations(session) == []


def test_a_bot_that_leaves_ends_its_series(quiet: Any, ada: str) -> None:
    series_id = pair(quiet, ada, settings=SMALL)
    quiet.tick()
    with quiet.store.session() as session:
        bot = session.scalars(select(Bot).where(Bot.account_id == ada)).one()
        bot_rows.retire(bot)
    quiet.tick(3)
    found = quiet.read(Series, series_id)
    assert (found.status, found.answer) == (SeriesStatus.ENDED, Answer.UNDECIDED)
    assert "needle left" in found.sentence


def test_nothing_lasts_past_its_deadline(quiet: Any, ada: str) -> None:
    series_id = pair(quiet, ada, settings=SMALL)
    quiet.tick()
    quiet.scheduler.carry_on(quiet.later(timedelta(days=8).total_seconds()))
    assert "after 7 days" in quiet.read(Series, series_id).sentence


def test_an_account_has_so_many_matches_of_series_a_day(quiet: Any, ada: str) -> None:
    quiet.scheduler.settings = quiet.settings.model_copy(update={"series_matches_a_day": 5})
    series_id = pair(quiet, ada, settings=SMALL)
    quiet.tick()
    assert len(matches_of(quiet, series_id)) == 4
    assert "Goes on at" in quiet.read(Series, series_id).sentence
    quiet.later(timedelta(days=1).total_seconds())
    quiet.scheduler.carry_on(quiet.now)
    assert len(matches_of(quiet, series_id)) == 8


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


def test_a_series_lives_in_both_databases(town: Any) -> None:
    town.show_card()
    account = town.person("ada")
    series_id = pair(town, account, settings=SMALL)
    town.scheduler.carry_on(town.now)
    assert len(matches_of(town, series_id)) == 8
    with town.store.session() as session:
        assert series.stop(session, series_id, town.now)
        assert integrity.violations(session) == []
    assert {match.status for match in matches_of(town, series_id)} == {MatchStatus.CANCELLED}
