"""The SDK where the modules of Unix are missing, as on Windows."""

import json

import pytest
from cli_shell import BOT, Shell, told

UNIX = ("fcntl", "resource", "pwd", "grp", "termios", "pty")
BLOCK = f"""\
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in {UNIX!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

for name in {UNIX!r}:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Missing())
"""


@pytest.fixture
def shell(tmp_path):
    """Every Python that is started there, the bots' too, finds none of those modules."""
    made = Shell(tmp_path)
    made.write("my_bot.py", BOT)
    made.write("site/sitecustomize.py", BLOCK)
    made.env["PYTHONPATH"] = str(tmp_path / "site")
    return made


def test_they_are_really_missing(shell):
    shell.write("bad.py", "import fcntl\n" + BOT)
    done = shell.run("play", "virus-war", "bad.py", "random")
    assert "No module named 'fcntl'" in done.stderr


def test_plays_checks_benches_and_makes_bots(shell):
    small = ("--set", "size=6", "--json")
    played = json.loads(told(shell.run("play", "virus-war", "my_bot.py", "greedy", *small)))
    assert [one["verdict"] for one in played["verdicts"]] == ["ok", "ok"]
    words = ("bench", "virus-war", "my_bot.py", "random", "-n", "2", "-j", "2")
    assert json.loads(told(shell.run(*words, *small)))["matches"] == 4
    told(shell.run("new", "virus-war", "mine"))
    assert "Ready" in told(shell.run("check", "mine"))
    assert "none" in told(shell.run("doctor"))


def test_saves_shows_and_reruns(shell):
    words = ("virus-war", "my_bot.py", "random", "--set", "size=6", "--replay", "r.json")
    told(shell.run("play", *words))
    assert "identical" in told(shell.run("rerun", "r.json", "my_bot.py"))
    told(shell.run("view", "r.json", "--no-open"))


def test_speaks_to_a_site_and_keeps_a_token(shell):
    done = shell.run("login", "--token-stdin", "--url", "http://127.0.0.1:9")
    assert told(done, code=1) == ""
    assert "found no token" in done.stderr
    assert "does not answer" in shell.run("leaderboard", "x", "--url", "http://127.0.0.1:9").stderr
