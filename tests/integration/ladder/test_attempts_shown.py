"""Attempts with their evidence on page and API: for everybody, for the owner, and to watch (C5)."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from scuffle.jobs import match_job_id
from scuffle.replay import Replay as ReplayFile
from scuffle_platform.app import create_app
from scuffle_platform.settings import Settings
from scuffle_platform.store import tokens
from scuffle_platform.store.models import Match, MatchStatus

HOST = {"cores": 2.0, "load": 1.5, "cpu_pressure": 0.25, "clock": "cgroup"}
SEAT = {"cpu_ms": 12.0, "requests": 7.0, "peak_memory_mb": 23.4, "exit": "SIGSEGV"}


@pytest.fixture
def app(sqlite_town: Any, empty_valkey: str) -> Iterator[Flask]:
    town = sqlite_town
    settings = Settings(data=town.folder, database_url=town.store.url, redis_url=empty_valkey)
    app = create_app(settings, TESTING=True)
    yield app
    app.extensions["scuffle.store"].close()


def void_thrice(town: Any, match_id: str) -> None:
    """Three attempts fail by us after ten steps; the third says what it used."""
    for number in (1, 2, 3):
        report = town.played(town.start(match_id, number))
        seats = [one.model_copy(update={"evidence": SEAT}) for one in report.seats]
        void = {
            "status": "void",
            "reason": "The host was too busy.",
            "steps": report.steps[:10],
            "outcome": None,
            "evidence": HOST,
            "ended": report.started + 3.25,
            "seats": tuple(seats),
        }
        town.report(
            match_job_id(match_id, number), report.model_copy(update=void).model_dump(mode="json")
        )
        town.record()


def test_attempts_are_told_with_their_evidence(sqlite_town: Any, app: Flask) -> None:
    town = sqlite_town
    ann = town.person("ann")
    bot_id = town.bot("mine", ann)
    match_id = town.match_of(bot_id)
    client = app.test_client()
    void_thrice(town, match_id)
    assert town.read(Match, match_id).status is MatchStatus.VOID

    page = client.get(f"/matches/{match_id}").text
    assert page.count("The host was too busy.") >= 3
    for told in ("took 3.2 s", "2 cores", "load 1.5", "CPU pressure 25%", "CPU counted by cgroup"):
        assert told in page
    assert "ours" in page
    assert "SEGV" not in page
    assert "peak memory" not in page

    seen = client.get(f"/api/v1/matches/{match_id}").json["attempts"]
    assert [one["number"] for one in seen] == [1, 2, 3]
    assert {one["fault"] for one in seen} == {"ours"}
    assert seen[0]["evidence"].items() >= HOST.items()
    assert seen[0]["partial"]
    assert seen[0]["own"] == []

    with town.store.session() as session:
        secret = tokens.make(session, ann, "mine", ["read"])[1]
    mine = client.get(f"/api/v1/matches/{match_id}", headers={"Authorization": f"Bearer {secret}"})
    (own,) = mine.json["attempts"][0]["own"]
    assert own == {"player": 0, "evidence": SEAT}


def test_what_an_attempt_played_can_be_watched_once_the_match_is_over(
    sqlite_town: Any, app: Flask
) -> None:
    town = sqlite_town
    match_id = town.match()
    client = app.test_client()
    file, page = (f"/matches/{match_id}/attempts/1/replay.{kind}" for kind in ("json", "html"))
    api = f"/api/v1/matches/{match_id}/attempts/1/replay"
    town.start(match_id)
    assert [client.get(path).status_code for path in (file, page, api)] == [404, 404, 409]
    void_thrice(town, match_id)
    assert len(ReplayFile.from_bytes(client.get(file).data).steps) == 10
    assert client.get(api).data == client.get(file).data
    assert b"<svg" in client.get(page).data or b"<script" in client.get(page).data
    assert file in client.get(f"/matches/{match_id}").text
    assert client.get(file.replace("/1/", "/9/")).status_code == 404
