"""The peers as fixtures, and a summary of what was measured."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from benchmarks.measuring import ROUND_S, Rate
from benchmarks.peers import peers_python

HERE = Path(__file__).parent
ratios: list[str] = []


@pytest.fixture
def peer() -> Callable[[str], Rate]:
    """``peer("pettingzoo")()`` is that peer's steps/s in its own environment."""
    python = peers_python()

    def rate_of(name: str) -> Rate:
        command = (python, HERE / f"peer_{name}.py", str(ROUND_S))

        def rate() -> float:
            done = subprocess.run(command, capture_output=True, check=True, text=True)
            return float(done.stdout.split()[-1])

        return rate

    return rate_of


@pytest.fixture
def note() -> Callable[[str, float, float, str], float]:
    """Keep a measured pair for the summary; gives ours divided by theirs."""

    def keep(what: str, ours: float, theirs: float, unit: str) -> float:
        ratio = ours / theirs
        ratios.append(f"{what}: {ours:,.0f} against {theirs:,.0f} {unit}, {ratio:.2f}x")
        return ratio

    return keep


@pytest.fixture
def one_core() -> Iterator[int]:
    """The one core on which we and all that we start run: equal placement."""
    before = os.sched_getaffinity(0)
    core = min(before)
    stay_on({core})
    yield core
    stay_on(before)


def stay_on(cores: set[int]) -> None:
    """Move every thread of this process: cages are started by one of its own."""
    for thread in os.listdir("/proc/self/task"):
        os.sched_setaffinity(int(thread), cores)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print all ratios at the end."""
    if ratios:
        terminalreporter.section("measured in this run")
        for line in ratios:
            terminalreporter.write_line(line)
