"""Draws the table in a terminal and says in a sentence what an action did and why."""

from scuffle.contract import Action, View
from scuffle.games.virus_roll_write.sheet import BOXES, COLUMNS, DISEASES, LAB_BOXES

LETTERS = "BRGY"
CONDITIONS = {
    "A2": "equal",
    "B2": "odd+even",
    "C2": "left>=right",
    "D2": "different",
    "A3": "even, +1",
    "B3": "even, x2",
    "C3": "odd, +2",
    "D3": "odd, x2",
}
SIDES = ("left", "right")
"""The slots of C2, the only card on which they differ."""
_LEGEND = "## crossed off   B R G Y the colour of the free box that a full line gives"


def render(view: View) -> str:
    """The table, then one sheet a player."""
    sheets = [_sheet(view, player) for player in range(len(view["sheets"]))]
    return "\n".join([_heading(view), *_cards(view), *sheets, _LEGEND])


def label(action: Action) -> str:
    """An action in a word, for the list of moves: ``5>green``, ``5=2>C2 left``, ``red 4``."""
    params = action["params"]
    if action["action"] == "cross":
        return f"{DISEASES[params['disease']]} {params['box']}"
    if action["action"] != "place":
        return str(params.get("value", params.get("pair")))
    turned = "" if params["die"] == params["value"] else f"={params['value']}"
    colour = DISEASES[params["disease"]] if params["target"] == "trial" else "virus"
    side = f" {SIDES[params['slot']]}" if params.get("card") == "C2" else ""
    return f"{params['die']}{turned}>{params.get('card', colour)}{side}"


def marks(player: int, action: Action, after: View) -> list[tuple[str, str]]:
    """What of an action is worth a mark on the timeline, as ``(kind, text)``: cures."""
    del player, action
    cures = [event for event in after["events"] if event["event"] == "cure"]
    told = [f"Player {event['player']} cures {DISEASES[event['disease']]}" for event in cures]
    return [("cure", text) for text in told]


def sentence(player: int, action: Action, before: View, after: View) -> str:
    """What an action did, and what followed from it.

    Args:
        player: who acted, -1 for chance.
        action: the action.
        before: the view before it.
        after: the view after it, of the same player or of a spectator.
    """
    if player < 0:
        return _chance(action, before)
    deed = f"Player {player} {_deed(action, before)}"
    if after["player_idx"] not in (None, player):
        return f"{deed}."
    known = action["action"] == "cross"
    happened = [event for event in after["events"] if event["event"] != "virus"]
    follows = [_event(event, player) for event in happened[known:]]
    return "; ".join([": ".join([deed, *follows[:1]]), *follows[1:]]) + "." + _round_end(after)


def _chance(action: Action, before: View) -> str:
    if action["action"] == "cards":
        first, second = action["params"]["pair"]
        return f"The laboratory cards {first} and {second} are drawn."
    each = {2: 6, 3: 3, 4: 3}[len(before["dice"])]
    roller = sum(len(dice) == each for dice in before["dice"])
    return f"Player {roller} rolls a {action['params']['value']}."


def _deed(action: Action, before: View) -> str:
    params = action["params"]
    if action["action"] == "cross":
        owed = "extra cross-off" if before["phase"] == "extra" else "free box"
        return f"takes {DISEASES[params['disease']]} {params['box']} as its {owed}"
    die, value = params["die"], params["value"]
    turned = "" if die == value else f", turned into a {value} by a wildcard,"
    if params["target"] == "contaminated":
        return f"contaminates a {die}{turned.rstrip(',')}"
    return f"places a {die}{turned} on {_target(action, before)}"


def _target(action: Action, before: View) -> str:
    """A card and, where a die lies there, the sum."""
    params, cards = action["params"], before["cards"]
    if params["target"] == "trial":
        name, lying = DISEASES[params["disease"]], cards["trial"][params["disease"]]
    else:
        name = params["card"]
        slots = next(card["slots"] for card in cards["lab"] if card["card"] == name)
        lying = [die for die in slots if die]
    if not lying:
        return str(name)
    other, value = lying[0]["value"], params["value"]
    return f"{name} beside a {other} ({other} + {value} = {other + value})"


def _event(event: dict[str, int | str], actor: int) -> str:
    """One happening; whose it is, where it is not the actor's."""
    who = "" if event["player"] == actor else f"player {event['player']} "
    colour = DISEASES[int(event.get("disease", 0))]
    bonus = DISEASES[int(event.get("bonus", 0))]
    return {
        "priority": f"{who}takes the priority card",
        "laboratory": f"{who}crosses off laboratory {event.get('box')}",
        "wildcard": f"{who}wins a wildcard",
        "box": f"{who}crosses off {colour} {event.get('box')}",
        "line": f"{colour} {event.get('line')} is full and gives a {bonus} box",
        "cure": f"{who}cures {colour}",
    }[str(event["event"])]


def _round_end(after: View) -> str:
    written = [event for event in after["events"] if event["event"] == "virus"]
    if not written:
        return ""
    told = ", ".join(f"player {event['player']} {event['value']}" for event in written)
    return f" The round ends; contaminated: {told}."


def _heading(view: View) -> str:
    where = f"Round {view['round']} of {view['rounds']}"
    if view["player_turn_idx"] < 0:
        return f"{where}: " + ("the game is over" if view["phase"] == "over" else "dice are rolled")
    what = {"place": "places a die", "extra": "crosses off any box"}
    if view["phase"] == "bonus":
        what["bonus"] = f"crosses off a {DISEASES[view['pending'][0]['disease']]} box"
    return f"{where}: player {view['player_turn_idx']} {what[view['phase']]}"


def _cards(view: View) -> list[str]:
    cards = view["cards"]
    trials = [f"{name} [{_dice(cards['trial'][d], 2)}]" for d, name in enumerate(DISEASES)]
    labs = [
        f"{card['card']} {CONDITIONS[card['card']]} [{_dice(card['slots'], len(card['slots']))}]"
        + _partner(card["slots"])
        for card in cards["lab"]
    ]
    bad = [f"{die['value']} of player {die['player']}" for die in cards["contaminated"]]
    return [
        "trial         " + "   ".join(trials),
        "laboratory    " + "   ".join(labs),
        "contaminated  " + (", ".join(bad) or "-"),
    ]


def _dice(dice: list[dict[str, int] | None], size: int) -> str:
    shown = [str(die["value"]) if die else "." for die in dice]
    return " ".join(shown + ["."] * (size - len(shown)))


def _partner(slots: list[dict[str, int] | None]) -> str:
    """Whose the die is that waits for another: its owner gains from it, or is contaminated."""
    lone = [die for die in slots if die]
    return f" of player {lone[0]['player']}" if len(lone) < len(slots) and lone else ""


def _sheet(view: View, player: int) -> str:
    own, wild = view["sheets"][player], view["sheets"][player]["wildcards"]
    dice = " ".join(map(str, view["dice"][player])) or "-"
    card = ", priority card" if view["priority_idx"] == player else ""
    head = f"\nplayer {player}: {view['scores'][player]} points, dice {dice}{card}"
    names = [name + _cured(view, player, d) for d, name in enumerate(DISEASES)]
    lines = [head, "  " + "   ".join(f"{name:<13}" for name in names).rstrip()]
    for row in range(BOXES // COLUMNS):
        grids = [_row(view, d, crossed, row) for d, crossed in enumerate(own["boxes"])]
        lines.append("  " + "   ".join(grids))
    icons = [_letters(view["icons"]["columns"][d]) for d in range(len(DISEASES))]
    lines.append("  " + "   ".join(f"{line:<13}" for line in icons).rstrip())
    lab = " ".join("##" if box in own["lab"] else f"{box:2}" for box in LAB_BOXES)
    lines.append(f"  laboratory {lab}   wildcards {wild['circled'] - wild['used']}")
    virus = " + ".join(map(str, own["virus"])) or "-"
    return "\n".join([*lines, f"  virus tube {virus}"])


def _cured(view: View, player: int, disease: int) -> str:
    if disease in view["sheets"][player]["cures"]:
        return " cured"
    return " closed" if any(disease in own["cures"] for own in view["sheets"]) else ""


def _letters(colours: list[int]) -> str:
    return " ".join(f" {LETTERS[colour]}" for colour in colours)


def _row(view: View, disease: int, crossed: list[int], row: int) -> str:
    boxes = range(row * COLUMNS + 1, (row + 1) * COLUMNS + 1)
    cells = " ".join("##" if box in crossed else f"{box:2}" for box in boxes)
    return f"{cells} {LETTERS[view['icons']['rows'][disease][row]]}"
