"""Games are pure: no file of one, but its starter bots, can reach chance, clock or system."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import scuffle

GAMES = Path(scuffle.__file__).parent / "games"
PURE = sorted(path for path in GAMES.rglob("*.py") if not path.stem.endswith("_bot"))
MODULES = {
    *("abc", "bisect", "collections", "dataclasses", "enum", "functools", "itertools", "math"),
    *("operator", "re", "string", "types", "typing"),
}
"""What of the standard library a game may import: nothing that knows more than its arguments."""
HOUSE = {"scuffle.contract", "scuffle.views", "pydantic"}
BUILT_IN = {"open", "input", "print", "exec", "eval", "compile", "__import__", "breakpoint", "id"}


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


def _may_import(name: str) -> bool:
    return name.split(".")[0] in MODULES or name in HOUSE or name.startswith("scuffle.games")


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(GAMES)))
def test_a_game_is_pure(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert [name for name in _imports(tree) if not _may_import(name)] == []
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called & BUILT_IN == set()


def test_rules_and_state_need_no_third_party() -> None:
    for path in PURE:
        if path.name in ("state.py", "board.py"):
            imports = set(_imports(ast.parse(path.read_text(encoding="utf-8"))))
            assert "pydantic" not in imports
