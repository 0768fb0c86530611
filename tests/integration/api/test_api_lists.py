"""Every list comes in pages; a queued match tells its place; a filter says what it takes."""

from datetime import timedelta

import click
import pytest

from scuffle.cli.moments import moment
from scuffle.jobs import MATCHES
from scuffle.registry import games
from scuffle_platform.store import ladders
from scuffle_platform.store.abilities import LACK
from scuffle_platform.store.models import (
    Entrant,
    Match,
    MatchStatus,
    Replay,
    Worker,
    WorkerState,
    now,
)


@pytest.fixture
def opened(store):
    """Every game's public ladder; gives their ids by game."""
    with store.session() as session:
        kinds = games().values()
        return {kind.id: ladders.open_public(session, kind, now()).id for kind in kinds}


def lists_of(stranger):
    """The lists that the document knows: path and names of parameters."""
    made = stranger.get("/api/v1/openapi.json").json
    for path, operations in made["paths"].items():
        answer = operations.get("get", {}).get("responses", {}).get("200", {})
        schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
        shape = made["components"]["schemas"].get(schema.get("$ref", "").rpartition("/")[2], {})
        if {"items", "next"} <= set(shape.get("properties", {})):
            yield path, {one["name"] for one in operations["get"]["parameters"]}


def test_every_list_takes_cursor_and_limit(anna, stranger, opened):
    found = dict(lists_of(stranger))
    # Not a list of things that one looks through, but a film.
    found.pop("/api/v1/matches/{match}/frames")
    known = {"bot": anna.bot("one"), "game": "virus-war", "ladder": opened["virus-war"]}
    assert len(found) >= 13
    for path, taken in found.items():
        assert {"cursor", "limit"} <= taken, path
        asked = path.removeprefix("/api/v1/").format_map(known)
        for bad in ("limit=0", "limit=101", "limit=x", "cursor=%25", "colour=red"):
            assert anna.get(f"{asked}?{bad}").status_code == 422, (path, bad)


def test_pages_of_one_make_the_whole_list(anna, store, opened, played):
    anna.post("tokens", json={"name": "second", "scopes": ["read"]})
    for name in ("Class A", "Class B"):
        plan = {"game": "virus-war", "name": name, "closes": str(now() + timedelta(days=30))}
        assert anna.post("leagues", json=plan).status_code == 201
    match = played(anna.bot("one", "virus-war-fog"), anna.bot("two", "virus-war-fog"))
    with store.session() as session:
        session.get_one(Replay, match).created = now() - timedelta(days=3)
        session.get_one(Match, match).finished = now() - timedelta(days=3)
    for path in ("games", "ladders", "languages", "tokens", "leagues", "replays"):
        pages_of_one(anna, path)


def pages_of_one(anna, path):
    whole = anna.get(path).json["items"]
    assert len(whole) >= 2, path
    seen, cursor = [], ""
    for _ in whole:
        page = anna.get(f"{path}?limit=1{cursor}").json
        seen += page["items"]
        cursor = f"&cursor={page['next']}"
    assert (seen, page["next"]) == (whole, None), path


def test_a_ladder_tells_who_sees_it_and_how_many_play(anna, store, opened, ready):
    bot = anna.bot("one")
    ready(bot)
    with store.session() as session:
        session.add(Entrant(ladder_id=opened["virus-war"], bot_id=bot))
    found = {one["game"]: one for one in anna.get("ladders").json["items"]}
    assert {one["visibility"] for one in found.values()} == {"public"}
    assert (found["virus-war"]["entrants"], found["virus-war-fog"]["entrants"]) == (1, 0)


@pytest.fixture
def waiting(anna, played, store):
    """Two matches of which the first is still queued, and another one queued later."""
    one, two = anna.bot("one", "virus-war-fog"), anna.bot("two", "virus-war-fog")
    first, second, ended = played(one, two), played(one, two), played(one, two)
    with store.session() as session:
        for match in (first, second):
            session.get_one(Match, match).status = MatchStatus.QUEUED
        session.add(Worker(name="w1", state=WorkerState.IDLE, queues=[MATCHES], seen=now()))
    return first, second, ended


def test_a_queued_match_tells_its_place(anna, waiting, scuffle, store):
    first, second, ended = waiting
    assert anna.get(f"matches/{ended}").json["waiting"] is None
    # One match ended in the last quarter of an hour.
    assert anna.get(f"matches/{first}").json["waiting"] == {"position": 1, "expected_s": 900.0}
    assert anna.get(f"matches/{second}").json["waiting"]["position"] == 2
    assert "Number 2 of those that wait; its turn may come in 30 min." in scuffle("match", second)
    with store.session() as session:
        session.get_one(Match, second).sentence = f"{LACK}Rust."
    assert anna.get(f"matches/{second}").json["waiting"] == {"position": 2, "expected_s": None}
    assert "Number 2 of those that wait.\n" in scuffle("match", second)
    with store.session() as session:
        session.get_one(Worker, "w1").state = WorkerState.GONE
    assert anna.get(f"matches/{first}").json["waiting"] == {"position": 1, "expected_s": None}


def test_the_opponent_is_sought_in_the_bots_game(anna, ben):
    bot = anna.bot("annbot", "virus-war-fog")
    for game in ("virus-war", "virus-war-fog"):
        ben.bot("greedy2", game)
    assert anna.get("matches?bot=annbot&opponent=greedy2").status_code == 200
    assert anna.get(f"bots/{bot}/against/greedy2").status_code == 200
    assert anna.get("matches?opponent=greedy2").json["code"] == "several-bots"


def test_since_is_a_moment_with_its_zone(stranger):
    bare = ("2026-11-30", "1764460800", "2026-11-30T10:00:00", "2026-11-30T10:00Z", "0", "٢")
    for text in bare:
        answer = stranger.get("/api/v1/matches", query_string={"since": text})
        assert answer.status_code == 422, text
        assert "such as 2026-11-30T00:00:00Z" in answer.json["errors"][0]
    for text in ("2026-11-30T10:00:00Z", "2026-11-30t10:00:00.5z", "2026-11-30 10:00:00+02:00"):
        assert stranger.get("/api/v1/matches", query_string={"since": text}).status_code == 200


def test_a_day_that_somebody_types_is_sent_as_a_moment():
    assert moment("2026-11-29") == "2026-11-29T00:00:00Z"
    assert moment("2026-11-29T14:00Z") == "2026-11-29T14:00:00Z"
    assert moment("2026-11-29 14:00+02:00") == "2026-11-29T12:00:00Z"
    for text in ("yesterday", "0001-01-01T00:00+14:00"):
        with pytest.raises(click.BadParameter, match="wanted a day or a time"):
            moment(text)


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("matches?game=virus-wra", "did you mean virus-war"),
        ("matches.ndjson?game=nope", "choose one of virus-"),
        ("replays/2026-01-01.tar?game=nope", "There is no game 'nope'"),
        ("bots?game=nope", "There is no game 'nope'"),
        ("series?game=nope", "There is no game 'nope'"),
        ("tournaments?game=nope", "There is no game 'nope'"),
        ("matches?outcome=shut-on", "did you mean 'shut-in'?"),
        ("matches?verdict=crush", "'crash'"),
        ("matches?kind=lader", "did you mean 'ladder'?"),
        ("matches?status=finish", "did you mean 'finished'?"),
        ("series?status=endet", "did you mean 'ended'?"),
        ("tournaments?status=opened", "did you mean 'open'?"),
    ],
)
def test_a_filter_that_nobody_knows_is_told_with_what_comes_close(stranger, query, told):
    answer = stranger.get(f"/api/v1/{query}")
    assert (answer.status_code, answer.json["code"]) == (422, "unknown-word")
    assert told in " ".join(answer.json["errors"])


def test_a_setting_that_no_game_has_is_told_too(stranger):
    for query, told in (("", "did you mean 'size'?"), ("&game=virus-roll-write", "there are ")):
        answer = stranger.get(f'/api/v1/matches?settings={{"sise":8}}{query}')
        assert (answer.status_code, answer.json["code"]) == (422, "unknown-word")
        assert told in answer.json["detail"]
