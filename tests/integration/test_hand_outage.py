"""The queue's server is killed in the middle of a match by hand, and comes back."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from hand_table import Hall
from redis import Redis
from rq.serializers import JSONSerializer

from scuffle.hand import HandJob
from scuffle.jobs import REPORTS, lease_key
from scuffle_platform.fixed_job import FixedJob
from scuffle_platform.store.check import faults
from scuffle_platform.supervisor.orphan import prepare_child
from scuffle_platform.supervisor.valkey import answers, server_argv
from scuffle_platform.supervisor.waiting import wait_until
from scuffle_sandbox.broadcast import impatient
from scuffle_sandbox.hand_match import Cages, HandDesk
from scuffle_sandbox.lease import Lease
from scuffle_sandbox.programs import Programs

JSON = {"Accept": "application/json"}


class Server:
    """A queue of our own, started as ``./run`` starts it."""

    def __init__(self, socket: Path, folder: Path) -> None:
        self.url = f"unix://{socket}"
        self._socket, self._folder = socket, folder
        self.start()

    def start(self) -> None:
        self._folder.mkdir(exist_ok=True)
        self._process = subprocess.Popen(
            server_argv(self._socket, self._folder),
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=partial(prepare_child, os.getpid()),
        )
        wait_until(lambda: answers(self.url), 20, "the queue answers")

    def kill(self, *, forgets: bool = False) -> None:
        self._process.kill()
        self._process.wait()
        if forgets:
            shutil.rmtree(self._folder)


@pytest.fixture(scope="module")
def server(short_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(short_folder / "outage.sock", tmp_path_factory.mktemp("outage") / "queue")
    yield made
    made.kill()


@pytest.fixture(scope="module")
def hall(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    made = Hall.build(tmp_path_factory.mktemp("hall"), server.url)
    yield made
    made.close()


def test_a_queue_that_stays_away_voids_the_match_and_the_page_says_so(
    hall: Hall, server: Server, tmp_path: Path
) -> None:
    """A process of boards waits for half a minute; this one has no patience at all."""
    hall.show_card()
    fields = {"game": "virus-war", "against": hall.bot("virus-war", "random"), "seat": "0"}
    begun = hall.send(hall.enter("bob"), "/play", "/play", **fields)
    match_id = begun.location.rsplit("/", 1)[1]
    hall.carry_on()
    job_id = f"match-{match_id}-1"
    with Redis.from_url(server.url) as connection, impatient(connection) as hasty:
        job = FixedJob.fetch(job_id, connection=connection, serializer=JSONSerializer)
        programs = Programs(tmp_path / "programs", connection)
        desk = HandDesk("boards", hasty, hasty, programs, Cages("auto"), Event())
        with ThreadPoolExecutor() as thread:
            playing = thread.submit(desk.play, HandJob.model_validate(job.args[0]), 0)
            hall.my_move("bob", match_id)
            server.kill()
            report = playing.result(20)
        assert (report.status, "was away" in report.reason) == ("void", True)
        server.start()
        with Lease(connection, lease_key(job_id), "boards"):
            hall.carry_on()
        connection.hset(REPORTS, job_id, report.model_dump_json())
    hall.until(lambda: hall.match(match_id).status == "void", "it is void")
    page = hall.enter("bob").get(begun.location, follow_redirects=True)
    assert "the queue, through which the person plays, was away" in page.text
    assert hall.scene("bob", match_id)["match"] == f"/matches/{match_id}"
    assert faults(hall.settings.database) == []


@pytest.mark.parametrize("forgets", [False, True])
def test_a_match_by_hand_outlives_its_queue(hall: Hall, server: Server, forgets: bool) -> None:
    if not hall.processes:
        hall.open_boards()
    match_id = hall.sit_down("ann", "virus-war", "random")
    hall.move("ann", match_id, request=hall.my_move("ann", match_id)["request"], move=0)
    before = hall.next_scene("ann", match_id, lambda scene: scene["request"] == 2)
    hall.until(lambda: hall.match(match_id).status == "playing", "it is being played")

    server.kill(forgets=forgets)
    client = hall.enter("ann")
    for path in (f"/play/{match_id}", f"/play/{match_id}/news.json?after={before['mark']}"):
        away = client.get(path)
        assert (away.status_code, away.headers["Retry-After"]) == (503, "5")
        assert "The board cannot be reached just now" in away.text
    fields = {"csrf_token": hall.tokens[id(client)], "request": 2, "move": 0}
    refused = client.post(f"/play/{match_id}/move", data=fields, headers=JSON)
    assert (refused.status_code, refused.json["code"]) == (503, "board-away")
    page = client.get(f"/matches/{match_id}")
    assert (page.status_code, f"/play/{match_id}" in page.text) == (200, True)

    server.start()
    after = hall.next_scene("ann", match_id, lambda scene: scene.get("request"))
    assert (after["request"], after["view"], after["legal"]) == (
        2, before["view"], before["legal"]
    )  # fmt: skip
    assert client.post(f"/play/{match_id}/move", data=fields, headers=JSON).status_code == 204
    assert hall.next_scene("ann", match_id, lambda scene: scene["request"] == 3)
    hall.send(client, f"/play/{match_id}", f"/play/{match_id}/leave")
    hall.until(lambda: hall.match(match_id).status == "finished", "it is recorded")
    assert [seat.verdict for seat in hall.match(match_id).seats] == ["left", "ok"]
    assert hall.match(match_id).steps >= 2
    assert faults(hall.settings.database) == []
