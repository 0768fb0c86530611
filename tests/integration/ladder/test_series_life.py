"""A series from its question to its answer: sets, seeds, losses, stops."""

from collections import Counter
from datetime import timedelta
from typing import Any

from ladder_series import (
    SMALL,
    begin,
    matches_of,
    pair,
    play_with,
    seat_players,
    sets_of,
    versions_of,
)
from sqlalchemy import select

from scuffle.sequential import LEAST_SETS, Answer
from scuffle_platform.scheduler import Scheduler
from scuffle_platform.store import bots as bot_rows
from scuffle_platform.store import integrity, series
from scuffle_platform.store.models import (
    Account,
    Bot,
    MatchKind,
    MatchStatus,
    Series,
    SeriesStatus,
)


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


def test_a_series_goes_on_after_a_restart(quiet: Any, ada: str) -> None:
    old, new = versions_of(quiet, quiet.bot("needle", ada))
    series_id = begin(quiet, ada, new, old, settings=SMALL)
    seat_players(quiet, new)
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
    seat_players(quiet, new)
    for _ in range(3):
        quiet.show_card()
        quiet.tick(3)
        quiet.work()
        quiet.record()
    quiet.tick(3)
    with quiet.store.session() as session:
        assert series.stop(session, series_id, "its owner", quiet.now)
        assert not series.stop(session, series_id, "its owner", quiet.now)
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


def test_an_account_that_is_closed_ends_its_series(quiet: Any, ada: str) -> None:
    old, new = versions_of(quiet, quiet.bot("needle", quiet.person("grace")))
    series_id = begin(quiet, ada, new, old, settings=SMALL)
    quiet.tick()
    with quiet.store.session() as session:
        session.get_one(Account, ada).disabled = quiet.now
    quiet.tick(3)
    assert "account that asked is closed" in quiet.read(Series, series_id).sentence


def test_nothing_lasts_past_its_deadline(quiet: Any, ada: str) -> None:
    series_id = pair(quiet, ada, settings=SMALL)
    quiet.tick()
    quiet.scheduler.carry_on(quiet.later(timedelta(days=8).total_seconds()))
    assert "more than 7 days" in quiet.read(Series, series_id).sentence


def test_an_account_has_so_many_matches_of_series_a_day(quiet: Any, ada: str) -> None:
    quiet.scheduler.settings = quiet.settings.model_copy(update={"series_matches_a_day": 5})
    series_id = pair(quiet, ada, settings=SMALL)
    quiet.tick()
    assert len(matches_of(quiet, series_id)) == 4
    assert "Goes on at" in quiet.read(Series, series_id).sentence
    quiet.later(timedelta(days=1).total_seconds())
    quiet.scheduler.carry_on(quiet.now)
    assert len(matches_of(quiet, series_id)) == 8


def test_a_series_lives_in_both_databases(town: Any) -> None:
    town.show_card()
    account = town.person("ada")
    series_id = pair(town, account, settings=SMALL)
    town.scheduler.carry_on(town.now)
    assert len(matches_of(town, series_id)) == 8
    with town.store.session() as session:
        assert series.stop(session, series_id, "its owner", town.now)
        assert integrity.violations(session) == []
    assert {match.status for match in matches_of(town, series_id)} == {MatchStatus.CANCELLED}
