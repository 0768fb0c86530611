"""Matches a minute of ``scuffle bench`` with trivial bots, against a peer and against bare pipes.

The peer plays its simplest game, rock-paper-scissors, at its default length of 1,000 steps, in one
process; ours starts two processes a match.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from benchmarks.measuring import Rate, in_turn

from scuffle import play
from scuffle.chance import player_seed
from scuffle.limits import Limits
from scuffle.protocol import act_message, start_message
from scuffle.registry import make
from scuffle.wire import dump_line

Note = Callable[[str, float, float, str], float]

BOT = "def get_action(state, api):\n    return state['legal_actions'][-1]\n"
ECHO = "import sys\nfor line in sys.stdin:\n    print(line, end='', flush=True)\n"
SETTINGS = {"size": 6, "opening_turns": 2}
SETS, ROUNDS = 60, 3


@pytest.fixture
def bench(tmp_path: Path) -> Rate:
    """The command as a person types it, its own start included."""
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(f"{BOT}# {name}\n")
    pairs = [word for key, value in SETTINGS.items() for word in ("--set", f"{key}={value}")]
    scuffle = str(Path(sys.executable).parent / "scuffle")
    words = (scuffle, "bench", "virus-war", "one.py", "two.py", "-n", str(SETS), "-j", "2")
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}

    def rate() -> float:
        started = time.perf_counter()
        done = subprocess.run(
            (*words, *pairs, "--json"), cwd=tmp_path, env=env, capture_output=True, check=True
        )
        assert json.loads(done.stdout)["matches"] == 2 * SETS
        return 60 * 2 * SETS / (time.perf_counter() - started)

    return rate


def bare_pipes() -> Rate:
    """As many lines of the same length through two bare processes a match, and nothing else."""
    game, limits = make("virus-war", SETTINGS), Limits()
    bots = ["random", "random"]
    steps = [one for one in play("virus-war", bots, settings=SETTINGS).steps if one.player >= 0]
    start = dump_line(start_message(game, 0, 2, limits, player_seed("1", 0)))
    state = game.setup(2)
    act = dump_line(act_message(1, game.view(state, 0), [{"action": "pass"}] * 9, 10_000))

    def match() -> None:
        pipes = subprocess.PIPE
        command = (sys.executable, "-c", ECHO)
        pair = [subprocess.Popen(command, stdin=pipes, stdout=pipes) for _ in range(2)]
        for line, turns in ((start, range(2)), (act, range(len(steps)))):
            for turn in turns:
                bot = pair[turn % 2]
                assert bot.stdin
                assert bot.stdout
                bot.stdin.write(line)
                bot.stdin.flush()
                bot.stdout.readline()
        for bot in pair:
            bot.communicate(timeout=20)

    def rate() -> float:
        started = time.perf_counter()
        for _ in range(SETS):
            match()
        return 60 * SETS / (time.perf_counter() - started)

    return rate


def test_bench_against_kaggle_environments(
    bench: Rate, peer: Callable[[str], Rate], note: Note
) -> None:
    ours, theirs = in_turn(bench, peer("kaggle_matches"), ROUNDS)
    assert note("bench -j 2 / env.run with file agents", ours, theirs, "matches/min") >= 20


def test_bench_against_bare_pipes(bench: Rate, note: Note) -> None:
    ours, theirs = in_turn(bench, bare_pipes(), ROUNDS)
    assert note("bench -j 2 / two bare processes a match", ours, theirs, "matches/min") >= 0.5
