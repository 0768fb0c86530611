"""E25: from its recorded actions a match is the same on another Python and another platform.

The other one is Pyodide's: CPython 3.14 in 32 bits on WebAssembly, where Practice plays; Node.js
runs it here. Seats play at random, some fail, and chance has its part.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from another_python.resimulated import resimulated

from scuffle import registry
from scuffle.chance import draw
from scuffle.function_seat import FunctionSeat
from scuffle.limits import Limits
from scuffle.match import play_match
from scuffle.replay import Replay, ReplayPlayer
from scuffle_platform.pyodide import files
from scuffle_platform.web.wheel import wheel_bytes, wheel_name

PROGRAMS = Path(__file__).parents[1] / "another_python"
FORMATS = [
    (game_id, entry) for game_id, game in registry.games().items() for entry in game.ladder_formats
]
SHORTLY, FOR_LONG = len(FORMATS), 1000


class Fails(Exception):
    """What a bot raises that was written to fail."""


def bot(seed: str, fails_at: int) -> Any:
    """A bot that plays at random, and fails when asked so many times."""
    asked = 0

    def get_action(state: dict[str, Any]) -> Any:
        nonlocal asked
        asked += 1
        if asked == fails_at:
            raise Fails
        return state["legal_actions"][draw(seed, asked, len(state["legal_actions"]))]

    return get_action


def recorded(number: int) -> Replay:
    """The match of that number; in one of five a seat fails on its way."""
    game_id, entry = FORMATS[number % len(FORMATS)]
    game = registry.make(game_id, entry.settings)
    failing = number // len(FORMATS) % entry.num_players if number % 5 == 0 else None
    seats = [
        FunctionSeat(bot(f"{number}/{player}", 4 if player == failing else 0))
        for player in range(entry.num_players)
    ]
    seed = f"another python {number}"
    record = play_match(game, entry.num_players, seats, seed, Limits())
    names = [ReplayPlayer(name=f"random-{player}") for player in range(entry.num_players)]
    return Replay.of(game, record, seed, Limits(), names)


@pytest.fixture(scope="module")
def another_python(python_for_browsers: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Play replays again on the other Python: what it is, and what became of each."""
    if shutil.which("node") is None:
        pytest.skip("beyond this host: Node.js, which runs Python for browsers without one")
    folder = python_for_browsers / files.edition()
    work = tmp_path_factory.mktemp("another-python")
    wheel = work / wheel_name()
    wheel.write_bytes(wheel_bytes())
    wheels = [*(folder / name for name in files.wheels()), wheel]

    def play(replays: list[Replay]) -> tuple[list[str], list[str]]:
        lines = work / "replays.jsonl"
        lines.write_bytes(b"".join(replay.to_bytes() for replay in replays))
        programs = (PROGRAMS / "resimulate.mjs", folder, PROGRAMS / "resimulated.py")
        done = subprocess.run(
            ["node", *programs, lines, *wheels], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
        about, *results = done.stdout.splitlines()
        return json.loads(about), results

    return play


def check(another_python: Any, count: int) -> None:
    replays = [recorded(number) for number in range(count)]
    (version, platform), there = another_python(replays)
    assert version.startswith(files.PYTHON)
    assert (platform, sys.version_info[:2]) != (
        sys.platform,
        tuple(map(int, version.split(".")[:2])),
    )
    here = [resimulated(replay.to_bytes().decode()) for replay in replays]
    for number, (one, other) in enumerate(zip(here, there, strict=True)):
        assert one == other, f"match {number}"
    told = [json.loads(line) for line in here]
    assert all(one["as_recorded"] for one in told)
    assert {"ok", "crash"} <= {verdict for one in told for verdict in one["verdicts"]}


def test_matches_are_the_same_on_another_python(another_python: Any) -> None:
    check(another_python, SHORTLY)


@pytest.mark.soak
def test_a_thousand_matches_are_the_same_on_another_python(another_python: Any) -> None:
    check(another_python, FOR_LONG)
