"""The bot's own costs as ratios: the shim's start, and a request's round trip over pipes."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

import pytest
from benchmarks.measuring import in_turn

from scuffle import registry
from scuffle.chance import player_seed
from scuffle.languages import languages
from scuffle.launch import sdk_folder
from scuffle.limits import Limits
from scuffle.protocol import act_message, start_message
from scuffle.wire import dump_line

Note = Callable[[str, float, float, str], float]

STARTS, TURNS = 20, 400
BOT = "def get_action(state, api):\n    return state['legal_actions'][0]\n"
ECHO = "import os\nwhile line := os.read(0, 65536):\n    os.write(1, line)\n"
FLAGS = ("-s", "-S", "-P", "-u")
"""How a cage starts Python: no site-packages, no folder on the path that is not asked for."""
GAME = registry.make("virus-war", {})


def start_line() -> bytes:
    return dump_line(start_message(GAME, 0, 2, Limits(), player_seed("1", 0)))


def act_line() -> bytes:
    state = GAME.setup(2)
    return dump_line(act_message(1, GAME.view(state, 0), GAME.legal_actions(state, 0), 10_000))


@pytest.fixture
def shim(tmp_path: Path) -> tuple[str, ...]:
    """The command of an uncaged function bot."""
    (tmp_path / "bot.py").write_text(BOT)
    places = {"{sdk}": str(sdk_folder()), "{bot}": str(tmp_path), "{entry}": "bot.py"}
    command = [sys.executable, *FLAGS]
    for word in languages()["python"].run_function[1:]:
        for place, text in places.items():
            word = word.replace(place, text)
        command.append(word)
    return tuple(command)


def spawn(command: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
    )


def ask(bot: subprocess.Popen[bytes], line: bytes) -> bytes:
    stdin, stdout = pipes(bot)
    stdin.write(line)
    answer = b""
    while not answer.endswith(b"\n"):
        answer += stdout.read(65_536)
    return answer


def pipes(bot: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert bot.stdin is not None
    assert bot.stdout is not None
    return bot.stdin, bot.stdout


def end(bot: subprocess.Popen[bytes]) -> None:
    stdin, stdout = pipes(bot)
    stdin.close()
    bot.wait(20)
    stdout.close()


def test_shim_start_against_bare_python(shim: tuple[str, ...], note: Note) -> None:
    def ready_us() -> float:
        started = time.perf_counter()
        bot = spawn(shim)
        assert b"ready" in ask(bot, start_line())
        passed = time.perf_counter() - started
        end(bot)
        return passed * 1e6

    def bare_us() -> float:
        started = time.perf_counter()
        subprocess.run((sys.executable, "-c", "pass"), check=True)
        return (time.perf_counter() - started) * 1e6

    ours, theirs = in_turn(ready_us, bare_us, STARTS)
    assert note("shim start / python -c pass", ours, theirs, "us") <= 2


def test_round_trip_against_bare_echo(shim: tuple[str, ...], note: Note, one_core: int) -> None:
    """Both on our core: what wakes a sleeper on another one costs more than either program."""
    line = act_line()
    bot, echo = spawn(shim), spawn((sys.executable, *FLAGS, "-c", ECHO))
    ask(bot, start_line())

    def turn_us(program: subprocess.Popen[bytes]) -> float:
        times = []
        for _ in range(TURNS):
            started = time.perf_counter()
            ask(program, line)
            times.append(time.perf_counter() - started)
        return statistics.median(times) * 1e6

    ours, theirs = in_turn(lambda: turn_us(bot), lambda: turn_us(echo))
    end(bot)
    end(echo)
    assert note("round trip to an uncaged bot / echo over a pipe", ours, theirs, "us") <= 4


def test_shim_imports_nothing_of_third_parties(shim: tuple[str, ...], tmp_path: Path) -> None:
    """Without ``site`` (one of the flags) nothing else could be found; said once more by name."""
    (tmp_path / "bot.py").write_text(
        "import sys\n"
        "def setup(api):\n"
        "    for name, module in sorted(sys.modules.items()):\n"
        "        print(name, getattr(module, '__file__', None) or '-')\n"
        "def get_action(state, api):\n    return state['legal_actions'][0]\n"
    )
    done = subprocess.run(shim, input=start_line(), capture_output=True, check=True)
    loaded = dict(line.split(" ", 1) for line in done.stderr.decode().splitlines())
    assert "sys" in loaded
    assert not [name for name, file in loaded.items() if "site-packages" in file]
    assert "pydantic" not in loaded
