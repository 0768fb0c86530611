"""What changed between two versions: file by file, line by line, bounded in size and in work.

Source: Python's ``difflib``; its longest work grows with the square of a file, so that files with
very many lines, or with very many that are alike, are only said to differ.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from pathlib import PurePosixPath

MOST_LINES = 3000
"""Lines of a file that is compared line by line."""
MOST_PAIRS = 30_000
"""Pairs of equal lines in it; what ``difflib`` looks at, time and again."""
MOST_SHOWN = 1500
"""Lines shown of all files together."""
MOST_FILES = 200
"""Files told apart; of more, only how many there are."""
LONGEST = 500
"""Characters of a line that is shown."""
CONTEXT = 3
_POPULAR = 200
"""From so many lines on, ``difflib`` leaves out those that make up more than a hundredth."""


class How(StrEnum):
    """What became of a file."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file's changes: ``+``, ``-``, a blank for context, ``@`` between two places."""

    sign: str
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """One file.

    Attributes:
        path: its path.
        how: what became of it.
        before: its size before, in bytes.
        after: its size after.
        added: lines that came.
        removed: lines that went.
        lines: the lines to show; empty when there are none, or ``why`` says why not.
        why: why no lines are shown, or not all; else ``""``.
    """

    path: str
    how: How
    before: int
    after: int
    added: int = 0
    removed: int = 0
    lines: tuple[Line, ...] = ()
    why: str = ""


def compare(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> list[Change]:
    """The files that differ, by path; of each what is shown of it.

    Args:
        old: the files of one version by path.
        new: those of the other.
    """
    left = MOST_SHOWN
    found: list[Change] = []
    differ = [path for path in sorted({*old, *new}) if old.get(path) != new.get(path)]
    for path in differ[:MOST_FILES]:
        found.append(_change(path, old.get(path), new.get(path), left))
        left -= len(found[-1].lines)
    return found


def paired(
    old: Mapping[str, bytes], new: Mapping[str, bytes]
) -> tuple[Mapping[str, bytes], Mapping[str, bytes]]:
    """Both, with a lone file of each under one name: who uploads a single file names it anew."""
    if len(old) != 1 or len(new) != 1 or old.keys() == new.keys():
        return old, new
    (before, was), (after, now) = *old.items(), *new.items()
    if PurePosixPath(before).suffix != PurePosixPath(after).suffix:
        return old, new
    name = f"{before} → {after}"
    return {name: was}, {name: now}


def unchanged(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> int:
    """How many files are the same in both."""
    return sum(path in new and new[path] == data for path, data in old.items())


def differing(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> int:
    """How many files are not."""
    return len({*old, *new}) - unchanged(old, new)


def _change(path: str, old: bytes | None, new: bytes | None, left: int) -> Change:
    how = How.ADDED if old is None else How.REMOVED if new is None else How.CHANGED
    sizes = (path, how, len(old or b""), len(new or b""))
    before, after = _lines(old or b""), _lines(new or b"")
    if before is None or after is None:
        return Change(*sizes, why="It is binary, so its lines cannot be shown.")
    if why := _too_much(before, after):
        return Change(*sizes, why=why)
    lines, added, removed = _differences(before, after)
    why = f"{len(lines) - left:,} further lines are left out." if len(lines) > left else ""
    return Change(*sizes, added, removed, tuple(lines[: max(0, left)]), why)


def _lines(data: bytes) -> list[str] | None:
    """The lines of a text; ``None`` for what is none."""
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        return None


def _too_much(before: Sequence[str], after: Sequence[str]) -> str:
    longest = max(len(before), len(after))
    if longest > MOST_LINES:
        return f"It has {longest:,} lines; more than {MOST_LINES:,} are not compared."
    counts = Counter(after)
    popular = len(after) // 100 + 1 if len(after) >= _POPULAR else len(after)
    if sum(counts[line] for line in before if counts[line] <= popular) > MOST_PAIRS:
        return "Too many of its lines are alike for them to be compared."
    return ""


def _differences(before: Sequence[str], after: Sequence[str]) -> tuple[list[Line], int, int]:
    found: list[Line] = []
    added = removed = 0
    matcher = SequenceMatcher(None, before, after)
    for number, group in enumerate(matcher.get_grouped_opcodes(CONTEXT)):
        if number:
            found.append(Line("@", f"line {group[0][3] + 1}"))
        for word, a, b, c, d in group:
            if word == "equal":
                found += [Line(" ", line[:LONGEST]) for line in before[a:b]]
                continue
            removed, added = removed + b - a, added + d - c
            found += [Line("-", line[:LONGEST]) for line in before[a:b]]
            found += [Line("+", line[:LONGEST]) for line in after[c:d]]
    return found, added, removed
