"""One button pressed four times at once, or by four people, over PostgreSQL: done once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from threading import Barrier

import pytest
from sqlalchemy import func, select, text

from scuffle.registry import game
from scuffle_platform import operations
from scuffle_platform.settings import Settings
from scuffle_platform.store import ladders, pauses, seasons, series, sessions
from scuffle_platform.store.migrate import migrate
from scuffle_platform.store.models import (
    Ladder,
    Match,
    MatchStatus,
    Series,
    SeriesStatus,
    Version,
    now,
)
from scuffle_platform.store.voiding import Selection
from scuffle_platform.supervisor.waiting import wait_until

pytestmark = pytest.mark.needs_postgres
TIMES = 4


@pytest.fixture
def settings(tmp_path, empty_valkey, postgres_url):
    """Settings of a fresh site over PostgreSQL."""
    migrate(postgres_url)
    return Settings(data=tmp_path, redis_url=empty_valkey, database_url=postgres_url)


def at_once(act):
    """What each of four gives that begin together."""
    start = Barrier(TIMES)

    def one(number):
        start.wait(30)
        return act(number)

    with ThreadPoolExecutor(TIMES) as pool:
        return list(pool.map(one, range(TIMES)))


def test_a_league_is_joined_once(anna, ben, csrf):
    plan = {"game": "virus-war", "name": "7 b", "closes": str(now() + timedelta(days=9))}
    league = anna.post("leagues", json=plan).json
    browsers = [ben.browser() for _ in range(TIMES)]
    forms = [
        {"csrf_token": csrf(each, "/leagues/new"), "code": league["code"]} for each in browsers
    ]
    joined = at_once(lambda one: browsers[one].post("/leagues/join", data=forms[one]).location)
    assert joined == [f"/leagues/{league['id']}"] * TIMES
    assert anna.get(f"leagues/{league['id']}").json["members"] == 1


def test_a_match_is_taken_back_and_played_again_once(anna, ben, played, store):
    match = played(anna.bot("one", "virus-war-fog"), ben.bot("two", "virus-war-fog"))
    with store.session() as session:
        session.get_one(Match, match).worker = "w1"
    everything = Selection(now() - timedelta(hours=1), now(), "w1", "")

    def take_back(_):
        with suppress(operations.Refused):
            return operations.void(store, None, everything, "It was hot.", now())

    said = list(filter(None, at_once(take_back)))
    assert len(said) == 1
    with store.reading() as session:
        queued = select(func.count()).where(Match.status == MatchStatus.QUEUED)
        assert session.scalar(queued) == 1


def test_a_link_leads_one_browser_in(anna, store):
    with store.session() as session:
        secret = sessions.make_link(session, anna.id)

    def follow(_):
        with store.session() as session:
            return sessions.use_link(session, secret)

    assert len(list(filter(None, at_once(follow)))) == 1


def test_a_game_is_paused_by_several(admin, store):
    def rest(number):
        with store.session() as session:
            hand = operations.Hand(session, admin.id, now())
            return operations.pause(hand, "virus-war", f"Because of {number}.")

    assert len(set(at_once(rest))) == 1
    with store.reading() as session:
        assert [one.subject for one in pauses.standing(session, now())] == ["virus-war"]


def test_a_season_ends_once(store):
    """Who comes while another is still at it; who comes later means the season after."""
    with store.session() as session:
        ladders.succeed(session, game("virus-war"), None, now())

    def end(_):
        with suppress(LookupError), store.session() as session:
            return seasons.start(session, game("virus-war"), "Spring", now()).epoch

    with ThreadPoolExecutor(TIMES) as pool:
        with store.session() as session:
            assert seasons.start(session, game("virus-war"), "Spring", now()).epoch == 2
            late = pool.map(end, range(TIMES))
            wait_until(lambda: waiting(store) == TIMES, 30, "all others wait for the first")
        assert list(late) == [None] * TIMES


def waiting(store):
    """How many connections to this database wait for a lock."""
    query = "datname = current_database() AND wait_event_type = 'Lock'"
    with store.engine.connect() as connection:
        return connection.scalar(text(f"SELECT count(*) FROM pg_stat_activity WHERE {query}"))


def test_what_has_ended_is_not_stopped_any_more(anna, ben, ready, store):
    new, old = (ready(one) for one in (anna.bot("one"), ben.bot("two")))
    with store.session() as session:
        question = series.Question(*(session.get_one(Version, one) for one in (new, old)))
        made = series.begin(session, anna.id, question, now())
        # Two bots of one program end it at once; this one shall be under way.
        made.status, asked = SeriesStatus.PLAYING, made.id
    with store.session() as late:
        looked_at = late.get_one(Series, asked)
        with store.session() as session:
            assert series.stop(session, asked, "its owner", now())
        assert not series.stop(late, asked, "its owner", now())
        assert looked_at.status is SeriesStatus.STOPPED


def test_no_wish_for_new_ratings_is_lost(admin, store):
    with store.session() as session:
        ladder = ladders.succeed(session, game("virus-war"), None, now()).id
    with store.session() as late:
        looked_at = late.get_one(Ladder, ladder)
        with store.session() as session:
            operations.rebuild(operations.Hand(session, admin.id, now()), ladder)
        assert looked_at.stale == 0
        operations.rebuild(operations.Hand(late, admin.id, now()), ladder)
    with store.reading() as session:
        assert session.get_one(Ladder, ladder).stale == 4
