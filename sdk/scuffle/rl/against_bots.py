"""One seat of a match as a Gymnasium environment, with bots on the others."""

from collections.abc import Callable, Sequence
from pathlib import Path
from runpy import run_path
from typing import Any

import gymnasium
import numpy as np

from scuffle.bot import handler_of
from scuffle.chance import player_seed
from scuffle.contract import Action
from scuffle.entrants import NoSuchBot
from scuffle.limits import Limits
from scuffle.registry import house_bots, text_renderer
from scuffle.rl.coding import Coding, Observation, rewards
from scuffle.rl.dealt import DealtGame
from scuffle.shims.player import Api

Opponent = str | Callable[..., Any]
"""A house bot's name, a Python file with ``get_action``, a function, or a class of ``Bot``."""


class AgainstBots(gymnasium.Env[dict[str, Any], np.int64]):
    """A match from one seat. An illegal action loses at once, with -1 and ``info["illegal"]``.

    Opponents play in this process and are made anew for each match, by the files' own top level.
    The reward comes at the end, as in ``scuffle.rl.env``.
    """

    def __init__(
        self,
        game: str,
        opponents: Sequence[Opponent] = ("greedy",),
        *,
        seat: int | None = None,
        settings: dict[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Sit down with ``opponents``, one for each other seat.

        Args:
            game: the game's id.
            opponents: who plays the other seats, in their order.
            seat: the learner's, from 0; ``None`` draws it for each match.
            settings: game settings; what is left out keeps its default.
            render_mode: ``ansi`` for a drawing in characters, which shows everything.

        Raises:
            scuffle.registry.UnknownGame: no game has this id.
            scuffle.registry.BadSettings: the settings do not fit.
            scuffle.registry.NoEncoding: the game has no ``encoding.py``.
            scuffle.entrants.NoSuchBot: an opponent is no bot that can be called.
            ValueError: the game is not for that many players, or has no such seat.
        """
        self.coding = Coding(game, len(opponents) + 1, settings)
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1}
        self.render_mode = render_mode
        self.observation_space = self.coding.observation_space()
        self.action_space = self.coding.action_space()
        self._functions = [_function(game, opponent) for opponent in opponents]
        if seat is not None and not 0 <= seat < self.coding.num_players:
            raise ValueError(
                f"found seat {seat}, wanted 0 to {self.coding.num_players - 1} or None"
            )
        self._seat_wanted = seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a match and let the others play up to the learner's first turn."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(self.coding.num_players))
        self._seat = drawn if self._seat_wanted is None else self._seat_wanted
        match_seed = str(self.np_random.integers(2**63))
        self._match = DealtGame(self.coding, match_seed)
        others = [seat for seat in range(self.coding.num_players) if seat != self._seat]
        self._players = {
            seat: _Player(function, self._start(match_seed, seat))
            for seat, function in zip(others, self._functions, strict=True)
        }
        self._play_on()
        return self._match.observe(self._seat), {}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action by its number; the others then play up to the next turn, or the end."""
        legal = self.coding.legal_action(int(action), self._match.legal(self._seat))
        if legal is None:
            return self._match.observe(self._seat), -1.0, True, False, {"illegal": True}
        self._match.take(legal)
        self._play_on()
        outcome = self._match.outcome
        reward = rewards(outcome)[self._seat] if outcome else 0.0
        return self._match.observe(self._seat), reward, outcome is not None, False, {}

    def action_masks(self) -> "np.ndarray[Any, Any]":
        """1 for each action that is legal now, by number."""
        return self.coding.mask(self._match.legal(self._seat))

    def render(self) -> str | None:
        """The whole table in characters, in render mode ``ansi``."""
        if self.render_mode != "ansi":
            return None
        return str(text_renderer(self.coding.game.id).render(self._match.drawing()))

    def _start(self, seed: str, seat: int) -> dict[str, Any]:
        return {
            "settings": self.coding.game.settings.model_dump(mode="json"),
            "limits": Limits().model_dump(),
            "player_seed": player_seed(seed, seat),
        }

    def _play_on(self) -> None:
        while (player := self._match.player) is not None and player != self._seat:
            self._match.take(self._players[player].answer(self._match.request(player)))


class _Player:
    """A function on one seat for one match."""

    def __init__(self, function: Callable[..., Any], start: dict[str, Any]) -> None:
        self._api = Api(start, lambda text: None)
        self._handler = handler_of(function, self._api)

    def answer(self, request: dict[str, Any]) -> Action:
        found: Action = self._handler(request, self._api)
        if found not in request["legal_actions"]:
            raise ValueError(f"an opponent answered {found!r}, which is not one of legal_actions")
        return found


def _function(game_id: str, opponent: Opponent) -> Callable[..., Any]:
    if callable(opponent):
        return opponent
    path = house_bots(game_id).get(opponent, Path(opponent))
    if not path.is_file():
        names = ", ".join(sorted(house_bots(game_id)))
        raise NoSuchBot(f"There is no file {opponent} and no house bot of that name ({names}).")
    function = run_path(str(path)).get("get_action")
    if not callable(function):
        raise NoSuchBot(f"{path} has no get_action; programs cannot be played against here.")
    found: Callable[..., Any] = function
    return found
