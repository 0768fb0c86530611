"""The environments for learning: PettingZoo's and Gymnasium's own checks, and what is ours."""

import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from scuffle import rl
from scuffle.contract import Outcome
from scuffle.entrants import NoSuchBot
from scuffle.rl.coding import rewards

TABLES = [
    ("virus-war", 2),
    ("virus-war-fog", 2),
    ("virus-war-steps", 2),
    ("virus-roll-write", 2),
    ("virus-roll-write", 3),
    ("virus-roll-write", 4),
]


@contextmanager
def allowing(*words: str) -> Iterator[None]:
    """Lets warnings of the checkers pass that are about how something is usually done."""
    with warnings.catch_warnings():
        for word in words:
            warnings.filterwarnings("ignore", message=f".*{word}")
        yield


@pytest.mark.parametrize(("game_id", "num_players"), TABLES)
def test_it_passes_pettingzoos_api_test(game_id: str, num_players: int) -> None:
    # PettingZoo keeps a list of its own environments that see a dict with a mask, as ours do.
    with allowing("Observation space for each agent probably", "Observation is not a NumPy array"):
        api_test(rl.env(game_id, num_players, render_mode="ansi"), num_cycles=200)


@pytest.mark.parametrize(("game_id", "num_players"), TABLES)
def test_it_passes_pettingzoos_seed_test(game_id: str, num_players: int) -> None:
    seed_test(lambda: rl.env(game_id, num_players), num_cycles=40)


@pytest.mark.parametrize(("game_id", "num_players"), TABLES)
def test_it_passes_gymnasiums_check(game_id: str, num_players: int) -> None:
    # An environment that is made by its class and not by gymnasium.make has no spec.
    with allowing("Not able to test alternative render modes"):
        check_env(rl.AgainstBots(game_id, ["random"] * (num_players - 1), render_mode="ansi"))


def numbers_of(env: Any, agent: str) -> tuple[bytes, bytes]:
    seen = env.observe(agent)
    return seen["observation"].tobytes(), seen["action_mask"].tobytes()


def test_what_is_hidden_changes_no_observation() -> None:
    """The same match twice, but for moves out of player 0's sight."""
    pair = [rl.MatchEnv("virus-war-fog", settings={"size": 12}, render_mode="ansi") for _ in "ab"]
    for env in pair:
        env.reset(seed=1)
    for turn in range(4):
        agent = pair[0].agent_selection
        for _ in range(1 if turn == 0 else 3):
            for env, entry in zip(pair, (0, -1 if agent == "player_1" else 0), strict=True):
                legal = np.flatnonzero(env.observe(agent)["action_mask"])
                env.step(int(legal[entry]))
            assert numbers_of(pair[0], "player_0") == numbers_of(pair[1], "player_0")
    assert pair[0].render() != pair[1].render()
    assert numbers_of(pair[0], "player_1") != numbers_of(pair[1], "player_1")


def test_the_same_view_gives_the_same_observation() -> None:
    env = rl.MatchEnv("virus-war-fog", settings={"size": 6})
    rng, known = np.random.default_rng(1), {}
    for seed in range(6):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            for player, agent in enumerate(env.possible_agents):
                view = str(env._match.request(player))
                numbers = numbers_of(env, agent)
                assert known.setdefault(view, numbers) == numbers
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))


def test_only_who_is_to_act_has_legal_actions() -> None:
    env = rl.env("virus-roll-write", 3)
    env.reset(seed=1)
    counts = {agent: env.observe(agent)["action_mask"].sum() for agent in env.agents}
    assert counts.pop(env.agent_selection) > 0
    assert set(counts.values()) == {0}


def test_an_illegal_action_loses_or_is_an_error() -> None:
    bare = rl.MatchEnv("virus-war")
    bare.reset(seed=1)
    for number in (-1, 200, 10_000, None):
        with pytest.raises(ValueError, match=f"action {number} is not legal now"):
            bare.step(number)
    alone = rl.AgainstBots("virus-war", ["random"])
    alone.reset(seed=1)
    illegal = int(np.flatnonzero(alone.action_masks() == 0)[0])
    assert alone.step(illegal)[1:] == (-1.0, True, False, {"illegal": True})


@pytest.mark.parametrize(
    ("places", "wanted"),
    [
        ((1, 2), [1, -1]),
        ((1, 1), [0, 0]),
        ((2, 1, 3), [0, 1, -1]),
        ((1, 1, 3), [0.5, 0.5, -1]),
        ((1, 2, 2, 4), [1, 0, 0, -1]),
    ],
)
def test_rewards_follow_from_places(places: tuple[int, ...], wanted: list[float]) -> None:
    assert rewards(Outcome(places, places, "")) == wanted


def play_out(env: rl.AgainstBots, seed: int) -> tuple[float, int]:
    """The reward of a match of random actions, and how many there were."""
    rng, over, steps, reward = np.random.default_rng(seed), False, 0, 0.0
    seen, _ = env.reset(seed=seed)
    while not over:
        action = rng.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, over, _, info = env.step(action)
        assert info == {}
        steps += 1
    return reward, steps


@pytest.mark.parametrize(("game_id", "num_players"), TABLES)
def test_house_bots_play_the_other_seats(game_id: str, num_players: int) -> None:
    env = rl.AgainstBots(game_id, ["greedy"] * (num_players - 1), seat=num_players - 1)
    reward, steps = play_out(env, 1)
    assert -1 <= reward <= 1
    assert steps > 3
    assert play_out(env, 1) == (reward, steps)


def test_functions_and_files_are_opponents_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def get_action(state):\n    return state['legal_actions'][-1]\n")
    asked = []

    def first(state: dict[str, Any], api: Any) -> dict[str, Any]:
        asked.append((state["player_idx"], api.settings["lab_cards"], api.random.random()))
        return dict(state["legal_actions"][0])

    env = rl.AgainstBots("virus-roll-write", [first, str(file)], settings={"lab_cards": "CD"})
    play_out(env, 1)
    assert {(player, cards) for player, cards, _ in asked} <= {(p, "CD") for p in range(3)}
    assert asked


@pytest.mark.parametrize(
    ("opponents", "seat", "error", "words"),
    [
        (["nobody"], None, NoSuchBot, "no file nobody and no house bot"),
        (["greedy"] * 2, None, ValueError, "is for 2 players, found 3"),
        (["greedy"], 2, ValueError, "found seat 2, wanted 0 to 1"),
    ],
)
def test_what_cannot_be_seated_is_said(
    opponents: list[str], seat: int | None, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        rl.AgainstBots("virus-war", opponents, seat=seat)


def test_an_opponent_that_plays_illegally_is_an_error() -> None:
    env = rl.AgainstBots("virus-war", [lambda state: {"action": "fly"}], seat=1)
    with pytest.raises(ValueError, match=r"an opponent answered .*fly"):
        env.reset(seed=1)


def test_a_program_is_no_opponent(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text("import sys\n")
    with pytest.raises(NoSuchBot, match="has no get_action"):
        rl.AgainstBots("virus-war", [str(file)])


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_without_the_extra_a_sentence_says_what_to_install() -> None:
    done = run_python("import sys; sys.modules['pettingzoo'] = None\nfrom scuffle.rl import env")
    assert "scuffle.rl needs pettingzoo" in done.stderr
    assert "pip install 'scuffle[rl]'" in done.stderr


def test_the_libraries_are_loaded_when_they_are_needed() -> None:
    done = run_python(
        "import sys, scuffle, scuffle.rl\n"
        "print({'numpy', 'gymnasium', 'pettingzoo', 'pydantic'} & set(sys.modules))"
    )
    assert done.stdout.strip() == "set()"


def test_an_unknown_name_of_the_package_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Env'"):
        rl.Env  # noqa: B018


def test_the_example_trains_a_bot_that_the_site_takes(tmp_path: Path) -> None:
    bot = tmp_path / "trained_bot.py"
    example = [sys.executable, "-m", "scuffle.rl.example", "2", str(bot)]
    subprocess.run(example, check=True)
    scuffle = Path(sys.executable).parent / "scuffle"
    check = [scuffle, "check", bot, "--game", "virus-war", "--sandbox", "none"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Ready: the site will take it." in done.stdout


def test_the_example_has_sixty_lines() -> None:
    lines = (Path(rl.__file__).parent / "example.py").read_text("utf-8").splitlines()
    assert len(lines) <= 60
