"""What people often pack by mistake, each with a sentence of its own."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from scuffle.door.naming import named, quoted
from scuffle.door.paths import SUFFIXES
from scuffle.door.project import FILE
from scuffle.languages import language_of

ENVIRONMENT = "pyvenv.cfg"
"""Lies at the top of every virtual environment of Python."""

_FILLED_BY_TOOLS = ("node_modules", "venv", ".venv", "env", "target", "build")
_ENTRY_STEMS = ("main", "bot")


def nothing_to_start(names: Sequence[str]) -> str:
    """Why there is no entry file, where the names alone show it; else ``""``."""
    if inner := [name for name in names if name.lower().endswith(SUFFIXES)]:
        return (
            f"There is an archive within the archive, {named(inner[0])}; pack the bot's folder "
            "itself, not its archive."
        )
    if notebooks := [name for name in names if name.lower().endswith(".ipynb")]:
        return f"{named(notebooks[0])} is a notebook; save the cell with get_action as a .py file."
    if compiled := _compiled(names):
        return compiled
    if misnamed := [name for name in names if "/" not in name and right_ending(name)]:
        right = named(right_ending(misnamed[0]))
        return (
            f"{named(misnamed[0])} ends like a text; rename it to {right} (Windows hides endings)."
        )
    if below := below_the_top(names):
        return (
            f"{named(below)} lies in a folder; wanted it at the top, "
            f"or entry = {quoted(below)} in {FILE}."
        )
    return ""


def right_ending(name: str) -> str:
    """``main.py`` for ``main.py.txt``; ``""`` for a name that is right, or wrong otherwise."""
    stem = name[:-4] if name.lower().endswith(".txt") else ""
    return stem if language_of(stem) else ""


def below_the_top(names: Iterable[str]) -> str:
    """The only file in a folder that could be meant as the entry, or ``""``."""
    sources = [name for name in names if "/" in name and language_of(name)]
    entries = [name for name in sources if _stem(name) in _ENTRY_STEMS]
    for group in (entries, sources):
        if group:
            return group[0] if len(group) == 1 else ""
    return ""


def _stem(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0].lower()


def nothing_left(left_out: Collection[str]) -> str:
    """Why an archive is as good as empty, given what was left out of it."""
    return _compiled(left_out) or "The archive holds no files."


def _compiled(names: Collection[str]) -> str:
    compiled = sorted(name for name in names if name.endswith(".pyc"))
    if not compiled:
        return ""
    return f"There is only compiled Python, {named(compiled[0])}; upload the source, a .py file."


def too_many(names: Sequence[str], most: int) -> str:
    """That there are too many files, and in which folder most of them lie."""
    folder, count = _crowded(names)
    told = f"The archive holds more than {most:,} files, which is the most"
    if 2 * count < len(names):
        return f"{told}; leave out what the bot does not need."
    return (
        f"{told}; {count:,} lie in {named(folder)}. Leave that folder out of the archive, or pack "
        "only what the bot needs."
    )


def _crowded(names: Sequence[str]) -> tuple[str, int]:
    """The folder to blame: one that tools fill, else the fullest at the top."""
    for known in _FILLED_BY_TOOLS:
        inside = sum(f"/{known}/" in f"/{name}" for name in names)
        if 2 * inside >= len(names) > 0:
            return known, inside
    folders = Counter(name.partition("/")[0] for name in names if "/" in name)
    return max(folders.items(), key=lambda one: (one[1], one[0]), default=("", 0))


def environments(names: Iterable[str]) -> tuple[str, ...]:
    """The folders (``venv/``) that are virtual environments; no bot needs one here."""
    return tuple(
        sorted(name.removesuffix(ENVIRONMENT) for name in names if name.endswith("/" + ENVIRONMENT))
    )
