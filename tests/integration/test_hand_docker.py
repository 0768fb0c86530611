"""A person plays against somebody's bot that sits in a container."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hand_table import Hall

from scuffle_sandbox.docker import OWNER_LABEL

BOT = """
def get_action(state, api):
    print("I sit in a container")
    if state["turn"] > 3:
        raise KeyError("plan")
    return state["legal_actions"][-1]
"""


@pytest.fixture
def hall(tmp_path: Path, empty_valkey: str, bot_images: None) -> Iterator[Hall]:
    made = Hall.build(tmp_path / "data", empty_valkey)
    made.open_boards(backend="docker")
    yield made
    made.close()


def test_a_bot_answers_from_a_container_and_nothing_of_it_stays(
    hall: Hall, docker_engine: Any
) -> None:
    hall.upload("eve", "virus-war", "crate", BOT)
    match_id = hall.sit_down("ann", "virus-war", "crate", **{"set-size": "6"})
    assert hall.process
    own = {"label": f"{OWNER_LABEL}={hall.process.pid}"}
    assert len(docker_engine.containers.list(filters=own)) == 1
    seen = hall.my_move("ann", match_id)
    while not seen["over"]:
        fields = {"request": seen["request"], "move": 0}
        assert hall.move("ann", match_id, **fields).status_code == 303
        seen = hall.my_move("ann", match_id)
    hall.until(lambda: hall.match(match_id).status == "finished", "it is recorded")
    match = hall.match(match_id)
    assert [seat.verdict for seat in match.seats] == ["ok", "crash"]
    log = hall.enter("eve").get(f"/matches/{match_id}/log/1.jsonl").text
    assert "I sit in a container" in log
    assert "KeyError" in log
    assert docker_engine.containers.list(all=True, filters=own) == []
