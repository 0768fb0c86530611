"""Every game with an encoding, in numbers: nothing without a number, nothing out of bounds."""

from math import prod
from typing import Any

import numpy as np
import pytest

from scuffle import registry
from scuffle.contract import CHANCE
from scuffle.testing import playthrough

FORMATS = [
    pytest.param(name, entry.num_players, entry.settings, id=f"{name}-{index}")
    for name in registry.games()
    if (registry.folder(name) / "encoding.py").exists()
    for index, entry in enumerate(registry.game(name).ladder_formats)
]


def canonical(action: dict[str, Any]) -> tuple[Any, ...]:
    return (action["action"], *sorted(action["params"].items()))


@pytest.mark.parametrize(("game_id", "num_players", "settings"), FORMATS)
def test_every_legal_action_has_a_number(game_id, num_players, settings):
    game, encoding = registry.make(game_id, settings), registry.encoding(game_id)
    told = game.settings.model_dump(mode="json")
    actions = encoding.actions(told, num_players)
    numbers = {canonical(action): number for number, action in enumerate(actions)}
    assert len(numbers) == len(actions)
    assert actions == encoding.actions(told, num_players)
    met = {
        canonical(action)
        for seed in range(3)
        for moment in playthrough(game, num_players, f"numbers {seed}")
        if moment.player != CHANCE
        for action in moment.legal
    }
    assert met <= numbers.keys()


@pytest.mark.parametrize(("game_id", "num_players", "settings"), FORMATS)
def test_observations_keep_to_their_shape_and_to_0_and_1(game_id, num_players, settings):
    game, encoding = registry.make(game_id, settings), registry.encoding(game_id)
    told = game.settings.model_dump(mode="json")
    shape = encoding.shape(told, num_players)
    seen = set()
    for step, moment in enumerate(playthrough(game, num_players, "shape")):
        if step % 5 and moment.player is not None:
            continue
        for player in range(num_players):
            numbers = np.array(encoding.observe(game.view(moment.state, player), told))
            assert numbers.shape == shape
            assert 0 <= numbers.min() <= numbers.max() <= 1
            seen.add(numbers.tobytes())
    assert len(seen) > 10
    assert prod(shape) > 10
