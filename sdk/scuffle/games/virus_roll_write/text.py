"""Virus Roll & Write in words and characters, for the terminal and for sentences."""

from typing import Any

from scuffle.games.virus_roll_write.sheet import BOXES, COLUMNS, DISEASES, LAB_BOXES

TARGETS = {"contaminated": "the contaminated-samples card", "trial": "the {} trial card"}


def render(view: dict[str, Any]) -> str:
    """The table, then one sheet a player; ``##`` is a box crossed off."""
    heads = [f"round {view['round']} of {view['rounds']}, {_asked(view)}", _cards(view)]
    sheets = [_sheet(view, player) for player in range(len(view["sheets"]))]
    return "\n".join([*heads, *sheets])


def label(action: dict[str, Any]) -> str:
    """An action as short as a list of moves needs it: ``5>green``, ``5=2>C2``, ``red 4``."""
    params = action["params"]
    if action["action"] == "cross":
        return f"{DISEASES[params['disease']]} {params['box']}"
    if action["action"] == "place":
        return f"{_die(params, '=')}>{_short_target(params)}"
    return str(params.get("value", params.get("pair")))


def sentence(
    player: int, action: dict[str, Any], before: dict[str, Any], after: dict[str, Any]
) -> str:
    """What an action did, with what followed from it, in one sentence."""
    if player < 0:
        return _chance(action, before)
    happened = _fresh(after, player)
    what = f"Player {player} {_deed(action)}"
    follows = [_event(event) for event in happened]
    return f"{what}: {', '.join(follows)}." if follows else f"{what}."


def _fresh(after: dict[str, Any], player: int) -> list[dict[str, Any]]:
    """The events of the last action: a spectator's view holds just those."""
    return after["events"] if after["player_idx"] in (None, player) else []


def _chance(action: dict[str, Any], before: dict[str, Any]) -> str:
    if action["action"] == "cards":
        first, second = action["params"]["pair"]
        return f"The laboratory cards {first} and {second} are drawn."
    return f"Player {_roller(before)} rolls a {action['params']['value']}."


def _roller(before: dict[str, Any]) -> int:
    """Whose die is rolled next: all dice of a seat, then the next seat's."""
    each = {2: 6, 3: 3, 4: 3}[len(before["dice"])]
    return sum(len(dice) == each for dice in before["dice"])


def _deed(action: dict[str, Any]) -> str:
    params = action["params"]
    if action["action"] == "cross":
        return f"crosses off {DISEASES[params['disease']]} {params['box']}"
    if params["target"] == "lab":
        where = f"laboratory card {params['card']}"
    else:
        where = TARGETS[params["target"]].format(DISEASES[params.get("disease", 0)])
    return f"places {_die(params, ', turned by a wildcard into ')} on {where}"


def _die(params: dict[str, Any], turned: str) -> str:
    die, value = params["die"], params["value"]
    return str(die) if die == value else f"{die}{turned}{value}"


def _short_target(params: dict[str, Any]) -> str:
    if params["target"] == "trial":
        return DISEASES[params["disease"]]
    return str(params.get("card", "virus"))


def _event(event: dict[str, Any]) -> str:
    who = f"player {event['player']}"
    colour = DISEASES[event.get("disease") or 0]
    return {
        "priority": lambda: f"{who} takes the priority card",
        "laboratory": lambda: f"{who} crosses off laboratory {event['box']}",
        "wildcard": lambda: f"{who} wins a wildcard",
        "box": lambda: f"{who} crosses off {colour} {event['box']}",
        "line": lambda: f"{colour} {event['line']} gives a {DISEASES[event['bonus']]} box",
        "cure": lambda: f"{who} cures {colour} first",
        "virus": lambda: f"{who} writes {event['value']} into the virus tube",
    }[event["event"]]()


def _asked(view: dict[str, Any]) -> str:
    player = view["player_turn_idx"]
    if player < 0:
        return "the game is over" if view["phase"] == "over" else "dice are rolled"
    what = {"place": "places a die", "bonus": "takes a free box", "extra": "takes any box"}
    return f"player {player} {what[view['phase']]}"


def _cards(view: dict[str, Any]) -> str:
    cards = view["cards"]
    trials = [f"{DISEASES[d]} [{_slots(dice, 2)}]" for d, dice in enumerate(cards["trial"])]
    labs = [
        f"{card['card']} [{_slots(card['slots'], len(card['slots']))}]" for card in cards["lab"]
    ]
    bad = [f"{die['value']}" for die in cards["contaminated"]]
    return (
        f"trial {'  '.join(trials)}   lab {'  '.join(labs)}   contaminated {' '.join(bad) or '-'}"
    )


def _slots(dice: list[dict[str, int] | None], size: int) -> str:
    shown = [str(die["value"]) if die else "." for die in dice]
    return " ".join(shown + ["."] * (size - len(shown)))


def _sheet(view: dict[str, Any], player: int) -> str:
    own = view["sheets"][player]
    dice = " ".join(map(str, view["dice"][player])) or "-"
    card = "  priority" if view["priority_idx"] == player else ""
    cured = ", ".join(DISEASES[d] for d in own["cures"])
    lines = [f"player {player}: {view['scores'][player]} points, dice {dice}{card}"]
    lines.append("  " + "   ".join(f"{name:<11}" for name in DISEASES))
    for row in range(BOXES // COLUMNS):
        grids = [_row(crossed, row) for crossed in own["boxes"]]
        lines.append("  " + "   ".join(grids))
    lab = " ".join("##" if box in own["lab"] else f"{box:2}" for box in LAB_BOXES)
    wild = own["wildcards"]
    lines.append(f"  lab {lab}   wildcards {wild['circled'] - wild['used']} of {wild['circled']}")
    virus = " ".join(map(str, own["virus"])) or "-"
    lines.append(f"  virus {virus}" + (f"   cured first: {cured}" if cured else ""))
    return "\n".join(lines)


def _row(crossed: list[int], row: int) -> str:
    boxes = range(row * COLUMNS + 1, (row + 1) * COLUMNS + 1)
    return " ".join("##" if box in crossed else f"{box:2}" for box in boxes)
