"""The processes of a bench."""

import os
import pickle

import pytest

from scuffle.backends import choose
from scuffle.bench import plan
from scuffle.bench_workers import Roster, WorkerKilled, play_planned, workers
from scuffle.entrants import Stable
from scuffle.registry import game
from scuffle.seat import HostFault


def roster(*bots):
    cage = choose("none")
    with Stable("virus-war", cage) as stable:
        return Roster.of("virus-war", cage, stable.entrants(bots))


def test_a_set_is_the_same_in_this_process_and_in_another():
    found = []
    for jobs in (1, 2):
        with workers(roster("random", "greedy"), jobs) as pool:
            one = plan(game("virus-war"), 2, 2, "s", {"size": 6})[1]
            found.append(pool.submit(play_planned, one).result())
    assert found[0] == found[1]


def test_a_process_that_is_killed_is_told_in_a_sentence():
    with (
        pytest.raises(WorkerKilled, match="go on with --resume"),
        workers(roster("random", "greedy"), 2) as pool,
    ):
        pool.submit(os._exit, 1).result()


def test_our_own_fault_comes_back_from_a_process():
    fault = HostFault("no room", {"free": 1.0})
    assert str(pickle.loads(pickle.dumps(fault))) == "no room"
