"""Whole games of random actions, moment by moment."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scuffle.chance import draw
from scuffle.contract import CHANCE, Action, Game

Choose = Callable[[Sequence[Action], random.Random], Action]


@dataclass(frozen=True, slots=True)
class Moment:
    """One point of a game.

    Attributes:
        state: the position.
        player: who is to act: a seat, -1 for chance, ``None`` after the end.
        legal: the actions of whoever is to act; empty after the end.
        action: the action that is taken next, ``None`` after the end.
    """

    state: Any
    player: int | None
    legal: Sequence[Action]
    action: Action | None


def _any_action(legal: Sequence[Action], rnd: random.Random) -> Action:
    return rnd.choice(legal)


def playthrough(
    game: Game[Any], num_players: int, seed: str, choose: Choose = _any_action
) -> Iterator[Moment]:
    """A game from its first state to its end; ``seed`` decides chance and choices alike."""
    state, chances, rnd = game.setup(num_players), 0, random.Random(seed)
    while (player := game.to_act(state)) is not None:
        legal = game.legal_actions(state, player)
        if player == CHANCE:
            action = legal[draw(seed, chances, len(legal))]
            chances += 1
        else:
            action = choose(legal, rnd)
        yield Moment(state, player, legal, action)
        state = game.apply(state, player, action)
    yield Moment(state, None, (), None)
