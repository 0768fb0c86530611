"""Which Python bots run on."""

import sys
from pathlib import Path

import pytest

from scuffle.cage import Launch
from scuffle_sandbox import interpreter, mounts
from scuffle_sandbox.interpreter import Interpreter, Unusable, bot_python


@pytest.fixture(autouse=True)
def fresh():
    bot_python.cache_clear()
    yield
    bot_python.cache_clear()


def test_a_set_python_that_is_none_is_told(monkeypatch):
    monkeypatch.setenv("SCUFFLE_BOT_PYTHON", "/nowhere/python")
    with pytest.raises(Unusable) as told:
        bot_python()
    assert "/nowhere/python" in told.value.sentence
    assert "3.11" in told.value.sentence


def test_a_program_that_is_no_python_is_none():
    assert interpreter._take(Path("/bin/true"), "a test") is None


def test_this_python_would_do():
    found = interpreter._look(Path(sys.executable))
    assert found is not None
    version, prefix = found
    assert version == sys.version_info[:2]
    assert prefix == Path(sys.base_prefix)


def test_a_python_outside_usr_is_found_under_its_own_folder_in_the_cage():
    here = Path("/opt/python")
    foreign = Interpreter(here / "bin" / "python3.12", here, (3, 12), "a test")
    assert mounts.inside(foreign) == "/python/bin/python3.12"
    argv = mounts.command(("{python}", "{sdk}/scuffle/shims/x.py", "{bot}/main.py"), foreign)
    assert argv == [
        *("/python/bin/python3.12", "-s", "-S", "-P", "-u"),
        *("/sdk/scuffle/shims/x.py", "/bot/main.py"),
    ]


def test_the_environment_in_a_cage_is_ours_alone(monkeypatch):
    monkeypatch.setenv("SECRET", "1")
    launch = Launch(Path("/"), ("x",), "python", {"EXTRA": "1"})
    env = mounts.environment(launch, python=True, writable=False)
    assert "SECRET" not in env
    assert env["EXTRA"] == "1"
    assert env["PYTHONHASHSEED"] == "0"
    assert env["HOME"] == "/bot"
