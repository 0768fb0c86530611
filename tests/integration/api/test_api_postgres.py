"""The same API over PostgreSQL: what differs is how rows are locked, compared and cast."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import BytesIO

import pytest

from scuffle_platform.settings import Settings
from scuffle_platform.store.migrate import migrate
from scuffle_platform.store.models import now

BOT = b"def get_action(state, api):\n    return state['legal_actions'][0]\n"
pytestmark = pytest.mark.needs_postgres


@pytest.fixture
def settings(tmp_path, empty_valkey, postgres_url):
    """Settings of a fresh site over PostgreSQL."""
    migrate(postgres_url)
    return Settings(data=tmp_path, redis_url=empty_valkey, database_url=postgres_url)


def found(stranger, **query):
    answer = stranger.get("/api/v1/matches", query_string=query)
    assert answer.status_code == 200, answer.text
    return len(answer.json["items"])


def test_filters_speak_both_dialects(anna, ben, played, stranger):
    one, two = anna.bot("one", "virus-war-fog"), ben.bot("two", "virus-war-fog")
    for _ in range(2):
        played(one, two)
    whole = {
        "settings": '{"size":6}',
        "tag": "opening",
        "verdict": "ok",
        "since": "2020-01-01T00:00:00Z",
        "bot": "one",
        "opponent": "two",
        "seat": 0,
        "version": 1,
    }
    assert found(stranger) == 2
    assert found(stranger, **whole) == 1
    assert found(stranger, settings='{"size":7}') == 0
    assert found(stranger, tag="open") == 0
    wins, losses = (found(stranger, bot="one", outcome=word) for word in ("win", "loss"))
    assert wins + losses + found(stranger, bot="one", outcome="draw") == 2
    first = stranger.get("/api/v1/matches?limit=1").json
    last = stranger.get(f"/api/v1/matches?limit=1&cursor={first['next']}").json
    assert first["items"][0]["id"] != last["items"][0]["id"]
    assert last["next"] is None
    lines = stranger.get("/api/v1/matches.ndjson?tag=opening").text.splitlines()
    assert [json.loads(line) for line in lines] == [*last["items"], *first["items"]]
    assert stranger.get("/api/v1/replays").json["items"] == []
    yesterday = now().date() - timedelta(days=1)
    assert len(stranger.get(f"/api/v1/replays/{yesterday}.tar?bot=one").data) == 1024


def test_two_uploads_at_once_make_one_version(anna):
    bot = anna.bot("one")
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: anna.upload(bot), range(4)))
    assert [answer.status_code for answer in answers] == [201] * 4
    assert len(anna.get(f"bots/{bot}/versions").json["items"]) == 1


def test_a_new_bot_sent_at_once_is_one(anna):
    def send(code):
        form = {"name": "race", "game": "virus-war", "file": (BytesIO(code), "bot.py")}
        return anna.post("versions", data=form, content_type="multipart/form-data")

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(send, [BOT] * 4))
    assert [answer.status_code for answer in answers] == [201] * 4
    assert sorted(answer.json["joined"] for answer in answers) == [False, True, True, True]
    other = send(BOT + b"#")
    assert (other.status_code, other.json["code"]) == (409, "name-taken")
    assert f"POST bots/{answers[0].json['bot']}/versions" in other.json["hint"]


def test_two_requests_under_one_key_make_one_bot(anna):
    def make(_):
        body, key = {"name": "one", "game": "virus-war"}, {"Idempotency-Key": "k"}
        return anna.post("bots", json=body, headers=key).status_code

    with ThreadPoolExecutor(4) as pool:
        answers = sorted(pool.map(make, range(4)))
    assert answers[0] == 201
    assert set(answers) <= {201, 409}
    assert len(anna.get("bots?mine=true").json["items"]) == 1


def test_names_are_taken_and_looked_up_however_they_are_spelled(anna, ben, stranger):
    anna.bot("Straße")
    assert ben.post("bots", json={"name": "STRASSE", "game": "virus-war"}).status_code == 409
    assert stranger.get("/api/v1/bots/strasse").json["name"] == "Straße"
    assert stranger.get("/api/v1/accounts/ANNA").json["bots"][0]["name"] == "Straße"
