"""The view of a state: all of it, since this game has no secrets."""

from typing import Any

from scuffle.contract import CHANCE, View
from scuffle.games.virus_roll_write import scoring, sheet
from scuffle.games.virus_roll_write.state import Die, Sheet, State


def view(state: State, player: int | None, to_act: int | None, rounds: int) -> View:
    """A fresh JSON object; ``events`` are those since ``player`` was last asked."""
    return {
        "phase": _phase(state, to_act),
        "player_turn_idx": CHANCE if to_act is None else to_act,
        "player_idx": player,
        "placer_idx": state.placer,
        "round": state.round,
        "rounds": rounds,
        "priority_idx": state.priority,
        "dice": [faces[:] for faces in state.dice],
        "cards": _cards(state),
        "sheets": [_sheet(own) for own in state.sheets],
        "scores": [scoring.score(own) for own in state.sheets],
        "icons": {
            "rows": [list(icons) for icons in sheet.ROW_ICONS],
            "columns": [list(icons) for icons in sheet.COLUMN_ICONS],
        },
        "pending": [
            {"player": who, "kind": kind, "disease": disease}
            for who, kind, disease in state.pending
        ],
        "events": [dict(event) for event in state.log[_start(state, player) :]],
    }


def _start(state: State, player: int | None) -> int:
    return state.last if player is None else state.seen[player]


def _phase(state: State, to_act: int | None) -> str:
    if to_act is None:
        return "over"
    if to_act == CHANCE:
        return "roll"
    return state.pending[0][1] if state.pending else "place"


def _die(die: Die | None) -> dict[str, int] | None:
    return None if die is None else {"player": die[0], "value": die[1]}


def _cards(state: State) -> dict[str, Any]:
    return {
        "trial": [[_die(die) for die in dice] for dice in state.trial],
        "lab": [
            {"card": name, "slots": [_die(die) for die in slots]}
            for name, slots in zip(state.card_names, state.lab, strict=False)
        ],
        "contaminated": [_die(die) for die in state.contaminated],
    }


def _sheet(own: Sheet) -> dict[str, Any]:
    return {
        "boxes": [
            [box for box in range(1, sheet.BOXES + 1) if crossed >> (box - 1) & 1]
            for crossed in own.boxes
        ],
        "lab": [box for box in sheet.LAB_BOXES if own.lab >> box & 1],
        "wildcards": {"circled": own.circled, "used": own.used},
        "virus": own.virus[:],
        "cures": own.cures[:],
    }
