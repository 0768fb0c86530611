"""Folding recorded steps with the rules: what a replay, a recorder and a viewer trust."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scuffle.chance import draw
from scuffle.contract import CHANCE, Action, Game, Outcome, Verdict
from scuffle.jobs import StepRecord, VerdictRecord
from scuffle.outcome import Unfinished, derive_outcome, has_stopped


class Unfoldable(ValueError):
    """Recorded steps that the rules do not allow.

    Attributes:
        step: the number of the first wrong step, from 0; the number of steps for a wrong end.
        sentence: what was found and what was wanted.
    """

    def __init__(self, step: int, sentence: str) -> None:
        """Say where and what."""
        super().__init__(f"Step {step}: {sentence}")
        self.step = step
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Refolded:
    """A match folded again.

    Attributes:
        states: the game's states; ``states[n]`` is the one after ``n`` steps.
        outcome: derived from the last state and the verdicts; ``None`` if unranked.
    """

    states: tuple[Any, ...]
    outcome: Outcome | None


def refold(
    game: Game[Any],
    num_players: int,
    seed: str,
    steps: Sequence[StepRecord],
    verdicts: Sequence[VerdictRecord],
    given: int = 0,
) -> Refolded:
    """Play recorded steps again and derive the outcome.

    Args:
        game: with the match's settings.
        num_players: how many play.
        seed: the match's.
        steps: as recorded.
        verdicts: by seat.
        given: so many first steps nobody was asked for, who had failed to start or not.

    Raises:
        Unfoldable: at the first step, or at the end, that the rules do not allow.
    """
    if len(verdicts) != num_players:
        raise Unfoldable(0, f"found {len(verdicts)} verdicts, wanted {num_players}")
    states = tuple(fold(game, num_players, seed, steps, verdicts, given))
    _check_failures(game, states, steps, verdicts, given)
    try:
        return Refolded(states, derive_outcome(game, states[-1], verdicts))
    except Unfinished as unfinished:
        raise Unfoldable(len(steps), str(unfinished)) from None


def fold(
    game: Game[Any],
    num_players: int,
    seed: str,
    steps: Iterable[StepRecord],
    verdicts: Sequence[VerdictRecord] = (),
    given: int = 0,
) -> Iterator[Any]:
    """The state before the first step and after each, as far as the rules allow.

    A step is asked for only when the state after it is wanted.

    A match that is still being played has no verdicts yet. While its seed is withheld (``""``),
    a chance step need only be possible.

    Raises:
        Unfoldable: at the first step that the rules do not allow.
    """
    state, draws = game.setup(num_players), 0
    yield state
    for number, step in enumerate(steps):
        player = game.to_act(state)
        if player != step.player:
            raise Unfoldable(number, _wrong_player(step.player, player))
        legal = game.legal_actions(state, player)
        if player == CHANCE and seed:
            legal = [legal[draw(seed, draws, len(legal))]]
            draws += 1
        elif number >= given and _failed_before(verdicts, player, number):
            legal = legal[:1]
        if (action := _entry(step.action, legal)) is None:
            raise Unfoldable(number, _wrong_action(step, legal))
        state = game.apply(state, player, action)
        yield state


def _entry(action: Action, legal: Sequence[Action]) -> Action | None:
    """The entry that an action is, types included: to Python ``True`` and ``1.0`` equal 1."""
    if action not in legal:
        return None
    found = legal[legal.index(action)]
    same = json.dumps(found, sort_keys=True) == json.dumps(action, sort_keys=True)
    return found if same else None


def _wrong_action(step: StepRecord, legal: Sequence[Action]) -> str:
    found = json.dumps(step.action)
    if len(legal) > 1:
        return f"{found} is not legal for player {step.player}"
    who = "chance" if step.player == CHANCE else f"player {step.player}"
    return f"{who} played {found}, wanted {json.dumps(legal[0])}"


def _wrong_player(found: int, wanted: int | None) -> str:
    if wanted is None:
        return f"player {found} acts, but the game is over"
    return f"player {found} acts, but it is player {wanted}'s turn"


def _failed_before(verdicts: Sequence[VerdictRecord], player: int, number: int) -> bool:
    """Whether a seat had failed when step ``number`` was taken; the failing request counts."""
    if not 0 <= player < len(verdicts):
        return False
    record = verdicts[player]
    return record.verdict is not Verdict.OK and (record.step or 0) <= number


def _check_failures(
    game: Game[Any],
    states: Sequence[Any],
    steps: Sequence[StepRecord],
    verdicts: Sequence[VerdictRecord],
    given: int,
) -> None:
    """A failure happens at the start or at the seat's own request, and the last one stops."""
    for player, record in enumerate(verdicts):
        if (record.verdict is Verdict.OK) != (record.step is None):
            raise Unfoldable(0, f"player {player}: {record.verdict} with step {record.step}")
        if record.step is None or record.step == 0:
            continue
        if record.step > len(steps) or game.to_act(states[record.step]) != player:
            raise Unfoldable(
                min(record.step, len(steps)), f"player {player} failed when it was not asked"
            )
    failures = sorted(record.step for record in verdicts if record.step is not None)
    if has_stopped(verdicts) and len(steps) > (last := max(given, _stop(failures, len(verdicts)))):
        raise Unfoldable(last, "the match had stopped, since at most one seat was left")


def _stop(failures: Sequence[int], num_players: int) -> int:
    """After how many steps at most one seat was left; ``failures`` ascend."""
    return failures[max(0, num_players - 2)] if num_players > 1 else failures[0]
