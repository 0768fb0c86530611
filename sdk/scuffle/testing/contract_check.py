"""The game contract, checked at every moment of random games."""

import json
from typing import Any

from pydantic import TypeAdapter

from scuffle.contract import CHANCE, Game, View
from scuffle.testing.playthrough import Choose, Moment, _any_action, playthrough


class ContractCheck:
    """Plays games and asserts the contract at each moment; it remembers every view it has met.

    Args:
        game: the game, made with its settings.
        num_players: how many play.
    """

    def __init__(self, game: Game[Any], num_players: int) -> None:
        self.game = game
        self.num_players = num_players
        self._action_model: TypeAdapter[Any] = TypeAdapter(game.ActionModel)
        self._actions: set[str] = set()
        self._lists: dict[str, str] = {}

    def play(self, seed: str, choose: Choose = _any_action) -> None:
        """Check one whole game.

        Raises:
            AssertionError: the contract is broken; the message says where.
        """
        moments = list(playthrough(self.game, self.num_players, seed, choose))
        for moment in moments:
            self.check_turn(moment)
            self.check_views(moment)
            self.check_apply(moment)
        again = list(playthrough(self.game, self.num_players, seed, choose))
        assert again == moments, "the same seed and actions did not give the same game"

    def check_turn(self, moment: Moment) -> None:
        """Who is to act has a list, nobody else; the game has an outcome exactly at its end."""
        game, state = self.game, moment.state
        outcome = game.outcome(state)
        assert (outcome is None) == (moment.player is not None), "outcome and to_act disagree"
        for player in range(CHANCE, self.num_players):
            legal = game.legal_actions(state, player)
            assert bool(legal) == (player == moment.player), f"legal_actions of player {player}"
        texts = {canonical(action): action for action in moment.legal}
        assert len(texts) == len(moment.legal), "legal_actions holds an action twice"
        for text in texts.keys() - self._actions:
            model = self._action_model.validate_python(texts[text])
            assert canonical(self._action_model.dump_python(model)) == text
        self._actions |= texts.keys()
        if outcome:
            self._check_outcome(outcome.places, outcome.scores)

    def _check_outcome(self, places: tuple[int, ...], scores: tuple[float, ...]) -> None:
        assert len(places) == len(scores) == self.num_players
        ranked = sorted(places)
        assert all(place == ranked.index(place) + 1 for place in places), f"places {places}"

    def check_views(self, moment: Moment) -> None:
        """Every view fits its model and survives JSON; the same view has the same list."""
        for player in (None, *range(self.num_players)):
            view = self.game.view(moment.state, player)
            assert view["player_idx"] == player
            assert "legal_actions" not in view, "the match loop adds legal_actions"
            self.game.ViewModel.model_validate(view)
            assert json.loads(canonical(view)) == view, "the view is not plain JSON"
            again = self.game.view(moment.state, player)
            self._check_fresh(view, again)
        if moment.player not in (None, CHANCE):
            self._check_list(moment)

    def _check_fresh(self, view: View, again: View) -> None:
        """Whoever changes a view changes nothing else."""
        assert view == again, "the same state gave two views"
        for key, value in view.items():
            if isinstance(value, (list, dict)):
                assert value is not again[key], f"{key} is shared between two views"

    def _check_list(self, moment: Moment) -> None:
        """The list of actions follows from the view of whoever is to act."""
        view = self.game.view(moment.state, moment.player)
        text = canonical(list(moment.legal))
        known = self._lists.setdefault(canonical(view), text)
        assert known == text, "the same view had two lists of legal actions"

    def check_apply(self, moment: Moment) -> None:
        """An action gives a new state and leaves the old one as it was; so twice gives the same."""
        if moment.action is None or moment.player is None:
            return
        before = self.game.view(moment.state, None)
        first = self.game.apply(moment.state, moment.player, moment.action)
        assert self.game.view(moment.state, None) == before, "apply changed the state it was given"
        second = self.game.apply(moment.state, moment.player, moment.action)
        for player in (None, *range(self.num_players)):
            assert self.game.view(first, player) == self.game.view(second, player)


def canonical(value: Any) -> str:
    """One text for equal JSON values."""
    return json.dumps(value, sort_keys=True, allow_nan=False)
