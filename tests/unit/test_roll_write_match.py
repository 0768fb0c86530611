"""Virus Roll & Write in the match loop: seats that fail, dice that a seed decides."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest

from scuffle.contract import CHANCE, Verdict
from scuffle.function_seat import FunctionSeat
from scuffle.limits import Limits
from scuffle.match import MatchRecord, play_match
from scuffle.refold import refold
from scuffle.registry import make

GAME = make("virus-roll-write", {"lab_cards": "draw"})

Bot = Callable[[dict[str, Any]], dict[str, Any]]


def clean(state: dict[str, Any]) -> dict[str, Any]:
    """The last placement without a wildcard, or the last box."""
    legal = state["legal_actions"]
    plain = [a for a in legal if a["params"].get("value") == a["params"].get("die")]
    return dict(plain[-1])


def failing_at(request: int) -> Bot:
    asked = 0

    def bot(state: dict[str, Any]) -> dict[str, Any]:
        nonlocal asked
        asked += 1
        if asked >= request:
            raise RuntimeError("lost")
        return clean(state)

    return bot


def no_start() -> None:
    """Takes no argument, so that it cannot be started."""


def play(bots: Sequence[Any], seed: str = "roll") -> MatchRecord:
    return play_match(GAME, len(bots), [FunctionSeat(bot) for bot in bots], seed, Limits())


SEATS = [(players, seat) for players in (2, 3, 4) for seat in range(players)]


@pytest.mark.parametrize(("players", "seat"), SEATS)
@pytest.mark.parametrize("request_number", [1, 4])
def test_a_seat_that_fails_comes_last_and_is_played_on(
    players: int, seat: int, request_number: int
) -> None:
    bots = [failing_at(request_number) if k == seat else clean for k in range(players)]
    record = play(bots)
    assert [v.verdict for v in record.verdicts] == [
        Verdict.CRASH if k == seat else Verdict.OK for k in range(players)
    ]
    assert record.outcome is not None
    assert record.outcome.places[seat] == players
    assert record.outcome.reason == ("forfeit" if players == 2 else "final-score")
    failed = record.verdicts[seat].step
    forced = [s for s in record.steps[failed:] if s.player == seat]
    assert bool(forced) is (players > 2)
    for step in forced:
        assert step.cpu_ms == 0
        if step.action["action"] == "place":
            assert step.action["params"]["target"] == "contaminated"


@pytest.mark.parametrize("failing", [(0, 1), (0, 2), (1, 2)])
def test_two_of_three_that_cannot_start_leave_a_winner_before_the_first_roll(
    failing: tuple[int, int],
) -> None:
    record = play([no_start if k in failing else clean for k in range(3)])
    assert record.steps == ()
    assert record.outcome is not None
    assert record.outcome.reason == "forfeit"
    assert record.outcome.places == tuple(2 if k in failing else 1 for k in range(3))


@pytest.mark.parametrize("failing", [(0, 1), (1, 3), (2, 3)])
def test_two_of_four_that_cannot_start_share_the_third_place(failing: tuple[int, int]) -> None:
    record = play([no_start if k in failing else clean for k in range(4)])
    assert record.outcome is not None
    assert record.outcome.reason == "final-score"
    assert [record.outcome.places[k] for k in failing] == [3, 3]
    assert {v.verdict for k, v in enumerate(record.verdicts) if k in failing} == {"no-start"}


def test_nobody_who_starts_leaves_no_outcome() -> None:
    assert play([no_start] * 4).outcome is None


def test_a_match_with_a_failed_seat_refolds_to_its_outcome() -> None:
    record = play([clean, failing_at(3), clean, clean])
    assert refold(GAME, 4, "roll", record.steps, record.verdicts).outcome == record.outcome


def rolls(record: MatchRecord) -> list[Any]:
    return [step.action for step in record.steps if step.player == CHANCE]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_and_dice_are_the_same_whoever_sits_where(players: int) -> None:
    """The k-th draw follows from the seed alone, so all rotations of a set have the same dice."""
    kinds: list[Bot] = [clean, lambda state: dict(state["legal_actions"][0])]
    drawn = [rolls(play([kinds[(k + shift) % 2] for k in range(players)])) for shift in (0, 1)]
    assert drawn[0] == drawn[1]
    assert drawn[0][0]["action"] == "cards"
    assert rolls(play([clean] * players, "another")) != drawn[0]


def test_no_view_tells_dice_of_later_rounds() -> None:
    """Two seeds whose games agree until a round begins are seen alike until it has begun."""
    seen: dict[str, list[Any]] = {}
    state = GAME.setup(4)
    for face in range(12 + 1):
        action = GAME.legal_actions(state, CHANCE)[0 if face else 3]
        state = GAME.apply(state, CHANCE, action)
    while GAME.to_act(state) != CHANCE:
        player = GAME.to_act(state)
        assert player is not None
        state = GAME.apply(state, player, GAME.legal_actions(state, player)[0])
    for first, second in product((0, 5), repeat=2):
        after = state
        for choice in (first, second):
            seen.setdefault("dice", []).append(GAME.view(after, 0)["dice"])
            after = GAME.apply(after, CHANCE, GAME.legal_actions(after, CHANCE)[choice])
    assert seen["dice"][0::2] == [[[], [], [], []]] * 4
    assert seen["dice"][1::2] == [[[face], [], [], []] for face in (1, 1, 6, 6)]
