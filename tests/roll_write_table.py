"""Tables of Virus Roll & Write, set by hand."""

from typing import Any

from scuffle.contract import CHANCE
from scuffle.games.virus_roll_write.rules import DICE, VirusRollWrite
from scuffle.games.virus_roll_write.state import Sheet, State

BLUE, RED, GREEN, YELLOW = range(4)


def game(lab_cards: str | None = None, **settings: Any) -> VirusRollWrite:
    return VirusRollWrite(VirusRollWrite.Settings(lab_cards=lab_cards, **settings))


def rolled(play: VirusRollWrite, num_players: int, *dice: list[int]) -> State:
    """The first round with these dice on the table; missing seats roll ones."""
    state = play.setup(num_players)
    each = DICE[num_players]
    for seat in range(num_players):
        faces = dice[seat] if seat < len(dice) else []
        for face in faces + [1] * (each - len(faces)):
            state = play.apply(state, CHANCE, {"action": "roll", "params": {"value": face}})
    return state


def place(die: int, target: str, value: int | None = None, **where: Any) -> dict[str, Any]:
    params = {"die": die, "value": value or die, "target": target, **where}
    return {"action": "place", "params": params}


def cross(disease: int, box: int) -> dict[str, Any]:
    return {"action": "cross", "params": {"disease": disease, "box": box}}


def go(play: VirusRollWrite, state: State, *actions: dict[str, Any]) -> State:
    """Apply actions of whoever is asked; each must be legal."""
    for action in actions:
        player = play.to_act(state)
        assert player is not None
        assert action in play.legal_actions(state, player), action
        state = play.apply(state, player, action)
    return state


def mark(own: Sheet, disease: int, *boxes: int) -> None:
    for box in boxes:
        own.boxes[disease] |= 1 << (box - 1)


def crossed(state: State, player: int, disease: int) -> list[int]:
    boxes = state.sheets[player].boxes[disease]
    return [box for box in range(1, 13) if boxes >> (box - 1) & 1]
