"""Moves as people type them: ``b2``, ``xb2``, ``b2-c3-d4``, ``pass``, ``5>green``.

The words are the game's own labels, those of the list of moves beside a replay.
"""

from collections.abc import Sequence

from scuffle.contract import Action
from scuffle.registry import text_renderer

KILLS = "kill"
MOST = 64
"""Moves in one line; no turn of any game is as long."""
LONGEST = 400
"""Characters of one line."""
SAID = 24
"""Characters of what was typed that a refusal repeats."""


class NoSuchMove(ValueError):
    """A move that cannot be read or played now; the message is one sentence."""


def split_moves(text: str) -> tuple[str, ...]:
    """The moves of a typed line, which dashes part, in lower case.

    Raises:
        NoSuchMove: there is none, or there are too many.
    """
    line = text.replace("\N{EN DASH}", "-").lower()
    if len(line) > LONGEST:
        raise NoSuchMove(
            f"Found {len(line):,} characters, {_said(line)}, wanted the moves of one turn."
        )
    names = tuple(" ".join(name.split()) for name in line.split("-"))
    if not all(names):
        raise NoSuchMove("Found an empty move, wanted moves such as those of the list.")
    if len(names) > MOST:
        raise NoSuchMove(f"Found a line of {len(names)} moves, wanted those of one turn.")
    return names


def find_move(game_id: str, name: str, legal: Sequence[Action]) -> Action:
    """The legal action with this name; an ``x`` before it says that it is a kill.

    Behind the name its kind may stand in brackets, as lists of moves write it: ``i9 (kill)``.

    Raises:
        NoSuchMove: there is none; the sentence tells no more than the list does.
    """
    label = text_renderer(game_id).label
    named = {label(action).lower(): action for action in reversed(legal)}
    named |= {f"{name} ({action['action']})": action for name, action in named.items()}
    if name in named:
        return named[name]
    action = named.get(name.removeprefix("x"))
    if action is None:
        first = f", such as {label(legal[0])!r}" if legal else ""
        raise NoSuchMove(f"{_said(name)} is not among the moves that may be played now{first}.")
    if action["action"] != KILLS:
        raise NoSuchMove(f"{_said(name)} marks a kill, but nothing is killed there.")
    return action


def _said(text: str) -> str:
    """What was typed, quoted; only its beginning if it is long."""
    return repr(text) if len(text) <= SAID else f"{text[:SAID]!r}…"
