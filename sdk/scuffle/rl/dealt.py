"""A game whose chance steps are taken as they come."""

from collections.abc import Sequence

from scuffle.chance import draw
from scuffle.contract import CHANCE, Action, Outcome
from scuffle.rl.coding import Coding, Observation


class DealtGame:
    """One match from its start to its end; chance is drawn from the seed as in any match."""

    def __init__(self, coding: Coding, seed: str) -> None:
        """Set the game up and draw what chance has to draw first."""
        self._coding, self._seed = coding, seed
        self._draws = 0
        self._state = coding.game.setup(coding.num_players)
        self._deal()

    @property
    def player(self) -> int | None:
        """Whose turn it is; ``None`` after the end."""
        return self._coding.game.to_act(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or ``None``."""
        return self._coding.game.outcome(self._state)

    def legal(self, player: int) -> Sequence[Action]:
        """The legal actions of a player; empty for whoever is not to act."""
        return self._coding.game.legal_actions(self._state, player)

    def request(self, player: int) -> dict[str, object]:
        """What a bot on that seat would be asked with."""
        view = self._coding.game.view(self._state, player)
        return view | {"legal_actions": list(self.legal(player))}

    def observe(self, player: int) -> Observation:
        """What a player sees, in numbers."""
        view = self._coding.game.view(self._state, player)
        return self._coding.observe(view, self.legal(player))

    def take(self, action: Action) -> None:
        """Apply a legal action of whoever is to act, then what chance draws after it."""
        player = self.player
        assert player is not None
        self._state = self._coding.game.apply(self._state, player, action)
        self._deal()

    def drawing(self) -> dict[str, object]:
        """The view that shows everything."""
        return self._coding.game.view(self._state, None)

    def _deal(self) -> None:
        while self.player == CHANCE:
            results = self.legal(CHANCE)
            result = results[draw(self._seed, self._draws, len(results))]
            self._draws += 1
            self._state = self._coding.game.apply(self._state, CHANCE, result)
