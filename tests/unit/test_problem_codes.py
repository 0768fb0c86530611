"""Every code that a program may meet is explained on the API page, in a line that it leads to."""

import ast
from pathlib import Path

import scuffle
import scuffle_platform
from scuffle.door import CODES

ROOT = Path(scuffle_platform.__file__).parent
SDK = Path(scuffle.__file__).parent
PAGE = (ROOT / "web" / "docs" / "api.md").read_text()


def calls(folder, name):
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                yield node


def texts(nodes):
    return {node.value for node in nodes if isinstance(node, ast.Constant)}


def test_every_code_is_explained():
    """The second argument of every ``Problem(status, code, …)``, where it is plain text."""
    found = texts(call.args[1] for call in calls(ROOT, "Problem"))
    assert "check-waits" in found
    missing = {code for code in found if f"\n| `{code}` |" not in PAGE}
    assert {code.removeprefix("upload-") for code in missing} <= set(CODES)


def test_every_word_of_the_door_is_explained():
    found = texts(call.args[1] for call in calls(SDK, "Refused"))
    found |= texts(call.args[0] for call in calls(SDK, "SourceError"))
    assert found == set(CODES)


def test_whoever_is_to_wait_is_told_how_long():
    waiting = [one for one in calls(ROOT, "Problem") if texts(one.args[:1]) & {429, 503}]
    assert len(waiting) > 8
    assert [ast.unparse(one)[:60] for one in waiting if "Retry-After" not in ast.unparse(one)] == []
