"""The game of the page "Write a game": its files, its commands, and a ladder that plays it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from ladder_town import Town

import scuffle_platform.web
from scuffle import registry
from scuffle_platform import house
from scuffle_platform.app import create_app
from scuffle_platform.queue import Queue
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store
from scuffle_platform.store.migrate import migrate

PAGE = (Path(scuffle_platform.web.__file__).parent / "docs" / "write-a-game.md").read_text("utf-8")
FILES = re.findall(r"^`([\w./]+)`\n\n```\w+\n(.*?)```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = re.findall(r"^(?:pytest|scuffle .*)$", PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def nim(tmp_path_factory):
    """The folder that the page makes, and the one that pip has installed it to."""
    folder = tmp_path_factory.mktemp("nim")
    for name, text in FILES:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    target = folder / "installed"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation"]
    done = subprocess.run(
        [*pip, "--target", str(target), str(folder)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder, target


def test_the_commands_of_the_page_work_one_after_the_other(nim):
    folder, installed = nim
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    env = {"PATH": path, "PYTHONPATH": str(installed), "HOME": str(folder)}
    assert COMMANDS
    for line in COMMANDS:
        words = line.split()
        if words == ["pytest"]:
            words += ["-q", "-p", "no:cacheprovider", "test_nim.py"]
        done = subprocess.run(
            words, cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


@pytest.fixture
def known(nim, monkeypatch):
    """Nim is installed in this process."""
    monkeypatch.syspath_prepend(str(nim[1]))
    caches = (registry._packages, registry.game)
    for cache in caches:
        cache.cache_clear()
    yield
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()
    for name in [name for name in sys.modules if name.startswith("nim_game")]:
        del sys.modules[name]


def test_it_comes_to_a_ladder_and_a_leaderboard(known, tmp_path, empty_valkey):
    settings = Settings(data=tmp_path, redis_url=empty_valkey)
    migrate(settings.database)
    with Store(settings.database) as store, Queue(empty_valkey) as queue:
        house.seed(store)
        town = Town(store, queue, tmp_path, game="nim", player=lambda s: s["legal_actions"][-1])
        for _ in range(6):
            town.show_card()
            town.tick(3)
            town.work()
            town.record()
        town.fit()
        played = town.matches(game="nim", status="finished")
        assert {len(match.outcome["places"]) for match in played} == {2}
    app = create_app(settings, TESTING=True)
    stranger = app.test_client()
    for page in ("", "/state", "/matches"):
        assert "Nim" in stranger.get(f"/games/nim{page}").text
    board = stranger.get("/api/v1/games/nim/leaderboard").json["items"]
    assert {row["name"] for row in board} == {"random", "greedy", "perfect"}
    assert stranger.get("/api/v1/games/nim/schema").status_code == 200
    app.extensions["scuffle.store"].close()


def test_the_page_is_read_as_it_is_meant():
    assert len(FILES) == 11
    assert len(COMMANDS) == 7
