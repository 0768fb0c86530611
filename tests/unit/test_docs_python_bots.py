"""The pages on typed bots and on training: every listing runs, every helper is named."""

import importlib
import re
from pathlib import Path

import pytest

import scuffle_platform.web
from scuffle import rl
from scuffle.views import GameView

pytest_plugins = ["scuffle.testing.own_bot"]

DOCS = Path(scuffle_platform.web.__file__).parent / "docs"
TYPED = (DOCS / "typed-bots.md").read_text("utf-8")
TRAIN = (DOCS / "train-a-bot.md").read_text("utf-8")
LISTING = re.compile(r"```python\n(.*?)```", re.DOTALL)
BOTS = [text for text in LISTING.findall(TYPED) if "get_action" in text]
SCRIPTS = [
    text
    for text in LISTING.findall(TYPED) + LISTING.findall(TRAIN)
    if text not in BOTS and "{{" not in text and "def test_" not in text
]
TESTS = [text for text in LISTING.findall(TYPED) if "def test_" in text]


def game_of(listing: str) -> str:
    found = re.search(r"scuffle\.games\.(\w+)\.kit", listing)
    assert found
    return found[1].replace("_", "-")


@pytest.mark.parametrize("listing", BOTS, ids=game_of)
def test_a_listed_bot_plays_a_set_without_a_fault(listing, tmp_path, play_set):
    bot = tmp_path / "my_bot.py"
    bot.write_text(listing, encoding="utf-8")
    settings = {} if "roll" in game_of(listing) else {"size": 6}
    for replay in play_set(game_of(listing), str(bot), "random", seed=1, settings=settings):
        assert replay.outcome["reason"] != "forfeit"


@pytest.mark.parametrize("listing", SCRIPTS)
def test_a_listed_script_runs_and_prints(listing, capsys):
    exec(compile(listing, "listing", "exec"), {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("listing", TESTS)
def test_the_listed_test_passes(listing, tmp_path, monkeypatch, play_set):
    (tmp_path / "my_bot.py").write_text(BOTS[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(compile(listing, "test_my_bot.py", "exec"), names)
    assert names["pytest_plugins"] == pytest_plugins
    [test] = [name for name in names if name.startswith("test_")]
    names[test](play_set)


def test_each_kind_of_listing_is_there():
    assert [len(BOTS), len(SCRIPTS), len(TESTS)] == [5, 3, 1]
    assert "{{ training }}" in TRAIN


@pytest.mark.parametrize("folder", ["virus_war_family", "virus_roll_write"])
def test_every_helper_is_named(folder):
    kit = importlib.import_module(f"scuffle.games.{folder}.kit")
    view = getattr(kit, "View", None) or kit.VirusWarView
    helpers = {name for name in vars(view) if not name.startswith("_")} - {"game", "last_turn"}
    helpers |= {name for name in vars(GameView) if not name.startswith("_")}
    assert [name for name in sorted(helpers) if not re.search(rf"\b{name}\b", TYPED)] == []


@pytest.mark.parametrize("name", rl.__all__)
def test_every_environment_is_named(name):
    assert f"rl.{name}" in TRAIN
