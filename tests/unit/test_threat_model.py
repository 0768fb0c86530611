"""The threat model in ``sandbox/README.md``: every row names tests, and every test is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
TEXT = (ROOT / "sandbox" / "README.md").read_text()
MODEL = TEXT.partition("## Threat model")[2].partition("\n## ")[0]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in MODEL.partition("| attack |")[2].splitlines()
    if line.startswith("| ") and not line.startswith("| ---")
]


NAMES = {
    name
    for file in TESTS.rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", file.read_text(), re.M)
}


def exists(name: str) -> bool:
    """A test, a program of the hostile corpus, or a hostile build."""
    kind, _, program = name.partition("/")
    folder = "contracts/hostile_builds" if kind == "builds" else f"contracts/hostile/{kind}"
    return name in NAMES or any((TESTS / folder).glob(f"{program}.*"))


def test_the_model_has_its_rows():
    assert len(ROWS) >= 20
    assert all(len(row) == 4 for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_names_tests_that_exist(row):
    attack, first, then, tests = row
    assert attack
    assert first
    assert then
    named = re.findall("`([^`]+)`", tests)
    assert named
    assert [name for name in named if not exists(name)] == []


def test_what_is_not_promised_is_said():
    assert "What is not promised" in MODEL
