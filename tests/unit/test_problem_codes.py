"""Every code that a program may meet is explained on the API page."""

import ast
from pathlib import Path

import scuffle_platform

ROOT = Path(scuffle_platform.__file__).parent


def codes():
    """The second argument of every ``Problem(status, code, …)``, where it is plain text."""
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem":
                code = node.args[1]
                if isinstance(code, ast.Constant):
                    yield code.value


def test_every_code_is_explained():
    page = (ROOT / "web" / "docs" / "api.md").read_text()
    found = set(codes())
    assert "check-waits" in found
    missing = {code for code in found if f"`{code}`" not in page and not code.startswith("upload-")}
    assert missing == set()
