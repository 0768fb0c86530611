"""A game small enough to foresee: players add 1 or 2 in turn until the target is reached."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from scuffle.contract import CHANCE, Action, Format, Game, Outcome, View


class Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    target: int = 20


class Add(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    class Params(BaseModel):
        model_config = ConfigDict(frozen=True, extra="forbid")

        number: int

    action: Literal["add"]
    params: Params


class CountingView(BaseModel):
    player_idx: int | None
    total: int
    sums: list[int]


@dataclass(frozen=True)
class State:
    sums: tuple[int, ...]
    total: int | None
    turn: int = 0


def add(number: int) -> Action:
    return {"action": "add", "params": {"number": number}}


class Counting(Game[State]):
    """Chance first sets the total to 0, 1 or 2."""

    id = "counting"
    name = "Counting"
    tagline = "Add up to the target."
    source = "A test's own."
    difficulty = "easy"
    rules_version = 1
    players = (1, 2, 3, 4)
    ladder_formats: ClassVar[tuple[Format, ...]] = (Format(3, {}),)
    Settings = Settings
    ActionModel = Add
    ViewModel = CountingView

    def setup(self, num_players: int) -> State:
        return State((0,) * num_players, None)

    def to_act(self, state: State) -> int | None:
        if state.total is None:
            return CHANCE
        return None if state.total >= self.settings.target else state.turn % len(state.sums)

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        if player != self.to_act(state):
            return []
        return [add(number) for number in ((0, 1, 2) if player == CHANCE else (1, 2))]

    def apply(self, state: State, player: int, action: Action) -> State:
        number = action["params"]["number"]
        if player == CHANCE:
            return replace(state, total=number)
        sums = list(state.sums)
        sums[player] += number
        return State(tuple(sums), (state.total or 0) + number, state.turn + 1)

    def view(self, state: State, player: int | None) -> View:
        return {"player_idx": player, "total": state.total or 0, "sums": list(state.sums)}

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state) is not None:
            return None
        places = tuple(1 + sum(other > own for other in state.sums) for own in state.sums)
        return Outcome(places, tuple(map(float, state.sums)), "counted")


def counting(target: int = 20) -> Counting:
    return Counting(Settings(target=target))


def ones(state: dict[str, Any]) -> Action:
    """A bot that always adds 1."""
    found: Action = state["legal_actions"][0]
    return found
