"""Numbers that two independent simulators agree on, and the worked examples of the sources."""

import pytest

from scuffle import registry
from scuffle.games.virus_war.rules import VirusWar

SEQUENCES = [
    ("virus-war", {}, [3, 15, 105, 315, 1575, 11025]),
    ("virus-war-fog", {}, [3, 9, 45, 315, 1575, 11025]),
    ("virus-war-steps", {"size": 11}, [11, 51, 353, 3203]),
    ("virus-war-steps", {"size": 13}, [13, 61, 427, 3917]),
    ("virus-war-steps", {"size": 15}, [15, 71, 501, 4631]),
]


def moves(game, state):
    """What may be taken, row by row, whether it grows or kills; no passes."""
    player = game.to_act(state)
    cells = [action for action in game.legal_actions(state, player) if action["params"]]
    return sorted(cells, key=lambda action: (action["params"]["row"], action["params"]["col"]))


def count_sequences(game, lengths):
    """How many sequences of actions there are of length 1, 2, …"""
    states, counts = [game.setup(2)], []
    for _ in range(lengths):
        states = [
            game.apply(state, game.to_act(state), action)
            for state in states
            if game.to_act(state) is not None
            for action in moves(game, state)
        ]
        counts.append(len(states))
    return counts


@pytest.mark.parametrize(("game_id", "settings", "wanted"), SEQUENCES)
def test_action_sequences(game_id, settings, wanted):
    assert count_sequences(registry.make(game_id, settings), len(wanted)) == wanted


def test_action_sequences_on_four_by_four():
    """Smaller than the settings allow: here the first turn can already win."""
    tiny = VirusWar(VirusWar.Settings.model_construct(size=4))
    assert count_sequences(tiny, 7) == [3, 15, 105, 312, 1560, 10920, 75180]


def test_first_turn_has_56_sets_of_cells():
    game = registry.make("virus-war", {})
    found, states = set(), [game.setup(2)]
    for _ in range(3):
        states = [game.apply(s, 0, action) for s in states for action in moves(game, s)]
    for state in states:
        found.add(state.sides[0].live)
    assert len(found) == 56


WHOLE_GAMES = [
    ("virus-war", {}, 0, 1, 193, 95),
    ("virus-war-fog", {}, 0, 1, 190, 95),
    ("virus-war-steps", {"size": 11}, 0, 0, 101, 50),
    ("virus-war", {}, -1, 0, 141, 70),
    ("virus-war-fog", {}, -1, 0, 191, 93),
    ("virus-war-steps", {"size": 11}, -1, 0, 55, 25),
]


@pytest.mark.parametrize(("game_id", "settings", "pick", "winner", "actions", "kills"), WHOLE_GAMES)
def test_whole_games_in_row_major_order(game_id, settings, pick, winner, actions, kills):
    game = registry.make(game_id, settings)
    state, taken = game.setup(2), []
    while (player := game.to_act(state)) is not None:
        action = moves(game, state)[pick]
        taken.append(action["action"])
        state = game.apply(state, player, action)
    assert game.outcome(state).places.index(1) == winner
    assert (len(taken), taken.count("kill")) == (actions, kills)


@pytest.mark.parametrize(("game_id", "settings", "wanted"), SEQUENCES)
def test_the_rules_page_tells_these_numbers(game_id, settings, wanted):
    page = " ".join(registry.rules_markdown(game_id).split())
    assert ", ".join(map(str, wanted)) in page
