"""What a door refuses, at home or on the site, ends ``submit`` as it ends ``check``."""

import json

import pytest

from scuffle.cli import main
from scuffle.cli.exits import Exit

BROKEN = "def get_action(:\n"
GOOD = "def get_action(state, api):\n    return state['legal_actions'][0]\n"


@pytest.fixture
def typed(address, anna, tmp_path, monkeypatch, capsys):
    """Types a line in a folder, signed in; gives exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    settings = {"SCUFFLE_URL": address, "SCUFFLE_TOKEN": anna.token}
    for name, value in (settings | {"HOME": str(tmp_path), "XDG_CONFIG_HOME": "home"}).items():
        monkeypatch.setenv(name, value)

    def run(*words):
        with pytest.raises(SystemExit) as ended:
            main.main(list(words), prog_name="scuffle")
        return Exit(ended.value.code or 0), *capsys.readouterr()

    return run


def test_a_door_at_home_says_the_same_to_check_and_submit(typed, tmp_path):
    (tmp_path / "bad.py").write_text(BROKEN)
    words = ("bad.py", "--game", "virus-war")
    code, said, _ = typed("check", *words)
    assert code is Exit.CHECK_FAILED
    assert said.startswith("1. door: failed. bad.py, line 1")
    assert typed("submit", *words, "--wait") == (code, said, "")
    code, found, _ = typed("submit", *words, "--json")
    (step,) = json.loads(found)["steps"]
    assert (code, step["name"], step["passed"]) == (Exit.CHECK_FAILED, "door", False)
    assert typed("play", "virus-war", "bad.py", "random")[0] is Exit.CHECK_FAILED


def test_the_sites_door_ends_like_a_check(typed, anna, tmp_path):
    (tmp_path / "scuffle.toml").write_text('game = "virus-war-fog"\n')
    (tmp_path / "bot.py").write_text(GOOD)
    anna.bot("one", "virus-war")
    _, said, _ = typed("check", ".", "--game", "virus-war")
    assert said.startswith("1. door: failed. ")
    code, found, hint = typed("submit", ".", "--bot", "one", "--game", "virus-war", "--wait")
    assert (code, found) == (Exit.CHECK_FAILED, said)
    assert "Mend the upload" in hint
