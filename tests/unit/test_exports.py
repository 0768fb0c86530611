"""``import scuffle`` costs nothing, and offers what the docs say."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import scuffle

ROOT = Path(__file__).parents[2]


def modules_after(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("name", scuffle.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(scuffle, name)
    assert name in dir(scuffle)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Bots'"):
        scuffle.Bots  # noqa: B018


def test_importing_loads_nothing_of_others() -> None:
    loaded = modules_after("import scuffle")
    assert not loaded & {"pydantic", "click", "rich", "json", "scuffle.match"}


def test_a_bots_import_loads_the_standard_library_only() -> None:
    loaded = modules_after("from scuffle import Bot, run")
    assert not loaded & {"pydantic", "click", "rich", "platformdirs", "scuffle.match"}


def test_the_version_is_the_distributions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert scuffle.__version__ == project["version"]
