"""A whole series: asked over the API, played by workers, told by API and page."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from ladder_players import any_action, first_action, played
from sqlalchemy import select

from scuffle.jobs import PlayJob
from scuffle_platform.app import create_app
from scuffle_platform.settings import Settings
from scuffle_platform.store import tokens
from scuffle_platform.store.models import Ladder, Match, Version

ASKED = {"game": "virus-war", "new": "needle@2", "old": "needle@1", "settings": {"size": 6}}


@pytest.fixture
def site(sqlite_town: Any, empty_valkey: str) -> Iterator[Any]:
    """The town's site for one who may submit: a test client, and the headers with its token."""
    ada = sqlite_town.person("ada")
    with sqlite_town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True
        _, secret = tokens.make(session, ada, "test", ("read", "submit"))
    bot = sqlite_town.bot("needle", ada)
    better = sqlite_town.version(bot)
    with sqlite_town.store.session() as session:
        found = session.get_one(Version, better)
        # Another program in name; who plays how is the worker's business here.
        found.source_hash = found.upload_hash
    sqlite_town._play = lambda payload: play(sqlite_town, better, payload)
    app = create_app(Settings(data=sqlite_town.folder, redis_url=empty_valkey), TESTING=True)
    yield app.test_client(), {"Authorization": f"Bearer {secret}"}
    app.extensions["scuffle.store"].close()


def play(town: Any, better: str, payload: dict[str, Any]) -> dict[str, Any]:
    """A worker whose ``better`` version attacks while the other one passes where it can."""
    job = PlayJob.model_validate(payload)
    seats = town.read(Match, job.match_id).seats
    players = [any_action if seat.version_id == better else first_action for seat in seats]
    return played(job, *players, at=town.now).model_dump(mode="json")


def follow(town: Any, client: FlaskClient, series_id: str) -> dict[str, Any]:
    """Let workers and scheduler work until the API says that the series has ended."""
    for _ in range(60):
        found: dict[str, Any] = client.get(f"/api/v1/series/{series_id}").get_json()
        if found["status"] != "playing":
            return found
        town.show_card()
        town.tick(3)
        town.work()
        town.record()
    raise AssertionError(f"still playing: {found}")


def test_a_clearly_better_version_is_called_better(sqlite_town: Any, site: Any) -> None:
    client, headers = site
    made = client.post("/api/v1/series", json=ASKED, headers=headers).get_json()
    found = follow(sqlite_town, client, made["id"])
    assert (found["status"], found["answer"]) == ("ended", "better")
    assert found["gain"] > 0.3
    assert found["interval"][0] > 0
    counted = [one for one in found["played"] if one["gain"] is not None]
    assert len(counted) == found["sets"] <= 12
    assert len({one["seed"] for one in counted}) == len(counted)
    page = client.get(f"/series/{made['id']}").text
    assert "Yes, version 2 is better." in page
    assert "data-poll" not in page
    for one in counted[0]["matches"]:
        assert client.get(f"/matches/{one['id']}").status_code == 200
    match = client.get(f"/api/v1/matches/{counted[0]['matches'][0]['id']}").get_json()
    assert (match["kind"], match["ranked"], match["status"]) == ("series", False, "finished")


def test_asked_the_other_way_round_it_is_not_better(sqlite_town: Any, site: Any) -> None:
    client, headers = site
    turned = {"new": ASKED["old"], "old": ASKED["new"]}
    made = client.post("/api/v1/series", json=ASKED | turned, headers=headers).get_json()
    found = follow(sqlite_town, client, made["id"])
    assert found["answer"] == "not-better"
    assert "No, version 1 is worse." in client.get(f"/series/{made['id']}").text
