"""The rules of Virus Roll & Write: the six functions of the game contract."""

from typing import Any

from scuffle.contract import CHANCE, Action, Game, Outcome, View
from scuffle.games.virus_roll_write import options, placing, scoring, viewing
from scuffle.games.virus_roll_write.state import State

ROUNDS = {2: 5, 3: 7, 4: 8}
DICE = {2: 6, 3: 3, 4: 3}


def pair_of(lab_cards: str | None, num_players: int) -> str | None:
    """The letters of the laboratory cards by the setting; ``None`` where chance draws them."""
    if lab_cards == "draw":
        return None
    if lab_cards is None:
        return "AB" if num_players == 3 else "BC"
    return "".join(sorted(lab_cards))


class RollWriteGame(Game[State]):
    """The rules alone. ``settings`` needs the fields of ``Settings``, no more."""

    players = (2, 3, 4)

    def setup(self, num_players: int) -> State:
        """Empty sheets; the laboratory cards as the settings say."""
        state = State.empty(num_players, pair_of(self.settings.lab_cards, num_players))
        state.start_round(DICE[num_players])
        return state

    def to_act(self, state: State) -> int | None:
        """Chance while dice are to be rolled, then who owes a choice, then whose die is next."""
        if state.over:
            return None
        if state.pair is None or state.to_roll:
            return CHANCE
        return state.pending[0][0] if state.pending else state.placer

    def legal_actions(self, state: State, player: int) -> list[Action]:
        """Chance's equally likely results, a choice's free boxes, or every placement."""
        if self.to_act(state) != player:
            return []
        if player == CHANCE:
            return options.ROLLS if state.pair else options.PAIRS
        if state.pending:
            return options.crosses(state)
        return options.placements(state, player, self.settings.wildcard_on_contaminated)

    def apply(self, state: State, player: int, action: Action) -> State:
        """Roll, place or cross off; then settle what needs no choice."""
        after = state.copy()
        after.last = len(after.log)
        if player == CHANCE:
            self._chance(after, action)
            return after
        after.seen[player] = len(after.log)
        self._act(after, player, action)
        placing.settle(after)
        if not after.pending and after.round_done:
            self._end_round(after)
        return after

    def view(self, state: State, player: int | None) -> View:
        """Everything; only ``player_idx`` and ``events`` differ between players."""
        to_act = self.to_act(state)
        return viewing.view(state, player, to_act, ROUNDS[len(state.sheets)])

    def outcome(self, state: State) -> Outcome | None:
        """Places by points, laboratory boxes, contamination."""
        if not state.over:
            return None
        scores = tuple(float(scoring.score(own)) for own in state.sheets)
        return Outcome(scoring.places(state.sheets), scores, "final-score")

    def _chance(self, state: State, action: Action) -> None:
        params: dict[str, Any] = action["params"]
        if action["action"] == "cards":
            state.pair = params["pair"]
        else:
            state.roll(params["value"])

    def _act(self, state: State, player: int, action: Action) -> None:
        if action["action"] == "place":
            placing.place(state, player, action["params"])
        else:
            state.pending.pop(0)
            placing.cross(state, player, action["params"]["disease"], action["params"]["box"])

    def _end_round(self, state: State) -> None:
        state.write_contamination()
        if state.round == ROUNDS[len(state.sheets)]:
            state.over = True
        else:
            state.round += 1
            state.start_round(DICE[len(state.sheets)])
