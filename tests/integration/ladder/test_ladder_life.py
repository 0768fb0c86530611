"""A ladder that lives by itself: workers, sets, fits, fairness, breakers."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from scuffle.jobs import match_job_id
from scuffle.registry import games
from scuffle_platform.scheduler import Scheduler, rest_after_fit
from scuffle_platform.store import ladders, standings
from scuffle_platform.store.models import (
    Alert,
    Bot,
    BotState,
    Fit,
    Ladder,
    Match,
    MatchKind,
    MatchSet,
    MatchStatus,
    Rating,
    RatingPoint,
    Worker,
    WorkerState,
)


def ladder_of(town: Any) -> Ladder:
    with town.store.reading() as session:
        found = ladders.public(session, "virus-war")
        assert found is not None
        return found


def pause(town: Any) -> None:
    """Make no new sets, so that a test's own match is the only one."""
    with town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True


def test_workers_show_themselves_and_go(sqlite_town: Any) -> None:
    town = sqlite_town
    town.show_card("w1")
    town.show_card("w2", state="no-cage")
    town.tick(3)
    assert town.read(Worker, "w1").state is WorkerState.IDLE
    assert town.read(Worker, "w2").state is WorkerState.NO_CAGE
    town.queue.connection.delete("scuffle:worker:w1")
    for _ in range(11):
        town.show_card("w2", state="no-cage")
        town.tick(3)
    assert town.read(Worker, "w1").state is WorkerState.GONE
    assert town.read(Worker, "w2").state is WorkerState.NO_CAGE


def test_without_workers_no_ladder_match_is_made(sqlite_town: Any) -> None:
    for _ in range(5):
        sqlite_town.tick()
    assert sqlite_town.matches() == []


def test_a_ladder_plays_by_itself_and_ranks(town: Any) -> None:
    for _ in range(6):
        town.show_card()
        town.tick(3)
        open_matches = [one for one in town.matches() if one.status is MatchStatus.QUEUED]
        assert len(open_matches) <= 2
        town.work()
        town.record()
    town.tick(60)
    matches = town.matches(kind=MatchKind.LADDER)
    assert len(matches) >= 8
    with town.store.reading() as session:
        found = session.scalars(select(Rating).order_by(Rating.rank)).all()
        by_name = {one.bot.name: one for one in found}
        assert by_name["greedy"].rating == 1000
        assert sorted(one.rank for one in found if one.rank) == list(range(1, len(found) + 1))
        assert sum(one.games for one in found) == 2 * len(
            [one for one in matches if one.status is MatchStatus.FINISHED]
        )
        assert all(one.wins + one.draws + one.losses == one.games for one in found)
        lower = [one.rating - one.plus_minus for one in found if one.rank]
        assert lower == sorted(lower, reverse=True)
        assert len({one.fit_id for one in found}) == 1
    finished = [one for one in matches if one.status is MatchStatus.FINISHED]
    assert all(seat.sentence and seat.change is not None for seat in finished[0].seats)
    assert finished[0].fit_id


def test_a_set_is_all_rotations_on_one_seed_and_its_first_is_bare(sqlite_town: Any) -> None:
    town = sqlite_town
    for _ in range(8):
        town.show_card()
        town.tick(3)
        town.work()
        town.record()
    by_set: dict[str, list[Match]] = {}
    for match in town.matches(kind=MatchKind.LADDER):
        by_set.setdefault(match.set_id or "", []).append(match)
    assert len({matches[0].seed for matches in by_set.values()}) == len(by_set)
    for matches in by_set.values():
        one, other = matches
        assert one.seed == other.seed
        assert [seat.bot_id for seat in one.seats] == [seat.bot_id for seat in other.seats][::-1]
        turns = {match.settings["opening_turns"] for match in matches}
        assert turns == ({0} if town.read(MatchSet, one.set_id).number == 0 else {2})
    assert {one.settings["opening_turns"] for one in town.matches()} == {0, 2}


def test_live_numbers_equal_a_rebuild_from_nothing(town: Any) -> None:
    for _ in range(5):
        town.show_card()
        town.tick(3)
        town.work()
        town.record()
    town.tick(60)
    ladder = ladder_of(town)
    with town.store.reading() as session:
        rebuilt = standings.solve(standings.material(session, ladder.id)).estimates
        stored = session.scalars(select(Rating).where(Rating.ladder_id == ladder.id)).all()
        assert {one.version_id: (one.rating, one.plus_minus) for one in stored} == {
            version: (one.rating, one.plus_minus) for version, one in rebuilt.items()
        }


def test_a_ladder_is_fitted_at_most_once_a_second_and_only_for_news(sqlite_town: Any) -> None:
    town = sqlite_town
    town.tick()
    town.tick(60)
    with town.store.reading() as session:
        before = len(session.scalars(select(Fit)).all())
    for _ in range(5):
        town.tick()
    with town.store.reading() as session:
        assert len(session.scalars(select(Fit)).all()) == before
    match_id = town.match()
    town.report_match(match_id)
    town.tick(60)
    with town.store.reading() as session:
        fits = session.scalars(select(Fit).where(Fit.ladder_id == ladder_of(town).id)).all()
        assert max(fit.matches for fit in fits) == 1
        points = session.scalars(select(RatingPoint)).all()
        assert sorted(one.games for one in points)[-2:] == [1, 1]


@pytest.mark.parametrize(("cpu_s", "rest_s"), [(0.01, 1), (0.3, 1.5), (0.7, 3.5), (9, 4)])
def test_the_rest_after_a_fit_leaves_time_for_the_next(cpu_s: float, rest_s: float) -> None:
    assert rest_after_fit(timedelta(seconds=cpu_s)) == timedelta(seconds=rest_s)


def test_what_is_recorded_has_its_rating_within_five_seconds(town: Any) -> None:
    """Also what comes right after a fit, and after the scheduler was started anew."""
    town.tick(60)
    for anew in (False, True):
        town.report_match(town.match())
        if anew:
            town.scheduler = Scheduler(town.store, town.queue, town.settings)
        for _ in range(5):
            town.tick()
        with town.store.reading() as session:
            assert not standings.stale(session)
            unfitted = select(Match).where(Match.status == MatchStatus.FINISHED, Match.ranked)
            assert not session.scalars(unfitted.where(Match.fit_id.is_(None))).all()


def test_what_people_asked_for_takes_at_most_half(sqlite_town: Any) -> None:
    town = sqlite_town
    pause(town)
    for worker in ("w1", "w2", "w3"):
        town.show_card(worker)
    town.scheduler.lookout.look(town.later(3))
    ann, bob = town.person("ann"), town.person("bob")
    asked = [town.match(MatchKind.CHALLENGE, asked_by=ann) for _ in range(6)]
    asked += [town.match(MatchKind.CHALLENGE, asked_by=bob)]
    ranked = [town.match() for _ in range(6)]
    town.scheduler.dispatcher.dispatch(town.later(1))
    given = {one.id for one in town.matches() if one.attempts}
    assert len(given & set(ranked)) == 3
    assert given & set(asked) == {asked[0], asked[1], asked[6]}


def test_a_bot_that_left_plays_no_waiting_match(sqlite_town: Any) -> None:
    town = sqlite_town
    pause(town)
    bot_id = town.bot("mine", town.person("ann"))
    match_id = town.match_of(bot_id)
    with town.store.session() as session:
        session.get_one(Bot, bot_id).state = BotState.RETIRED
    town.tick(11)
    match = town.read(Match, match_id)
    assert match.status is MatchStatus.CANCELLED
    assert town.read(MatchSet, match.set_id).ended is not None


def test_a_second_version_ends_what_waits_and_what_plays_counts_for_the_first(
    sqlite_town: Any,
) -> None:
    town = sqlite_town
    bot_id = town.bot("mine", town.person("ann"))
    (first,) = town.versions(bot_id)
    playing = town.match_of(bot_id)
    town.tick()
    town.hold(match_job_id(playing, 1))
    town.tick(3)
    waiting = town.match_of(bot_id)
    second = town.version(bot_id)
    town.hold(match_job_id(playing, 1))
    town.tick(11)
    assert town.read(Match, waiting).status is MatchStatus.CANCELLED
    assert town.read(Match, playing).status is MatchStatus.PLAYING
    town.work()
    town.record()
    town.tick(60)
    assert town.read(Match, playing).status is MatchStatus.FINISHED
    with town.store.reading() as session:
        games = {one.version_id: one.games for one in session.scalars(select(Rating))}
        assert (games[first], games[second]) == (1, 0)
    with town.store.session() as session:
        session.get_one(Bot, bot_id).active_version_id = first
    town.tick(11)
    town.tick(60)
    assert first in town.roster()
    with town.store.reading() as session:
        ranks = {one.version_id: one.rank for one in session.scalars(select(Rating))}
        assert ranks[first]
        assert ranks.get(second) is None


def test_a_match_that_nobody_has_time_for_is_cancelled(sqlite_town: Any) -> None:
    town = sqlite_town
    pause(town)
    kept = [town.match() for _ in range(2)]
    waiting = town.match()
    town.tick()
    town.tick(3700)
    assert town.read(Match, waiting).status is MatchStatus.CANCELLED
    assert all(town.read(Match, one).status is MatchStatus.QUEUED for one in kept)


def test_a_broken_ladder_stops_no_other(sqlite_town: Any) -> None:
    town = sqlite_town
    with town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = False
            if ladder.game == "virus-war-fog":
                ladder.formats = [{"num_players": 2, "settings": {"size": 99}}]
    for _ in range(4):
        for number in range(12):  # room for a set of every game at once
            town.show_card(f"w{number}")
        town.tick(3)
    assert {one.game for one in town.matches()} == games().keys() - {"virus-war-fog"}
    with town.store.reading() as session:
        alert = session.scalars(select(Alert)).one()
        assert (alert.kind, alert.resolved) == ("matchmaking", None)


def test_with_too_little_disk_no_match_starts(
    sqlite_town: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    town = sqlite_town
    match_id = town.match()
    monkeypatch.setattr("scuffle_platform.scheduler.LEAST_FREE_BYTES", 2**60)
    town.tick()
    assert town.attempts(match_id) == []
    with town.store.reading() as session:
        assert "of disk is left" in session.scalars(select(Alert)).one().sentence
    monkeypatch.undo()
    town.tick(11)
    assert len(town.attempts(match_id)) == 1
    with town.store.reading() as session:
        assert session.scalars(select(Alert)).one().resolved is not None
