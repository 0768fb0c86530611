"""A game's own examples: starter bots, and a position from the middle of a real match."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from scuffle import registry
from scuffle.chance import draw
from scuffle.contract import CHANCE, Action, Game, View

SEED = "example"
STEPS = 24
"""How far into a match the example lies, at most."""

SAMPLE = '''def get_action(state, api):
    """Called each time it is your bot's turn."""
    moves = [m for m in state["legal_actions"] if m["action"] != "pass"]
    kills = [m for m in moves if m["action"] == "kill"]
    api.log(f"{len(moves)} moves, {len(kills)} of them kills")
    return api.random.choice(kills or moves)
'''
"""A bot that works in every game: nowhere is passing the only thing that may be done."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position as one player sees it: all that is asked, and the view alone, to be drawn."""

    state: View
    view: View
    action: Action
    text: str


def first_bot(game_id: str) -> str:
    """The source of a game's starter bot in Python, or of one that works in every game."""
    path = registry.starter_bot(game_id) if game_id in registry.games() else None
    return path.read_text(encoding="utf-8") if path else SAMPLE


def starters(game_id: str) -> dict[str, str]:
    """The sources of the bots that come with a game, by name; the simplest first."""
    found = {
        name: path.read_text(encoding="utf-8")
        for name, path in registry.house_bots(game_id).items()
    }
    return dict(sorted(found.items(), key=lambda item: len(item[1])))


@cache
def position(game_id: str) -> Position:
    """An example position of a game, the same each time; one view with its legal actions."""
    first = registry.games()[game_id].ladder_formats[0]
    game = registry.make(game_id, first.settings)
    state = _play(game, first.num_players)
    player = game.to_act(state)
    assert player is not None
    view = game.view(state, player)
    legal = list(game.legal_actions(state, player))
    shown = view | {"legal_actions": legal}
    return Position(
        shown, view, legal[len(legal) // 2], registry.text_renderer(game_id).render(view)
    )


def _play(game: Game[Any], num_players: int) -> Any:
    """The last position within ``STEPS`` in which a player, not chance, is to act."""
    state = found = game.setup(num_players)
    chances = 0
    for step in range(STEPS):
        player = game.to_act(state)
        if player is None:
            break
        legal = game.legal_actions(state, player)
        if player == CHANCE:
            action = legal[draw(SEED, chances, len(legal))]
            chances += 1
        else:
            found = state
            action = legal[draw(SEED + "/moves", step, len(legal))]
        state = game.apply(state, player, action)
    return found
