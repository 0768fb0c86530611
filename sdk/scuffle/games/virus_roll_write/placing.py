"""What a placement and a cross-off do to a state (rulings 3 to 7 of the rules page)."""

from itertools import takewhile
from typing import Any

from scuffle.games.virus_roll_write import cards, sheet
from scuffle.games.virus_roll_write.state import Die, State


def place(state: State, player: int, params: dict[str, Any]) -> None:
    """Do all of a placement that needs no choice; choices are left in ``pending``."""
    state.dice[player].remove(params["die"])
    state.sheets[player].used += params["value"] != params["die"]
    state.placed += 1
    die = (player, params["value"])
    if params["target"] == "contaminated":
        state.contaminated.append(die)
    elif params["target"] == "trial":
        _place_trial(state, die, params["disease"])
    else:
        _place_lab(state, die, params["card"][0], params["slot"])


def cross(state: State, player: int, disease: int, box: int) -> None:
    """Cross off a box and queue the bonuses of the lines that it completes."""
    lines = sheet.lines_completed(state.sheets[player].boxes[disease], box)
    state.sheets[player].boxes[disease] |= 1 << (box - 1)
    state.say("box", player, disease=disease, box=box)
    for line in lines:
        bonus = sheet.icon(disease, line)
        state.say("line", player, disease=disease, line=f"{line[0]} {line[1] + 1}", bonus=bonus)
        _queue_bonus(state, player, bonus)


def settle(state: State) -> None:
    """Drop choices that have no free box, then judge cures if none waits."""
    while state.pending and not choice_boxes(state):
        state.pending.pop(0)
    if not state.pending:
        _judge_cures(state)


def choice_boxes(state: State) -> list[tuple[int, int]]:
    """``(disease, box)`` of every box that the first pending choice may take."""
    player, _, disease = state.pending[0]
    diseases = range(4) if disease is None else (disease,)
    boxes = state.sheets[player].boxes
    return [(d, box) for d in diseases for box in sheet.free_boxes(boxes[d])]


def trial_box(state: State, player: int, disease: int, value: int) -> int | None:
    """The box that a die crosses off on a trial card, or ``None`` if it may not lie there."""
    lying = state.trial[disease]
    box = value + (lying[0][1] if lying else 0)
    taken = state.sheets[player].boxes[disease] >> (box - 1) & 1
    return None if len(lying) == 2 or taken else box


def lab_box(state: State, player: int, card: int, slot: int, value: int) -> int | None:
    """The laboratory box that a die completes, 0 if it lies alone, ``None`` if it may not."""
    letter, slots = _letters(state)[card], state.lab[card]
    if slots[slot] is not None:
        return None
    if len(slots) == 1:
        box = cards.single_box(letter, value)
    else:
        other = slots[1 - slot]
        if other is None:
            return 0
        box = cards.pair_box(letter, *((value, other[1]) if slot == 0 else (other[1], value)))
    return box if box and not state.sheets[player].lab >> box & 1 else None


def _letters(state: State) -> str:
    assert state.pair is not None
    return state.pair


def _place_trial(state: State, die: Die, disease: int) -> None:
    player, value = die
    box = trial_box(state, player, disease, value)
    assert box is not None
    state.trial[disease].append(die)
    cross(state, player, disease, box)


def _place_lab(state: State, die: Die, letter: str, slot: int) -> None:
    player, value = die
    card = _letters(state).index(letter)
    box = lab_box(state, player, card, slot, value)
    partner = _partner(state.lab[card], slot, player)
    state.lab[card][slot] = die
    _take_priority(state, player)
    if box:
        _cross_lab(state, player, box)
        if partner is not None and not state.sheets[partner].lab >> box & 1:
            _cross_lab(state, partner, box)


def _partner(slots: list[Die | None], slot: int, player: int) -> int | None:
    other = slots[1 - slot] if len(slots) == 2 else None
    return other[0] if other is not None and other[0] != player else None


def _take_priority(state: State, player: int) -> None:
    if not state.lab_used and state.priority != player:
        state.priority = player
        state.say("priority", player)
    state.lab_used = True


def _cross_lab(state: State, player: int, box: int) -> None:
    state.sheets[player].lab |= 1 << box
    state.say("laboratory", player, box=box)
    if sheet.gives_extra(box):
        state.pending.append((player, "extra", None))
    else:
        state.sheets[player].circled += 1
        state.say("wildcard", player)


def _queue_bonus(state: State, player: int, disease: int) -> None:
    """Put a bonus at the end of the player's own part of ``pending``, which stands in front."""
    own = sum(1 for _ in takewhile(lambda choice: choice[0] == player, state.pending))
    state.pending.insert(own, (player, "bonus", disease))


def _judge_cures(state: State) -> None:
    fresh = [
        (player, disease)
        for player, sheet_ in enumerate(state.sheets)
        for disease in range(4)
        if sheet_.boxes[disease] == sheet.FULL and disease not in state.claimed
    ]
    for player, disease in fresh:
        state.sheets[player].cures.append(disease)
        state.say("cure", player, disease=disease)
    state.claimed |= {disease for _, disease in fresh}
