"""Every page of a site with 1,000 bots and 100,000 matches, in CPU time beside a Flask hello."""

import statistics
import time
from collections.abc import Callable, Iterator

import pytest
from benchmarks.seeding import seed
from flask import Flask, url_for
from flask.testing import FlaskClient
from sqlalchemy import select

from scuffle_platform.app import create_app
from scuffle_platform.auth import COOKIE
from scuffle_platform.settings import Settings
from scuffle_platform.store import inbox, sessions
from scuffle_platform.store.inbox import News
from scuffle_platform.store.models import Bot, Match, NoticeKind, now

Note = Callable[[str, float, float, str], float]
LEADERBOARD = "/games/virus-war/leaderboard"
EXPORTS = ("/api/v1/matches.ndjson",)
"""What gives everything there is, line by line, is no page."""
OWN = ("/", "/inbox", "/bots", "/account", "/community", "/community/bots", LEADERBOARD)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("large")
    settings = Settings(data=folder, redis_url=f"unix://{folder}/nobody.sock")
    seed(settings.database, 1000, 100_000)
    app = create_app(settings, TESTING=True, RATELIMIT_ENABLED=False)
    app.extensions["scuffle.store"].gather_statistics()
    yield app
    app.extensions["scuffle.store"].close()


@pytest.fixture
def hello() -> FlaskClient:
    app = Flask("hello")
    app.get("/")(lambda: "Hello")
    return app.test_client()


def cpu_ms(client: FlaskClient, path: str, **asked: object) -> float:
    started = time.process_time()
    client.get(path, **asked).get_data()  # type: ignore[arg-type]
    return (time.process_time() - started) * 1e3


def beside(hello: FlaskClient, client: FlaskClient, path: str, **asked: object) -> list[float]:
    """Medians in microseconds, the page's and the hello's, asked in turn."""
    pairs = [(cpu_ms(client, path, **asked), cpu_ms(hello, "/")) for _ in range(100)]
    return [statistics.median(column) * 1e3 for column in zip(*pairs, strict=True)]


def test_leaderboard_against_a_flask_hello(app: Flask, hello: FlaskClient, note: Note) -> None:
    ours, theirs = beside(hello, app.test_client(), LEADERBOARD)
    assert note("leaderboard / Flask hello", ours, theirs, "us") <= 60


def test_a_page_of_the_leaderboard_weighs_less_than_30_kb(app: Flask, note: Note) -> None:
    sizes = [len(app.test_client().get(f"{LEADERBOARD}?after={rank}").data) for rank in (0, 500)]
    assert note("leaderboard's weight", max(sizes), 30_000, "bytes") < 1


def test_cached_leaderboard_against_a_flask_hello(
    app: Flask, hello: FlaskClient, note: Note
) -> None:
    client = app.test_client()
    client.get(LEADERBOARD)  # the first visit brings the cookie that the tag depends on
    tag = {"If-None-Match": client.get(LEADERBOARD).headers["ETag"]}
    ours, theirs = beside(hello, client, LEADERBOARD, headers=tag)
    assert note("leaderboard, unchanged / Flask hello", ours, theirs, "us") <= 3


def test_match_page_against_a_flask_hello(app: Flask, hello: FlaskClient, note: Note) -> None:
    with app.extensions["scuffle.store"].reading() as session:
        match = session.scalars(select(Match.id).order_by(Match.created.desc())).first()
    ours, theirs = beside(hello, app.test_client(), f"/matches/{match}")
    assert note("match page / Flask hello", ours, theirs, "us") <= 30


def test_every_page_takes_less_than_100_ms(app: Flask, note: Note) -> None:
    client, slow = app.test_client(), {}
    for path in pages(app):
        found = statistics.median(cpu_ms(client, path) for _ in range(5))
        if note(path, found, 100, "ms") >= 1:
            slow[path] = found
    assert not slow


def test_every_page_of_ones_own_takes_less_than_100_ms(app: Flask, note: Note) -> None:
    client, slow = app.test_client(), {}
    with app.extensions["scuffle.store"].session() as session:
        mine = session.scalars(select(Bot).where(Bot.name == "bot5")).one().account_id
        client.set_cookie(COOKIE, sessions.start(session, mine))
        news = [
            News(mine, NoticeKind.BENCHED, f"{number}", {"bot": "gone", "why": "It failed."})
            for number in range(inbox.MOST)
        ]
        inbox.tell(session, news, now())
    for path in OWN:
        found = statistics.median(cpu_ms(client, path) for _ in range(5))
        if note(f"own {path}", found, 100, "ms") >= 1:
            slow[path] = found
    assert not slow


def pages(app: Flask) -> list[str]:
    """Every address that can be filled in, with the busiest bot and with another."""
    with app.extensions["scuffle.store"].reading() as session:
        greedy, other = (
            session.scalars(select(Bot.id).where(Bot.game == "virus-war", Bot.name == name)).one()
            for name in ("greedy", "bot5")
        )
        match = session.scalars(select(Match).order_by(Match.created.desc())).first()
        assert match is not None
    found = []
    for one, two in ((greedy, other), (other, greedy)):
        known = {"bot": one, "other": two, "match": match.id, "game": match.game}
        known |= {"ladder": match.ladder_id, "number": 1, "player": 0}
        known |= {"bot_id": one, "other_id": two, "match_id": match.id, "game_id": match.game}
        with app.test_request_context():
            found += [
                url_for(rule.endpoint, **{name: known[name] for name in rule.arguments})
                for rule in app.url_map.iter_rules()
                if "GET" in (rule.methods or ()) and rule.arguments <= known.keys()
            ]
    return [path for path in dict.fromkeys(found) if path not in EXPORTS]
