"""A game's encoding as arrays and spaces."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from scuffle.contract import Action, Outcome, View
from scuffle.registry import encoding, make

Observation = dict[str, np.ndarray[Any, Any]]
"""``observation``: numbers from 0 to 1. ``action_mask``: 1 for each action that is legal now."""


class Coding:
    """One game under its settings, as a learner sees it.

    Attributes:
        game: the rules.
        actions: every action of a seat; an action's number is its place here.
    """

    def __init__(
        self, game_id: str, num_players: int | None, settings: dict[str, Any] | None
    ) -> None:
        """Look a game up; without ``num_players`` the fewest that it takes.

        Raises:
            scuffle.registry.UnknownGame: no game has this id.
            scuffle.registry.BadSettings: the settings do not fit.
            scuffle.registry.NoEncoding: the game has no ``encoding.py``.
            ValueError: the game is not for that many players.
        """
        self.game = make(game_id, settings or {})
        self.num_players = num_players or self.game.players[0]
        if self.num_players not in self.game.players:
            wanted = " or ".join(map(str, self.game.players))
            raise ValueError(f"{self.game.name} is for {wanted} players, found {num_players}.")
        self._told = self.game.settings.model_dump(mode="json")
        self._encoding = encoding(game_id)
        self.actions: list[Action] = self._encoding.actions(self._told, self.num_players)
        self._numbers = {_key(action): number for number, action in enumerate(self.actions)}

    def observation_space(self) -> "spaces.Dict[Any]":
        """The space of an ``Observation``."""
        shape = self._encoding.shape(self._told, self.num_players)
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, shape, np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )

    def action_space(self) -> "spaces.Discrete[Any]":
        """The numbers of all actions, legal or not."""
        return spaces.Discrete(len(self.actions))

    def legal_action(self, number: int | None, legal: Sequence[Action]) -> Action | None:
        """The action of this number if it is one of ``legal``."""
        if number is None or not 0 <= number < len(self.actions):
            return None
        action = self.actions[number]
        return action if action in legal else None

    def observe(self, view: View, legal: Sequence[Action]) -> Observation:
        """What a view and its list of legal actions are in numbers; nothing else is looked at."""
        seen = np.array(self._encoding.observe(view, self._told), np.float32)
        return {"observation": seen, "action_mask": self.mask(legal)}

    def mask(self, legal: Sequence[Action]) -> "np.ndarray[Any, Any]":
        """1 for each of these actions, by number."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[[self._numbers[_key(action)] for action in legal]] = 1
        return mask


def _key(action: Action) -> tuple[Any, ...]:
    return (action["action"], *sorted(action["params"].items()))


def rewards(outcome: Outcome) -> list[float]:
    """By seat from 1, before everybody, to -1, behind everybody; 0 for a draw."""
    places = outcome.places
    others = len(places) - 1
    return [sum((place < other) - (place > other) for other in places) / others for place in places]
