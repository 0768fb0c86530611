"""How often, how fast, and what survives while Redis or the body is broken."""

import time
from contextlib import contextmanager

import pytest
from flask import request
from sqlalchemy import event

from scuffle_platform import ratelimits
from scuffle_platform.app import create_app
from scuffle_platform.store.models import Fit, Ladder, Rating, now


def test_a_token_has_120_requests_a_minute(anna, ben):
    for _ in range(120):
        answer = anna.get("languages")
    assert answer.status_code == 200
    assert answer.headers["RateLimit-Limit"] == "120"
    assert answer.headers["RateLimit-Remaining"] == "0"
    assert "Retry-After" not in answer.headers
    refused = anna.get("games")
    assert refused.status_code == 429
    assert refused.mimetype == "application/problem+json"
    left_s = int(refused.headers["RateLimit-Reset"]) - time.time()
    assert 0 < int(refused.headers["Retry-After"]) <= left_s + 3
    assert len(refused.headers.getlist("Retry-After")) == 1
    assert ben.get("games").status_code == 200


def test_forged_tokens_are_counted_together(stranger):
    for number in range(120):
        forged = {"Authorization": f"Bearer scf_{number}"}
        assert stranger.get("/api/v1/games", headers=forged).status_code == 401
    assert stranger.get("/api/v1/games").status_code == 429


def test_pages_are_not_counted(stranger):
    assert "RateLimit-Limit" not in stranger.get("/healthz").headers


def test_without_redis_the_site_counts_by_itself(settings, tmp_path):
    away = settings.model_copy(update={"redis_url": f"unix://{tmp_path}/nobody.sock"})
    app = create_app(away, TESTING=True)
    client = app.test_client()
    assert client.get("/api/v1/games").status_code == 200
    assert client.get("/readyz").json == {
        "database": "ok",
        "queue": "away",
        "scheduler": "never seen",
        "recorder": "never seen",
    }
    last = [client.get("/api/v1/games").status_code for _ in range(121)][-1]
    assert last == 429
    app.extensions["scuffle.store"].close()


def test_a_database_without_tables_is_not_ready(settings, tmp_path):
    empty = settings.model_copy(update={"database_url": f"sqlite:///{tmp_path}/other.db"})
    app = create_app(empty, TESTING=True)
    assert app.test_client().get("/readyz").status_code == 503
    app.extensions["scuffle.store"].close()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b"{",
        b'{"name": "one", "name": "two", "game": "virus-war"}',
        b'{"name": NaN}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"name": "\\ud800", "game": "virus-war"}',
        b'{"name": "\\u0000", "game": "virus-war"}',
        b'{"name": 1e999}',
        b"\xff\xfe",
    ],
)
def test_a_broken_body_gets_a_sentence(anna, body):
    answer = anna.post("bots", data=body, content_type="application/json")
    assert answer.status_code == 400, answer.text
    assert answer.json["code"] == "bad-json"
    assert answer.json["hint"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"null", 'found "null", wanted an object'),
        (b'{\n  "name": "one",\n}', "at line 3, column 1"),
        (b"hello", "expecting value at line 1, column 1"),
        (b'{"name": NaN}', "Found NaN, which is not JSON"),
        (b'{"a": 1, "a": 2}', 'The key "a" stands twice'),
    ],
)
def test_the_sentence_is_about_a_body_and_no_bots_line(anna, body, words):
    told = anna.post("bots", data=body, content_type="application/json").json["detail"]
    assert words in told
    assert not {"bot", "stderr", "line."} & set(told.split())


def test_wrong_fields_are_named_one_by_one(anna):
    answer = anna.post("bots", json={"name": 5, "colour": "red"})
    assert answer.status_code == 422
    errors = answer.json["errors"]
    assert {error.partition(":")[0] for error in errors} == {"name", "game", "colour"}


@contextmanager
def statements(store):
    """The SQL that is sent meanwhile."""
    sent = []

    def note(_connection, _cursor, statement, *_):
        if not statement.startswith("BEGIN"):
            sent.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)
    yield sent
    event.remove(store.engine, "before_cursor_execute", note)


@pytest.fixture
def ladder(store, anna, ready):
    """A ladder with three ranked bots."""
    versions = [(bot, ready(bot)) for bot in map(anna.bot, ("one", "two", "three"))]
    with store.session() as session:
        ladder = Ladder(game="virus-war", name="Virus War", formats=[], rules_hash="0")
        session.add(ladder)
        session.flush()
        fit = Fit(ladder_id=ladder.id, number=812, matches=90)
        session.add(fit)
        session.flush()
        for rank, (bot, version) in enumerate(versions, 1):
            counts = {"games": 30, "wins": 10, "draws": 10, "losses": 10}
            session.add(
                Rating(
                    ladder_id=ladder.id,
                    version_id=version,
                    bot_id=bot,
                    fit_id=fit.id,
                    rank=rank,
                    rating=1000.0 - rank,
                    plus_minus=40.0,
                    **counts,
                )
            )
        return ladder.id


def test_a_leaderboard_takes_two_statements(ladder, store, stranger):
    with statements(store) as sent:
        answer = stranger.get("/api/v1/games/virus-war/leaderboard")
    assert len(sent) <= 2, "\n\n".join(sent)
    found = answer.json
    assert [row["name"] for row in found["items"]] == ["one", "two", "three"]
    assert found["as_of"]["fit"] == 812
    assert found["items"][0] == {
        "rank": 1,
        "bot": found["items"][0]["bot"],
        "name": "one",
        "owner": "anna",
        "version": 1,
        "language": "python",
        "rating": 999.0,
        "plus_minus": 40.0,
        "games": 30,
        "wins": 10,
        "draws": 10,
        "losses": 10,
    }
    assert stranger.get(f"/api/v1/ladders/{ladder}/leaderboard").json == found


def test_a_page_of_matches_takes_few_statements(store, played, anna, stranger):
    bot = anna.bot("fog", "virus-war-fog")
    for _ in range(3):
        played(bot, bot)
    with statements(store) as sent:
        assert len(stranger.get("/api/v1/matches").json["items"]) == 3
    assert len(sent) <= 2, "\n\n".join(sent)


def test_bots_come_with_their_rating(ladder, store, stranger):
    with statements(store) as sent:
        found = stranger.get("/api/v1/bots?game=virus-war").json["items"]
    assert len(sent) == 1
    assert [bot["rating"] for bot in found] == [997.0, 998.0, 999.0]
    assert stranger.get("/api/v1/bots/one").json == found[-1]


def test_the_application_starts_without_a_warning(settings):
    """``filterwarnings = error`` makes any warning of it a failure of this test."""
    create_app(settings).extensions["scuffle.store"].close()
    assert now().tzinfo


@pytest.mark.parametrize(("trusted", "address"), [(0, "127.0.0.1"), (1, "2.2.2.2")])
def test_a_forwarded_address_counts_from_a_declared_proxy_only(settings, trusted, address):
    app = create_app(settings.model_copy(update={"trusted_proxies": trusted}), TESTING=True)
    seen = []
    app.before_request(lambda: seen.append((ratelimits.address(), request.host)) and None)
    headers = {"X-Forwarded-For": "1.1.1.1, 2.2.2.2", "X-Forwarded-Host": "evil.example"}
    app.test_client().get("/healthz", headers=headers)
    assert seen == [(address, "localhost")]
    app.extensions["scuffle.store"].close()


@pytest.mark.parametrize("path", ["/", "/api/v1/matches"])
def test_a_database_that_is_away_is_told_as_such(settings, tmp_path, path):
    away = settings.model_copy(update={"database_url": "postgresql://a:b@127.0.0.1:1/x"})
    app = create_app(away, TESTING=True)
    answer = app.test_client().get(path)
    assert answer.status_code == 503
    assert "Retry-After" in answer.headers
    assert "The database does not answer just now" in answer.text
    app.extensions["scuffle.store"].close()
