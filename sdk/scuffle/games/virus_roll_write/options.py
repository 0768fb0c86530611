"""Legal actions of Virus Roll & Write, in their documented order."""

from collections.abc import Iterator
from typing import Any

from scuffle.contract import Action
from scuffle.games.virus_roll_write import cards, placing, sheet
from scuffle.games.virus_roll_write.state import State

ROLLS: list[Action] = [{"action": "roll", "params": {"value": face}} for face in range(1, 7)]
PAIRS: list[Action] = [{"action": "cards", "params": {"pair": pair}} for pair in cards.PAIRS]


def crosses(state: State) -> list[Action]:
    """The boxes of the choice awaited: fewest completed lines first, then disease, box."""
    boxes = state.sheets[state.pending[0][0]].boxes
    choices = placing.choice_boxes(state)
    choices.sort(key=lambda c: (len(sheet.lines_completed(boxes[c[0]], c[1])), *c))
    return [{"action": "cross", "params": {"disease": d, "box": box}} for d, box in choices]


def placements(state: State, player: int, wildcard_on_contaminated: bool) -> list[Action]:
    """Placements without a wildcard first; then by target, die, value, colour or card and slot."""
    dice = sorted(set(state.dice[player]))
    plain = [(die, die) for die in dice]
    actions = _contaminations(plain) + _trials(state, player, plain) + _labs(state, player, plain)
    own = state.sheets[player]
    if own.circled > own.used:
        wild = [(die, value) for die in dice for value in range(1, 7) if value != die]
        if wildcard_on_contaminated:
            actions += _contaminations(wild)
        actions += _trials(state, player, wild) + _labs(state, player, wild)
    return actions


def _place(die: int, value: int, target: str, **where: Any) -> Action:
    params = {"die": die, "value": value, "target": target, **where}
    return {"action": "place", "params": params}


def _contaminations(dice: list[tuple[int, int]]) -> list[Action]:
    return [_place(die, value, "contaminated") for die, value in dice]


def _trials(state: State, player: int, dice: list[tuple[int, int]]) -> list[Action]:
    return [
        _place(die, value, "trial", disease=disease)
        for die, value in dice
        for disease in range(4)
        if placing.trial_box(state, player, disease, value) is not None
    ]


def _labs(state: State, player: int, dice: list[tuple[int, int]]) -> list[Action]:
    return [
        _place(die, value, "lab", card=name, slot=slot)
        for die, value in dice
        for card, name, slot in _lab_slots(state)
        if placing.lab_box(state, player, card, slot, value) is not None
    ]


def _lab_slots(state: State) -> Iterator[tuple[int, str, int]]:
    """Open slots: only C2 leaves a choice of slot, the others fill from the left."""
    for card, name in enumerate(state.card_names):
        empty = [slot for slot, die in enumerate(state.lab[card]) if die is None]
        for slot in empty if name == "C2" else empty[:1]:
            yield card, name, slot
