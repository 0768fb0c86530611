"""A match that comes to nothing by the machine's fault is played again, in bench and tournament."""

import pytest

from scuffle import bench_workers
from scuffle.bench_workers import play_seats
from scuffle.entrants import Entrant
from scuffle.function_seat import FunctionSeat
from scuffle.seat import HostFault

SMALL = {"size": 6}


def first(state, api):
    return state["legal_actions"][0]


@pytest.fixture
def busy(monkeypatch):
    """Two bots, of which one cannot be started so many times; gives how often it was tried."""

    def seat(faults):
        tried = []

        def sit(limits):
            tried.append(limits)
            if len(tried) <= faults:
                raise HostFault("The host was too busy to give the bot its time.")
            return FunctionSeat(first)

        monkeypatch.setattr(bench_workers._place, "game", "virus-war")
        entrants = [Entrant("one", None, sit), Entrant("two", None, lambda _: FunctionSeat(first))]
        monkeypatch.setattr(bench_workers._place, "entrants", entrants)
        return tried

    return seat


def test_two_voids_are_played_again(busy):
    tried = busy(2)
    assert play_seats((0, 1), "1", SMALL).record.outcome is not None
    assert len(tried) == 3


def test_the_third_is_told(busy):
    busy(3)
    with pytest.raises(HostFault, match="too busy"):
        play_seats((0, 1), "1", SMALL)
