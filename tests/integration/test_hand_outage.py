"""The queue's server is killed in the middle of a match by hand, and comes back."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hand_table import Hall

from scuffle_platform.store.check import faults
from scuffle_platform.supervisor.orphan import prepare_child
from scuffle_platform.supervisor.valkey import answers, server_argv
from scuffle_platform.supervisor.waiting import wait_until

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
    made.open_boards()
    yield made
    made.close()


@pytest.mark.parametrize("forgets", [False, True])
def test_a_match_by_hand_outlives_its_queue(hall: Hall, server: Server, forgets: bool) -> None:
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
