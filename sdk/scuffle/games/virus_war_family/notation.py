"""Virus War's written record: ``1. b2-c3-d4 i9-h8-g7 2. e5-f6-g7 … 1-0``.

A cell is its column's letter, none skipped, and its row's number: a1 is row 0, column 0, top left
as drawn. A turn is its cells in the order played, joined by dashes, or ``pass``. A number stands
before each turn of player 0. The record ends with ``1-0``, ``0-1`` or ``1/2-1/2``.
"""

import re
from collections.abc import Iterable, Iterator

from scuffle.contract import Action, Game, Outcome
from scuffle.games.virus_war_family.state import State

_CELL = re.compile(r"(x?)([a-o])(1[0-5]|[1-9])")
_NUMBER = re.compile(r"[0-9]+\.(?:\.\.)?")
_RESULTS = ("1-0", "0-1", "1/2-1/2")

Step = tuple[int, Action]
"""Who acted (a seat, or -1 for chance) and the action."""


class BadNotation(ValueError):
    """A record that cannot be read as a game; the message names the turn and what is wrong."""


def cell_name(row: int, col: int) -> str:
    """``a1`` for row 0, column 0."""
    return f"{chr(ord('a') + col)}{row + 1}"


def action_name(action: Action) -> str:
    """``d4`` for an action on that cell, or ``pass``."""
    return cell_name(**action["params"]) if action["params"] else "pass"


def write(game: Game[State], steps: Iterable[Step]) -> str:
    """The record of a match from its steps, chance's included.

    The result stands at the end if the game is over; a match that stopped early has none.
    """
    state = game.setup(2)
    turns: list[list[str]] = []
    for player, action in steps:
        while len(turns) < state.turn:
            turns.append([])
        turns[-1].append(action_name(action))
        state = game.apply(state, player, action)
    words = []
    for index, turn in enumerate(turns):
        words += [f"{index // 2 + 1}."] if index % 2 == 0 else []
        words.append("-".join(turn))
    return " ".join(words + _result(game.outcome(state)))


def _result(outcome: Outcome | None) -> list[str]:
    if outcome is None:
        return []
    return ["1/2-1/2" if outcome.places == (1, 1) else "-".join(f"{2 - p}" for p in outcome.places)]


def read(game: Game[State], text: str) -> list[Step]:
    """The steps that a record tells, chance's opening turns included.

    Upper case and an ``x`` before a kill are accepted.

    Raises:
        BadNotation: a word is not a turn, an action is not legal, a turn is too short or too
            long, or the result does not fit.
    """
    state, steps = game.setup(2), []
    words = _NUMBER.sub(" ", text.lower().replace("\N{EN DASH}", "-")).split()
    result = words.pop() if words and words[-1] in _RESULTS else None
    for index, word in enumerate(words):
        for name in _names(word, index):
            player, action = _action(game, state, name, index)
            steps.append((player, action))
            state = game.apply(state, player, action)
        short = game.outcome(state) is None and state.turn == index + 1
        if short and (result or index + 1 < len(words)):
            raise BadNotation(f"{_turn(index)} {word!r} ends with {state.left} actions left.")
    if result and [result] != _result(game.outcome(state)):
        raise BadNotation(f"The record ends with {result}, which its moves do not lead to.")
    return steps


def _turn(index: int) -> str:
    return f"Turn {index // 2 + 1} of player {index % 2}:"


def _names(word: str, index: int) -> Iterator[str]:
    for name in word.split("-"):
        if name != "pass" and not _CELL.fullmatch(name):
            raise BadNotation(f"{_turn(index)} {name!r} is no cell such as b2, and not 'pass'.")
        yield name


def _action(game: Game[State], state: State, name: str, index: int) -> Step:
    """The legal action with this name, by whoever is to act."""
    player = game.to_act(state)
    if player is None or state.turn != index + 1:
        raise BadNotation(f"{_turn(index)} there is no action left for {name!r}.")
    for action in game.legal_actions(state, player):
        if action_name(action) == name.removeprefix("x"):
            if name.startswith("x") and action["action"] != "kill":
                raise BadNotation(f"{_turn(index)} {name!r} marks a kill, but the cell is free.")
            return player, action
    raise BadNotation(f"{_turn(index)} {name!r} is not available.")
