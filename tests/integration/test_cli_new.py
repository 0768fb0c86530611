"""``scuffle new``: every game in every language."""

import json
import runpy
import shlex
import subprocess
import sys
import tomllib

import pytest
from cli_shell import Shell, told

from scuffle.backends import choose
from scuffle.cli import main
from scuffle.languages import languages
from scuffle.registry import games

AT_HAND = choose("none").check().languages


@pytest.fixture
def scuffle(tmp_path, monkeypatch, capsys):
    """Types a line in a fresh folder; gives what was printed."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        with pytest.raises(SystemExit) as ended:
            main.main(list(words), prog_name="scuffle")
        assert not ended.value.code, capsys.readouterr()
        return capsys.readouterr().out

    return run


GAMES = sorted(games())
PAIRS = [("python", game) for game in GAMES] + [
    (language, GAMES[number % len(GAMES)])  # the contract of languages plays every game in each
    for number, language in enumerate(sorted(languages()))
    if language != "python"
]


@pytest.mark.parametrize(("language", "game"), PAIRS)
def test_it_passes_the_check_and_its_own_test(scuffle, tmp_path, game, language):
    if language not in AT_HAND:
        pytest.skip(f"beyond this host: it has no tools for {language}")
    scuffle("new", game, "mine", "--language", language)
    files = {path.name for path in (tmp_path / "mine").iterdir()}
    assert files >= {"scuffle.toml", "README.md", "test_bot.py", "schema.json"}
    assert "action" in json.loads((tmp_path / "mine" / "schema.json").read_text())
    assert "Ready" in scuffle("check", "mine", "--sandbox", "none")
    if language in ("python", "own"):  # compiling once more tells nothing new
        test = runpy.run_path(str(tmp_path / "mine" / "test_bot.py"))
        test["test_plays_a_match_without_a_fault"]()


@pytest.mark.parametrize(
    ("folder", "name"),
    [("my bot", "my-bot"), ("🤖", "my_bot"), ("_é.2", "2"), ("a" * 60, "a" * 32)],
)
def test_its_name_is_one_that_a_site_takes(scuffle, tmp_path, folder, name):
    scuffle("new", "virus-war", folder)
    settings = tomllib.loads((tmp_path / folder / "scuffle.toml").read_text("utf-8"))
    assert (settings["bot"], settings["game"]) == (name, "virus-war")


@pytest.mark.parametrize("folder", ["my bot", "-q"])
def test_the_line_to_try_can_be_typed(tmp_path, folder):
    shell = Shell(tmp_path)
    made = shell.run("new", "virus-war", "--", folder)
    line = made.stderr.partition("Try: scuffle ")[2].replace("--show", "")
    assert "greedy" in told(shell.run(*shlex.split(line)))


def test_its_own_test_is_found_by_pytest(tmp_path):
    shell = Shell(tmp_path)
    told(shell.run("new", "virus-war-fog", "mine"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "mine"],
        cwd=shell.folder,
        env=shell.env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 passed" in told(done)


def test_what_is_there_is_left_alone(tmp_path):
    shell = Shell(tmp_path)
    shell.write("mine/keep.txt", "")
    assert "not empty" in shell.run("new", "virus-war", "mine").stderr
    assert [path.name for path in (shell.folder / "mine").iterdir()] == ["keep.txt"]
