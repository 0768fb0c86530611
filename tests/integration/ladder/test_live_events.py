"""Matches watched while they are played: the stream of events, and who may see it."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from viewer import Viewer

from scuffle.film import perspective_frames
from scuffle.jobs import StepRecord, match_job_id, steps_key
from scuffle.replay import Replay
from scuffle_platform.app import create_app
from scuffle_platform.auth import COOKIE
from scuffle_platform.settings import Settings
from scuffle_platform.store import sessions
from scuffle_platform.store.models import Match, MatchStatus, SeatRow
from scuffle_platform.store.recording import setting_of

STREAMS = 3


@pytest.fixture
def app(sqlite_town: Any, empty_valkey: str) -> Iterator[Flask]:
    town = sqlite_town
    settings = Settings(
        data=town.folder,
        database_url=town.store.url,
        redis_url=empty_valkey,
        live_streams=STREAMS,
    )
    app = create_app(settings, TESTING=True)
    yield app
    app.extensions["scuffle.live"].close()
    app.extensions["scuffle.store"].close()


class Stage:
    """A match being played by a worker that is a few lines of a test."""

    def __init__(self, town: Any) -> None:
        self.town = town
        self.match_id = town.match()
        self.number = 0
        self.begin()

    def begin(self) -> None:
        """The next attempt starts."""
        self.number += 1
        job = self.town.start(self.match_id, self.number)
        self.job_id = match_job_id(self.match_id, self.number)
        self.town.hold(self.job_id)
        self.town.tick(2)
        assert self.town.read(Match, self.match_id).status is MatchStatus.PLAYING
        self.report = self.town.played(job)
        self.steps: tuple[StepRecord, ...] = self.report.steps

    def show(self, first: int, last: int) -> None:
        """Steps ``first`` to ``last``, from 1, were taken."""
        for number in range(first, last + 1):
            fields: Any = {"step": self.steps[number - 1].model_dump_json()}
            key = steps_key(self.match_id, self.number)
            self.town.queue.connection.xadd(key, fields, id=f"{number}-0")

    def hand_in(self) -> None:
        """The worker reports; nobody has recorded it yet."""
        self.town.report(self.job_id, self.report.model_dump(mode="json"))

    def frames(self, perspective: str = "all") -> list[Any]:
        """What the whole replay shows."""
        found = self.town.read(Match, self.match_id)
        with self.town.store.reading() as session:
            players = setting_of(session.get_one(Match, found.id)).players
        replay = Replay(
            game=found.game,
            settings=found.settings,
            seed=found.seed,
            players=tuple(players),
            steps=self.steps,
            verdicts=tuple(seat.verdict for seat in self.report.seats),
            outcome=self.report.outcome,
            rules_hash=self.report.rules_hash,
        )
        return perspective_frames(replay, perspective)


@pytest.fixture
def stage(sqlite_town: Any, app: Flask) -> Stage:
    return Stage(sqlite_town)


def test_a_match_appears_while_it_is_played(stage: Stage, app: Flask) -> None:
    stage.show(1, 4)
    viewer = Viewer(app.test_client(), stage.match_id)
    start = viewer.event()
    frames = stage.frames()
    assert (start["event"], start["id"], start["data"]["attempt"]) == ("start", "0", 1)
    assert start["data"]["frame"] == frames[0]
    assert start["data"]["film"]["steps"] == []
    seen = viewer.steps(4)
    assert [one["id"] for one in seen] == ["1", "2", "3", "4"]
    assert [one["data"]["frame"] for one in seen] == frames[1:5]
    stage.show(5, 6)
    assert [one["data"]["taken"] for one in viewer.steps(2)] == [
        step.model_dump(mode="json") for step in stage.steps[4:6]
    ]
    viewer.close()


def test_the_end_is_told_after_it_was_recorded(stage: Stage, app: Flask) -> None:
    stage.show(1, len(stage.steps) - 2)
    viewer = Viewer(app.test_client(), stage.match_id, last="3")
    assert viewer.event()["id"] == "4"
    viewer.steps(len(stage.steps) - 6)
    stage.hand_in()
    assert viewer.chunk() == {}
    stage.town.record()
    # The last two steps were never shown; the record has them.
    last = viewer.steps(2)
    assert [one["data"]["frame"] for one in last] == stage.frames()[-2:]
    end = viewer.event()
    assert (end["event"], end["data"]["status"]) == ("end", "finished")
    assert end["data"]["outcome"] == stage.report.outcome
    with pytest.raises(StopIteration):
        viewer.chunk()
    viewer.close()


@pytest.mark.parametrize("last", ["0", "9-nonsense"])
def test_late_viewers_get_everything(stage: Stage, app: Flask, last: str) -> None:
    stage.show(1, 5)
    viewer = Viewer(app.test_client(), stage.match_id, last=last)
    assert viewer.event()["event"] == "start"
    assert [one["id"] for one in viewer.steps(5)] == ["1", "2", "3", "4", "5"]
    viewer.close()


def test_also_of_a_match_that_has_ended(stage: Stage, app: Flask) -> None:
    stage.hand_in()
    stage.town.record()
    viewer = Viewer(app.test_client(), stage.match_id, last="0")
    assert viewer.event()["event"] == "start"
    assert [one["data"]["frame"] for one in viewer.steps(len(stage.steps))] == stage.frames()[1:]
    assert viewer.event()["event"] == "end"
    viewer.close()
    resumed = Viewer(app.test_client(), stage.match_id, last=str(len(stage.steps)))
    assert resumed.event()["event"] == "end"
    resumed.close()


def test_when_the_worker_is_killed_the_next_attempt_begins_anew(stage: Stage, app: Flask) -> None:
    client = app.test_client()
    stage.show(1, 3)
    viewer = Viewer(client, stage.match_id)
    viewer.event()
    viewer.steps(3)
    stage.town.let_go(stage.job_id)
    for _ in range(5):
        stage.town.tick(4)
    state = viewer.event()
    assert (state["event"], state["data"]["status"]) == ("state", "queued")
    assert "id" not in state
    stage.begin()
    stage.show(1, 2)
    start = viewer.event()
    assert (start["event"], start["id"], start["data"]["attempt"]) == ("start", "2-0", 2)
    assert [one["id"] for one in viewer.steps(2)] == ["2-1", "2-2"]
    viewer.close()
    back = Viewer(client, stage.match_id, last="3")
    assert back.event()["id"] == "2-0"
    back.close()
    back = Viewer(client, stage.match_id, last="2-1")
    assert back.event()["id"] == "2-2"
    back.close()


def test_a_queue_that_was_emptied_loses_nothing(stage: Stage, app: Flask) -> None:
    stage.show(1, 3)
    viewer = Viewer(app.test_client(), stage.match_id)
    viewer.event()
    viewer.steps(3)
    stage.town.queue.connection.delete(steps_key(stage.match_id, 1))
    stage.show(5, 6)
    assert viewer.chunk() == {}, "a gap is not shown"
    stage.town.queue.connection.delete(steps_key(stage.match_id, 1))
    stage.show(1, 6)
    assert [one["id"] for one in viewer.steps(3)] == ["4", "5", "6"]
    viewer.close()


def test_what_a_worker_forged_is_not_shown_or_taken_back(stage: Stage, app: Flask) -> None:
    truth = stage.steps
    other = next(step for step in truth if step.player == 1)
    stage.steps = (truth[0], other, *truth[2:])
    stage.show(1, 2)
    viewer = Viewer(app.test_client(), stage.match_id)
    assert viewer.event()["event"] == "start"
    assert viewer.event()["id"] == "1"
    assert viewer.chunk() == {}
    stage.steps = truth
    stage.hand_in()
    stage.town.record()
    assert viewer.event()["event"] == "start"
    assert [one["data"]["frame"] for one in viewer.steps(len(truth))] == stage.frames()[1:]
    viewer.close()


def test_streams_are_counted(stage: Stage, app: Flask) -> None:
    client = app.test_client()
    viewers = [Viewer(client, stage.match_id) for _ in range(STREAMS)]
    assert [viewer.status for viewer in viewers] == [200] * STREAMS
    full = client.get(f"/api/v1/matches/{stage.match_id}/events")
    assert (full.status_code, full.json["code"]) == (503, "watched-by-many")
    assert int(full.headers["Retry-After"]) > 0
    viewers.pop().close()
    viewers.append(Viewer(client, stage.match_id))
    assert viewers[-1].status == 200
    for viewer in viewers:
        viewer.close()


def test_whoever_finds_no_place_asks_for_frames(stage: Stage, app: Flask) -> None:
    client = app.test_client()
    stage.show(1, 4)
    frames = client.get(f"/matches/{stage.match_id}/frames/all.json")
    assert frames.json == stage.frames()[:5]
    assert "no-store" in frames.headers["Cache-Control"]
    film = client.get(f"/matches/{stage.match_id}/film.json").json
    assert (len(film["steps"]), film["outcome"]) == (4, None)
    items = client.get(f"/api/v1/matches/{stage.match_id}/frames").json["items"]
    assert [item["step"] for item in items] == [0, 1, 2, 3, 4]
    page = client.get(f"/matches/{stage.match_id}").text
    assert f"/api/v1/matches/{stage.match_id}/events" in page
    assert stage.frames()[4]["sentence"] in page


@pytest.fixture
def browsers(stage: Stage, app: Flask) -> dict[str, FlaskClient]:
    """Ann, who plays seat 1 of the match by hand, somebody else who is logged in, a stranger."""
    town, made = stage.town, {"stranger": app.test_client()}
    for name in ("ann", "bob"):
        account = town.person(name)
        made[name] = app.test_client()
        with town.store.session() as session:
            made[name].set_cookie(COOKIE, sessions.start(session, account, "a browser"))
            if name == "ann":
                session.get_one(SeatRow, (stage.match_id, 1)).account_id = account
    return made


def test_while_a_person_plays_nobody_else_looks_on(
    stage: Stage, browsers: dict[str, FlaskClient]
) -> None:
    stage.show(1, 5)
    api, page = f"/api/v1/matches/{stage.match_id}", f"/matches/{stage.match_id}"
    paths = [f"{api}/{path}" for path in ("events", "frames", "frames?as=0", "frames?as=1")]
    paths += [f"{page}/{path}" for path in ("film.json", "frames/all.json", "frames/1.json")]
    for name in ("stranger", "bob"):
        client = browsers[name]
        for path in paths:
            answer = client.get(path, headers={"Last-Event-ID": "0"})
            assert (answer.status_code, path) == (403, path)
            assert "person" in answer.text
        assert client.get(f"{api}/replay").status_code == 409
        shown = client.get(page).text
        assert "/events" not in shown
        assert "Being played." in shown


def test_who_plays_sees_the_match_from_the_own_seat(
    stage: Stage, browsers: dict[str, FlaskClient]
) -> None:
    stage.show(1, 5)
    client = browsers["ann"]
    viewer = Viewer(client, stage.match_id, last="0")
    assert viewer.event()["data"]["film"]["perspectives"] == ["1"]
    seen = [one["data"] for one in viewer.steps(5)]
    views = [one["frame"]["view"] for one in seen]
    assert views == [frame["view"] for frame in stage.frames("1")[1:6]]
    assert all(one["marks"] == [] and set(one["taken"]) == {"player"} for one in seen)
    viewer.close()
    for wider in ("all", "0"):
        path = f"/api/v1/matches/{stage.match_id}/events?as={wider}"
        assert client.get(path).status_code == 403
    own = client.get(f"/matches/{stage.match_id}/film.json").json
    assert own["marks"] == []
    assert all(set(step) == {"player"} for step in own["steps"])


def test_once_it_ended_everybody_sees_all_of_it(
    stage: Stage, browsers: dict[str, FlaskClient]
) -> None:
    stage.hand_in()
    stage.town.record()
    for client in browsers.values():
        viewer = Viewer(client, stage.match_id)
        assert viewer.event()["data"]["film"]["perspectives"] == ["all"]
        viewer.close()
