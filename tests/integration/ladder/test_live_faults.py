"""A program that fails while others play on is shown at that step, as far as one may see."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from ladder_town import Town
from redis import Redis
from sqlalchemy import select
from viewer import Viewer

from scuffle.function_seat import FunctionSeat
from scuffle.jobs import PlayReport, match_job_id, steps_key
from scuffle.match import play_match
from scuffle.registry import make
from scuffle_platform.app import create_app
from scuffle_platform.auth import COOKIE
from scuffle_platform.queue import Queue
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store, sessions, sets
from scuffle_platform.store.models import Bot, Match, MatchKind, MatchStatus, SeatRow, Version
from scuffle_sandbox.broadcast import Broadcast

GAME = "virus-roll-write"
FAILED = 1


def plain(state: dict[str, Any]) -> dict[str, Any]:
    return dict(state["legal_actions"][-1])


def fails_late(state: dict[str, Any]) -> dict[str, Any]:
    if state["round"] == 2:
        raise KeyError("plan")
    return plain(state)


def fails_later(state: dict[str, Any]) -> dict[str, Any]:
    if state["round"] == 3:
        raise KeyError("plan")
    return plain(state)


class Table:
    """Three seats, of which the second fails in round two; a worker shows what is played."""

    def __init__(self, town: Town, redis: str, third: Any = plain) -> None:
        self.town = town
        with town.store.session() as session:
            query = select(Version).join(Bot).where(Bot.game == GAME, Bot.name == "random")
            order = sets.SetOrder(
                MatchKind.CHALLENGE, GAME, {}, [session.scalars(query).one()] * 3, "seed",
                pairing="staged", ladder=None,
            )  # fmt: skip
            self.match_id = sets.create_match(session, order, town.now).id
        town.show_card()
        town.tick()
        job = town.start(self.match_id)
        self.job_id = match_job_id(self.match_id, 1)
        town.hold(self.job_id)
        town.tick(2)
        assert town.read(Match, self.match_id).status is MatchStatus.PLAYING
        game = make(GAME, job.settings)
        seats = [FunctionSeat(one) for one in (plain, fails_late, third)]
        key = steps_key(self.match_id, 1)
        with Redis.from_url(redis) as stage:
            with Broadcast(stage, key) as shown:
                record = play_match(
                    game, 3, seats, job.seed, job.limits, on_step=shown.show, on_fault=shown.fail
                )
            shown._thread.join(20)
        self.count = len(record.steps)
        self.step = record.verdicts[FAILED].step or 0
        honest = town.played(job)
        self.report: PlayReport = honest.model_copy(
            update={
                "steps": record.steps,
                "seats": record.seats,
                "outcome": record.outcome.to_dict() if record.outcome else None,
            }
        )
        self.failed = {"player": FAILED, "verdict": "crash", "step": self.step}
        self.mark = {"step": self.step, "kind": "fault", "player": FAILED, "text": "random: crash"}


@pytest.fixture
def table(sqlite_store: Store, queue: Queue, tmp_path: Path, empty_valkey: str) -> Table:
    return Table(Town(sqlite_store, queue, tmp_path, game=GAME, player=plain), empty_valkey)


@pytest.fixture
def cut_short(sqlite_store: Store, queue: Queue, tmp_path: Path, empty_valkey: str) -> Table:
    """The third fails, too, which ends the match."""
    town = Town(sqlite_store, queue, tmp_path, game=GAME, player=plain)
    return Table(town, empty_valkey, fails_later)


@pytest.fixture
def app(sqlite_store: Store, tmp_path: Path, empty_valkey: str) -> Iterator[Flask]:
    settings = Settings(data=tmp_path, database_url=sqlite_store.url, redis_url=empty_valkey)
    app = create_app(settings, TESTING=True)
    yield app
    app.extensions["scuffle.live"].close()
    app.extensions["scuffle.store"].close()


def sit_down(table: Table, app: Flask, name: str, seat: int | None) -> FlaskClient:
    """A browser of somebody who plays ``seat`` by hand, or none."""
    account = table.town.person(name)
    client = app.test_client()
    with table.town.store.session() as session:
        client.set_cookie(COOKIE, sessions.start(session, account, "a browser"))
        if seat is not None:
            session.get_one(SeatRow, (table.match_id, seat)).account_id = account
    return client


@pytest.mark.parametrize("last", ["", "0"])
def test_a_failure_is_shown_with_the_step_that_follows_it(
    table: Table, app: Flask, last: str
) -> None:
    viewer = Viewer(app.test_client(), table.match_id, last)
    start = viewer.event()["data"]
    assert {one["verdict"] for one in start["film"]["verdicts"]} == {"ok"}
    seen = [one["data"] for one in viewer.steps(table.count)]
    assert [one["step"] for one in seen if one["failed"]] == [table.step + 1]
    assert seen[table.step]["failed"] == [table.failed]
    assert seen[table.step]["marks"][0] == table.mark
    assert "KeyError" not in str(seen)
    viewer.close()


def test_whoever_asks_for_frames_finds_it_too(table: Table, app: Flask) -> None:
    told = app.test_client().get(f"/matches/{table.match_id}/film.json").json
    assert told["playing"]
    assert told["verdicts"][FAILED] == {"verdict": "crash", "step": table.step}
    assert table.mark in told["marks"]


def test_the_record_confirms_it_without_beginning_anew(table: Table, app: Flask) -> None:
    viewer = Viewer(app.test_client(), table.match_id, str(table.step))
    assert viewer.event()["data"]["failed"] == [table.failed]
    table.town.report(table.job_id, table.report.model_dump(mode="json"))
    table.town.record()
    rest = viewer.steps(table.count - table.step - 1)
    assert not any(one["data"]["failed"] for one in rest)
    assert viewer.event()["event"] == "end"
    viewer.close()
    late = Viewer(app.test_client(), table.match_id, "0")
    assert late.event()["event"] == "start"
    marks = [mark for one in late.steps(table.count) for mark in one["data"]["marks"]]
    assert table.mark in marks
    late.close()
    told = app.test_client().get(f"/matches/{table.match_id}/film.json").json
    assert "playing" not in told
    assert table.mark in told["marks"]


def test_a_forged_failure_ends_what_is_shown(table: Table, app: Flask) -> None:
    key, redis = steps_key(table.match_id, 1), table.town.queue.connection
    first = redis.xrange(key, count=1)[0][1][b"step"]
    redis.delete(key)
    forged = '[{"player":7,"verdict":"crash","step":0}]'
    redis.xadd(key, {"step": first, "failed": forged}, id="1-0")
    viewer = Viewer(app.test_client(), table.match_id)
    assert viewer.event()["event"] == "start"
    assert viewer.chunk() == {}
    viewer.close()
    film = app.test_client().get(f"/matches/{table.match_id}/film.json").json
    assert {one["verdict"] for one in film["verdicts"]} == {"ok"}


@pytest.mark.parametrize(("seat", "told"), [(0, False), (FAILED, True)])
def test_with_a_person_it_shows_that_person_the_own_seat_alone(
    table: Table, app: Flask, seat: int, told: bool
) -> None:
    ann, bob = sit_down(table, app, "ann", seat), sit_down(table, app, "bob", None)
    for client in (bob, app.test_client()):
        for path in ("/api/v1/matches/{}/events", "/matches/{}/film.json"):
            answer = client.get(path.format(table.match_id), headers={"Last-Event-ID": "0"})
            assert (answer.status_code, "crash" in answer.text) == (403, False)
    viewer = Viewer(ann, table.match_id, "0")
    viewer.event()
    seen = [one["data"] for one in viewer.steps(table.count)]
    faults = [one for data in seen for one in data["failed"]]
    marks = [mark for data in seen for mark in data["marks"]]
    assert faults == ([table.failed] if told else [])
    assert [mark["kind"] for mark in marks] == (["fault"] if told else [])
    viewer.close()
    film_now = ann.get(f"/matches/{table.match_id}/film.json").json
    assert [mark["kind"] for mark in film_now["marks"]] == (["fault"] if told else [])
    assert [one["verdict"] for one in film_now["verdicts"]].count("crash") == told


def test_the_end_tells_whose_failure_it_was(cut_short: Table, app: Flask) -> None:
    table = cut_short
    viewer = Viewer(app.test_client(), table.match_id, str(table.count - 1))
    viewer.steps(1)
    table.town.report(table.job_id, table.report.model_dump(mode="json"))
    table.town.record()
    end = viewer.event()
    last = {"player": 2, "verdict": "crash", "step": table.count}
    mark = {"step": table.count, "kind": "fault", "player": 2, "text": "random: crash"}
    assert (end["event"], end["data"]["failed"], end["data"]["marks"]) == ("end", [last], [mark])
    assert end["data"]["outcome"]["reason"] == "forfeit"
    viewer.close()
    late = Viewer(app.test_client(), table.match_id, str(table.count))
    assert late.event()["data"] == end["data"]
    film = app.test_client().get(f"/matches/{table.match_id}/film.json").json
    assert mark in film["marks"]


@pytest.mark.parametrize(("seat", "told"), [(0, []), (2, [2])])
def test_a_person_is_told_of_the_own_seat_alone_at_the_end(
    cut_short: Table, app: Flask, seat: int, told: list[int]
) -> None:
    table = cut_short
    ann = sit_down(table, app, "ann", seat)
    viewer = Viewer(ann, table.match_id, str(table.count - 1))
    viewer.steps(1)
    table.town.report(table.job_id, table.report.model_dump(mode="json"))
    table.town.record()
    end = viewer.event()["data"]
    assert [one["player"] for one in end["failed"]] == told
    assert [mark["player"] for mark in end["marks"]] == told
    viewer.close()
