"""The state that a view shows: nothing of this game is hidden, so it is all there."""

from typing import TYPE_CHECKING, Any

from scuffle.contract import View
from scuffle.games.virus_roll_write import cards
from scuffle.games.virus_roll_write.engine import DICE
from scuffle.games.virus_roll_write.state import Die, Sheet, State

if TYPE_CHECKING:
    from scuffle.games.virus_roll_write.typed import LabCard


def state_of(view: View) -> State:
    """The state that a request's view shows.

    What happened before is not taken along: ``events`` of later views start from here.
    """
    players = len(view["sheets"])
    placed = players * DICE[players] - sum(map(len, view["dice"]))
    table, waits = view["cards"], bool(view["pending"])
    lab = [[_die(die) for die in card["slots"]] for card in table["lab"]]
    return State(
        sheets=[_sheet(own) for own in view["sheets"]],
        pair="".join(card["card"][0] for card in table["lab"]),
        round=view["round"],
        seen=[0] * players,
        dice=[faces[:] for faces in view["dice"]],
        dice_each=DICE[players],
        placed=placed,
        starter=(view["placer_idx"] - placed + waits) % players,
        priority=view["priority_idx"],
        # Dice stay on the cards to the round's end, so the first one there is still to be seen.
        lab_used=any(die is not None for slots in lab for die in slots),
        trial=[[(die["player"], die["value"]) for die in dice] for dice in table["trial"]],
        lab=lab,
        contaminated=[(die["player"], die["value"]) for die in table["contaminated"]],
        pending=[(one["player"], one["kind"], one["disease"]) for one in view["pending"]],
        claimed=frozenset(disease for own in view["sheets"] for disease in own["cures"]),
    )


def lab_box(card: "LabCard", slot: int, value: int) -> int | None:
    """The laboratory box that a die completes on a card; ``None`` if it lies alone or may not."""
    slots, letter = card["slots"], card["card"][0]
    if len(slots) == 1:
        return cards.single_box(letter, value)
    other = slots[1 - slot]
    if other is None:
        return None
    pair = (value, other["value"]) if slot == 0 else (other["value"], value)
    return cards.pair_box(letter, *pair)


def _die(die: dict[str, int] | None) -> Die | None:
    return None if die is None else (die["player"], die["value"])


def _sheet(own: dict[str, Any]) -> Sheet:
    return Sheet(
        boxes=[sum(1 << (box - 1) for box in boxes) for boxes in own["boxes"]],
        lab=sum(1 << box for box in own["lab"]),
        circled=own["wildcards"]["circled"],
        used=own["wildcards"]["used"],
        virus=own["virus"][:],
        cures=own["cures"][:],
    )
