"""The files themselves: five of the npm package ``pyodide``, and five wheels.

``files.sha256`` beside this module is the list of what is wanted, in the format of ``sha256sum``.
The folder that holds them is named by the list, so that a new list never meets old files, and a
browser may keep what it got for good.
"""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

NPM_VERSION = "314.0.7"
PLATFORM = "pyemscripten_2026_0_wasm32"
"""What this version runs wheels for."""
PYTHON = "3.14"

_LIST = Path(__file__).with_name("files.sha256")


@cache
def wanted() -> Mapping[str, str]:
    """The SHA-256 of every file, by its name."""
    lines = _LIST.read_text("ascii").splitlines()
    return {name: digest for digest, name in (line.split() for line in lines)}


@cache
def edition() -> str:
    """Twelve digits that stand for the whole list."""
    return sha256(_LIST.read_bytes()).hexdigest()[:12]


def wheels() -> list[str]:
    """The names of the wheels."""
    return [name for name in wanted() if name.endswith(".whl")]


def folder(data: Path) -> Path:
    """Where the files lie in a data folder, once they are there."""
    return data / "pyodide" / edition()


def are_here(data: Path) -> bool:
    """Whether they were fetched: the folder gets its name when all are in it, and whole."""
    return folder(data).is_dir()


def failure_note(data: Path) -> Path:
    """The file that says why they could not be fetched the last time; missing if they could."""
    return data / "pyodide" / "failed.txt"


def state(data: Path) -> str:
    """In words: whether Practice runs in browsers here, and if not, why and what to do."""
    if are_here(data):
        return f"runs in the browser, with Pyodide {NPM_VERSION}"
    note = failure_note(data)
    why = f" ({note.read_text('utf-8').strip()})" if note.is_file() else ""
    return f"has only Try in a cage{why}; to have Python in the browser: scuffle assets pyodide"
