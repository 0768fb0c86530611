"""Prints how many matches a minute one worker plays: ``matches_worker.py MODE SLOT SECONDS``.

A match is what a cage costs and nothing else: two bots that echo, sixty rounds, seats as in every
match (thawed for a request, frozen after the answer), no rules. ``MODE`` is a kind of cage, or
``none``: the same as plain processes.
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.caged import CAGES, ECHO, LINE, Pit

from scuffle.cage import Session
from scuffle.local_sandbox import LocalSandbox
from scuffle.seat import Budget
from scuffle.session_seat import SessionSeat
from scuffle_sandbox.places import scratch_folder

ROUNDS = 60
BUDGET = Budget(10**12, 10**12, 10**12)


def play(pit: Pit, slot: int) -> None:
    """One match."""

    def make(_: int) -> Session:
        return pit.plain() if pit.mode == "none" else pit.caged(slot=slot)

    # A cage dies with the thread that made it, so the threads stay until the match has ended.
    with ThreadPoolExecutor(2) as pool:
        seats = [SessionSeat(session) for session in pool.map(make, range(2))]
        for _ in range(ROUNDS):
            for seat in seats:
                seat.ask(LINE, BUDGET)
        list(pool.map(lambda seat: seat.end(b"{}\n"), seats))


def main(mode: str, slot: str, seconds: str) -> None:
    """Play for a while."""
    sandbox = LocalSandbox() if mode == "none" else CAGES[mode]()
    sandbox.check()
    with scratch_folder() as folder:
        pit = Pit(mode, sandbox, folder)
        pit.launch(ECHO)  # written before two threads ask for it
        play(pit, int(slot))
        print("ready", flush=True)
        sys.stdin.readline()
        played, started = 0, time.perf_counter()
        while time.perf_counter() - started < float(seconds):
            play(pit, int(slot))
            played += 1
        print(60 * played / (time.perf_counter() - started))


if __name__ == "__main__":
    main(*sys.argv[1:])
