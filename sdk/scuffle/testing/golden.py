"""Golden matches: recorded games that a game's rules must still refold to the same end.

Each is ``golden/*.json`` in the game's folder:
``{"settings": {…}, "num_players": 2, "seed": "…", "actions": [[player, action], …],
"outcome": {…}}``; player -1 is chance, whose actions follow from the seed.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scuffle import registry
from scuffle.chance import draw
from scuffle.contract import CHANCE, Action
from scuffle.testing.playthrough import Choose, _any_action, playthrough

GoldenMatch = dict[str, Any]


def record(
    game_id: str,
    settings: dict[str, Any],
    num_players: int,
    seed: str,
    choose: Choose = _any_action,
) -> GoldenMatch:
    """Play one match and write it down as a golden match."""
    game = registry.make(game_id, settings)
    *moments, last = playthrough(game, num_players, seed, choose)
    outcome = game.outcome(last.state)
    assert outcome is not None
    return {
        "settings": settings,
        "num_players": num_players,
        "seed": seed,
        "actions": [[moment.player, moment.action] for moment in moments],
        "outcome": outcome.to_dict(),
    }


def golden_matches(game_id: str) -> Iterator[tuple[Path, GoldenMatch]]:
    """Every golden match of a game with its path."""
    for path in sorted((registry.folder(game_id) / "golden").glob("*.json")):
        yield path, json.loads(path.read_text(encoding="utf-8"))


def check_golden_matches(game_id: str) -> int:
    """Refold all golden matches of a game; returns how many there are.

    Raises:
        AssertionError: an action is not legal, chance drew otherwise, or the outcome differs.
    """
    found = list(golden_matches(game_id))
    for path, match in found:
        _check(game_id, path, match)
    return len(found)


def _check(game_id: str, path: Path, match: GoldenMatch) -> None:
    game = registry.make(game_id, match["settings"])
    state, chances = game.setup(match["num_players"]), 0
    for step, (player, action) in enumerate(match["actions"]):
        where = f"{path.name}, step {step}"
        assert game.to_act(state) == player, f"{where}: player {player} is not to act"
        legal = game.legal_actions(state, player)
        assert action in legal, f"{where}: {action} is not legal"
        if player == CHANCE:
            _check_draw(where, action, legal[draw(match["seed"], chances, len(legal))])
            chances += 1
        state = game.apply(state, player, action)
    outcome = game.outcome(state)
    assert outcome is not None, f"{path.name}: the game is not over"
    assert outcome.to_dict() == match["outcome"], f"{path.name}: another outcome"


def _check_draw(where: str, recorded: Action, drawn: Action) -> None:
    assert recorded == drawn, f"{where}: chance was {recorded}, the seed says {drawn}"
