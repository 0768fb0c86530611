"""A match as a PettingZoo AEC environment."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from scuffle.contract import Action
from scuffle.registry import text_renderer
from scuffle.rl.coding import Coding, Observation, rewards
from scuffle.rl.dealt import DealtGame


def env(
    game: str,
    num_players: int | None = None,
    settings: dict[str, Any] | None = None,
    render_mode: str | None = None,
) -> Any:
    """A match as PettingZoo likes it: an illegal action ends the match with -1 for its player.

    Args:
        game: the game's id.
        num_players: how many play; the fewest by default.
        settings: game settings; what is left out keeps its default.
        render_mode: ``ansi`` for a drawing in characters, which shows everything.

    Raises:
        scuffle.registry.UnknownGame: no game has this id.
        scuffle.registry.BadSettings: the settings do not fit.
        scuffle.registry.NoEncoding: the game has no ``encoding.py``.
        ValueError: the game is not for that many players.
    """
    made = MatchEnv(game, num_players, settings, render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(made, -1))


class MatchEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """The environment without wrappers: an illegal action is a ``ValueError``.

    Agents are ``player_0``, ``player_1``, …; seat 0 is not always the first to act. Everybody gets
    observations of the own view only. Rewards come at the end: 1 for being before everybody, -1 for
    being behind everybody, 0 for a draw, and in between with more players.
    """

    def __init__(
        self,
        game: str,
        num_players: int | None = None,
        settings: dict[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Make it; see ``env``."""
        super().__init__()
        self.coding = Coding(game, num_players, settings)
        self.metadata = {
            "name": f"{game}_v{self.coding.game.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.coding.num_players)]
        self.observation_spaces = {
            agent: self.coding.observation_space() for agent in self.possible_agents
        }
        self.action_spaces = {agent: self.coding.action_space() for agent in self.possible_agents}
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete[Any]":
        """The numbers of all actions; ``coding.actions`` says which each is."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match; ``seed`` decides it and those after it. There are no options."""
        if seed is not None or self._random is None:
            self._random, _ = np_random(seed)
        self._match = DealtGame(self.coding, str(self._random.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._match.player or 0]

    def observe(self, agent: str) -> Observation:
        """What an agent sees; its mask is all 0 while somebody else is to act."""
        return self._match.observe(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Take an action of ``agent_selection``, by its number.

        Raises:
            ValueError: it is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._match.take(self._legal(agent, action))
        outcome = self._match.outcome
        if outcome:
            self.rewards = dict(zip(self.possible_agents, rewards(outcome), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self._match.player or 0]
        self._accumulate_rewards()

    def _legal(self, agent: str, number: int | None) -> Action:
        legal = self._match.legal(self.possible_agents.index(agent))
        action = self.coding.legal_action(number, legal)
        if action is None:
            raise ValueError(f"action {number} is not legal now; the action mask says which are")
        return action

    def render(self) -> str | None:
        """The whole table in characters, in render mode ``ansi``."""
        if self.render_mode != "ansi":
            return None
        return str(text_renderer(self.coding.game.id).render(self._match.drawing()))

    def close(self) -> None:
        """Nothing is open."""
