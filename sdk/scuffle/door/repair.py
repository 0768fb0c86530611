"""Mending what people often pack by mistake, where only one thing can have been meant."""

import ast
import codecs
import json
import re
from collections.abc import Callable

from scuffle.door.archive import is_archive, read_archive
from scuffle.door.limits import DoorLimits
from scuffle.door.mistakes import below_the_top, right_ending
from scuffle.door.naming import named, quoted
from scuffle.door.paths import SUFFIXES
from scuffle.door.project import FILE
from scuffle.door.source import with_unix_lines
from scuffle.languages import language_of

Files = dict[str, bytes]
Repair = Callable[[Files], tuple[Files, list[str]]]
"""Gives the mended files and a sentence for each thing that it did."""

_MISSPELT = re.compile(r"(?<![\w$])get_?action(?![\w$])", re.IGNORECASE)
_FUNCTIONS = {"python": "get_action", "javascript": "getAction", "typescript": "getAction"}
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def repair(files: Files) -> tuple[Files, list[str]]:
    """The files with every unambiguous mistake mended, and what was done, a sentence each.

    Args:
        files: by path, wrapper folders taken off.
    """
    told: list[str] = []
    for one in (_unpacked, _decoded, _ending, _unix, _function, _entry):
        files, sentences = one(files)
        told += sentences
    return files, told


def _unpacked(files: Files) -> tuple[Files, list[str]]:
    """The files of the only archive in the place of that archive."""
    if len(files) != 1:
        return files, []
    ((name, data),) = files.items()
    if not (name.lower().endswith(SUFFIXES) and is_archive(data)):
        return files, []
    return read_archive(data, DoorLimits()), [f"Took the files out of {named(name)}."]


def _decoded(files: Files) -> tuple[Files, list[str]]:
    mended, told = dict(files), []
    for path, data in files.items():
        if data.startswith(_UTF16) and (language_of(path) or path == FILE):
            try:
                mended[path] = data.decode("utf-16").encode()
            except UnicodeDecodeError:
                continue
            told.append(f"Saved {named(path)} as UTF-8 instead of UTF-16.")
    return mended, told


def _ending(files: Files) -> tuple[Files, list[str]]:
    renamed = {name: right_ending(name) for name in files if "/" not in name}
    renamed = {old: new for old, new in renamed.items() if new and new not in files}
    told = [f"Renamed {named(old)} to {named(new)}." for old, new in renamed.items()]
    return {renamed.get(path, path): data for path, data in files.items()}, told


def _unix(files: Files) -> tuple[Files, list[str]]:
    mended = {path: with_unix_lines(path, data) for path, data in files.items()}
    told = [
        f"Gave {named(path)} the line ends of Linux."
        for path in files
        if mended[path] is not files[path]
    ]
    return mended, told


def _function(files: Files) -> tuple[Files, list[str]]:
    """The bot function by its right name, where one file alone has it by a wrong one."""
    found = {path: _named(path, data) for path, data in files.items() if language_of(path)}
    wrong = {path: new for path, new in found.items() if new is not None}
    if len(wrong) != 1:
        return files, []
    ((path, data),) = wrong.items()
    language = language_of(path)
    assert language is not None, "only sources were looked at"
    called = f"Called the bot's function {_FUNCTIONS[language.id]} in {named(path)}."
    return files | {path: data}, [called]


def _named(path: str, data: bytes) -> bytes | None:
    """The source with the function's right name; ``None`` where nothing is to be mended."""
    language = language_of(path)
    wanted = _FUNCTIONS.get(language.id) if language else None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    spellings = set(_MISSPELT.findall(text))
    if wanted is None or wanted in spellings or len(spellings) != 1:
        return None
    if wanted == "get_action" and not _defines(text, spellings.pop()):
        return None
    return _MISSPELT.sub(wanted, text).encode()


def _defines(text: str, name: str) -> bool:
    """Whether Python's source defines a function ``name`` with one or two parameters."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(
        isinstance(node, ast.FunctionDef)
        and node.name == name
        and len(node.args.posonlyargs + node.args.args) in (1, 2)
        for node in tree.body
    )


def _entry(files: Files) -> tuple[Files, list[str]]:
    """``scuffle.toml`` names the only file in a folder that can be the entry."""
    told = files.get(FILE, b"")
    if any("/" not in name and language_of(name) for name in files) or b"entry" in told:
        return files, []
    entry = below_the_top(files)
    if not entry:
        return files, []
    line = f"entry = {json.dumps(entry, ensure_ascii=False)}\n".encode()
    return files | {FILE: line + told}, [f"Wrote entry = {quoted(entry)} into {FILE}."]
