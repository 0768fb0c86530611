"""Places, when some failed."""

import pytest
from counting import State, counting

from scuffle.contract import Outcome, Verdict
from scuffle.jobs import VerdictRecord
from scuffle.outcome import Unfinished, derive_outcome, has_stopped

OVER = State((3, 5, 5, 1), 20)
RUNNING = State((3, 5, 5, 1), 3)


def failed_at(*steps: int | None) -> list[VerdictRecord]:
    return [
        VerdictRecord(verdict=Verdict.OK if step is None else Verdict.CRASH, step=step)
        for step in steps
    ]


@pytest.mark.parametrize(
    ("steps", "places"),
    [
        ((None, None, None, None), (3, 1, 1, 4)),
        ((5, None, None, None), (4, 1, 1, 3)),
        ((None, 5, None, None), (2, 4, 1, 3)),
        ((5, 9, None, None), (4, 3, 1, 2)),
        ((5, 5, None, None), (3, 3, 1, 2)),
        ((5, 5, 9, None), (3, 3, 2, 1)),
        ((0, 0, 0, None), (2, 2, 2, 1)),
        ((0, 7, 0, None), (3, 2, 3, 1)),
    ],
)
def test_failed_seats_stand_behind_the_others(
    steps: tuple[int | None, ...], places: tuple[int, ...]
) -> None:
    outcome = derive_outcome(counting(), OVER, failed_at(*steps))
    assert outcome is not None
    assert outcome.places == places


def test_one_live_seat_wins_by_forfeit_while_the_game_runs() -> None:
    outcome = derive_outcome(counting(), RUNNING, failed_at(2, None, 6, 9))
    assert outcome == Outcome((4, 1, 3, 2), (0.0, 1.0, 0.0, 0.0), "forfeit")


def test_all_failed_is_unranked() -> None:
    assert derive_outcome(counting(), RUNNING, failed_at(0, 0, 0, 0)) is None


def test_a_game_that_runs_with_two_live_seats_has_no_outcome() -> None:
    with pytest.raises(Unfinished, match="2 seats live"):
        derive_outcome(counting(), RUNNING, failed_at(2, None, None, 9))


@pytest.mark.parametrize(
    ("steps", "stopped"),
    [
        ((None,), False),
        ((3,), True),
        ((None, None), False),
        ((None, 3), True),
        ((1, None, None), False),
        ((1, 2, None), True),
        ((1, 2, 3), True),
    ],
)
def test_a_match_stops_with_one_live_seat(steps: tuple[int | None, ...], stopped: bool) -> None:
    assert has_stopped(failed_at(*steps)) is stopped
