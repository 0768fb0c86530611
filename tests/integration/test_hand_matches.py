"""Matches played by hand, from the form to the replay, with the real process of the boards."""

from collections.abc import Iterator
from typing import Any

import pytest
from hand_table import Hall

from scuffle_platform.store.check import faults


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, valkey: str) -> Iterator[Hall]:
    made = Hall.build(tmp_path_factory.mktemp("hall"), valkey)
    made.open_boards()
    yield made
    made.close()


def play_out(hall: Hall, name: str, match_id: str) -> dict[str, Any]:
    """Play the last entry of every list, to the end."""
    scene = hall.my_move(name, match_id)
    while not scene["over"]:
        fields = {"request": scene["request"], "move": len(scene["moves"]) - 1}
        assert hall.move(name, match_id, **fields).status_code == 303
        scene = hall.my_move(name, match_id)
    return scene


@pytest.mark.parametrize(
    ("game", "against", "fields"),
    [
        ("virus-war", ["random"], {"set-size": "6"}),
        ("virus-war-fog", ["greedy"], {"set-size": "6"}),
        ("virus-war-steps", ["random"], {}),
        ("virus-roll-write", ["random", "greedy"], {}),
    ],
)
def test_every_game_is_played_to_its_end(
    hall: Hall, game: str, against: list[str], fields: dict[str, str]
) -> None:
    match_id = hall.sit_down("ann", game, *against, seat=1, **fields)
    last = play_out(hall, "ann", match_id)
    match = hall.until(lambda: (m := hall.match(match_id)).status == "finished" and m, "recorded")
    assert last["headline"]
    assert match.seats[1].verdict == "ok"
    assert faults(hall.settings.database) == []
