"""Virus Roll & Write as numbers, for learning: one row of numbers, and a number for each action.

Standard library only, so that a trained bot can use the very same numbers in its cage. Settings are
the dict that a match is told (``api.settings``). Players come in the order of seats from one's own.
"""

from itertools import chain
from typing import Any

from scuffle.contract import Action, View
from scuffle.games.virus_roll_write import cards, sheet
from scuffle.games.virus_roll_write.engine import pair_of

PHASES = ("place", "bonus", "extra", "roll", "over")
_FACES = range(1, 7)
_DICE = [(die, value) for die in _FACES for value in _FACES]
_MOST_LOST, _LOWEST, _SPAN = 180, 177, 263
"""Contamination of a whole game, the lowest score, and from there to the highest, 86."""


def actions(settings: dict[str, Any], num_players: int) -> list[Action]:
    """Every action of a seat: places on contaminated, trial, laboratory; then crosses.

    Within these by die, value, colour or card and slot; by disease, box. Where the cards are drawn,
    all four are there. Action number ``i`` is entry ``i``; the order depends on settings and number
    of players alone.
    """
    slots = [
        (f"{letter}{3 if num_players == 3 else 2}", slot)
        for letter in pair_of(settings["lab_cards"], num_players) or "ABCD"
        for slot in range(cards.slots_of(num_players))
    ]
    where: list[list[dict[str, Any]]] = [
        [{"target": "contaminated"}],
        [{"target": "trial", "disease": disease} for disease in range(4)],
        [{"target": "lab", "card": card, "slot": slot} for card, slot in slots],
    ]
    places = [
        {"action": "place", "params": {"die": die, "value": value, **one}}
        for target in where
        for die, value in _DICE
        for one in target
    ]
    crosses = [
        {"action": "cross", "params": {"disease": disease, "box": box}}
        for disease in range(4)
        for box in range(1, sheet.BOXES + 1)
    ]
    return places + crosses


def shape(settings: dict[str, Any], num_players: int) -> tuple[int, ...]:
    """The shape of an observation: how many numbers it has."""
    return (_TABLE + num_players * _EACH,)


def observe(view: View, settings: dict[str, Any]) -> list[float]:
    """What a view shows as numbers from 0 to 1: the table, then each player from oneself on."""
    players = len(view["sheets"])
    me = view["player_idx"] or 0
    seats = [(me + step) % players for step in range(players)]
    return list(chain(_table(view, me), *(_seat(view, seat) for seat in seats)))


def _one_hot(index: int | None, length: int) -> list[float]:
    return [float(i == index) for i in range(length)]


def _table(view: View, me: int) -> list[float]:
    waits = view["pending"][0] if view["pending"] else {"player": None, "disease": None}
    lab = [*view["cards"]["lab"], _NO_CARD, _NO_CARD][:2]
    trial = [[*dice, None, None][:2] for dice in view["cards"]["trial"]]
    return [
        *_one_hot(PHASES.index(view["phase"]), len(PHASES)),
        float(view["player_turn_idx"] == me),
        view["round"] / view["rounds"],
        *_one_hot(waits["disease"], 4),
        *chain.from_iterable(_die(die, me) for dice in trial for die in dice),
        *chain.from_iterable(_card(card, me) for card in lab),
    ]


_NO_CARD: dict[str, Any] = {"card": " ", "slots": []}


def _card(card: dict[str, Any], me: int) -> list[float]:
    slots = [*card["slots"], None, None][:2]
    letter = _one_hot("ABCD".find(card["card"][0]), 4)
    return [*letter, *_die(slots[0], me), *_die(slots[1], me)]


def _die(die: dict[str, int] | None, me: int) -> list[float]:
    return [0.0, 0.0] if die is None else [die["value"] / 6, float(die["player"] == me)]


def _seat(view: View, player: int) -> list[float]:
    own = view["sheets"][player]
    lost = [one["value"] for one in view["cards"]["contaminated"] if one["player"] == player]
    return [
        float(view["placer_idx"] == player),
        float(view["priority_idx"] == player),
        *(view["dice"][player].count(face) / 6 for face in _FACES),
        *(float(box in boxes) for boxes in own["boxes"] for box in range(1, sheet.BOXES + 1)),
        *(float(box in own["lab"]) for box in sheet.LAB_BOXES),
        (own["wildcards"]["circled"] - own["wildcards"]["used"]) / sheet.WILDCARD_TUBE,
        *(float(disease in own["cures"]) for disease in range(4)),
        sum(own["virus"]) / _MOST_LOST,
        sum(lost) / _MOST_LOST,
        (view["scores"][player] + _LOWEST) / _SPAN,
    ]


_TABLE = len(PHASES) + 2 + 4 + 4 * 2 * 2 + 2 * (4 + 2 * 2)
_EACH = 2 + 6 + 4 * sheet.BOXES + len(sheet.LAB_BOXES) + 1 + 4 + 3
