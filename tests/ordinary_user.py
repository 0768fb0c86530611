"""Runs Python as somebody without rights on this host: no root, nothing delegated."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SYSTEM = Path("/usr/bin/python3")
SOMEBODY = 58_123


@dataclass(frozen=True)
class Ordinary:
    """How to start a Python with this project on its path, as an ordinary user."""

    program: Path
    options: dict[str, Any]


@contextmanager
def ordinary_user() -> Iterator[Ordinary]:
    """An ordinary user with an own home folder; ourselves, unless we are root."""
    program, path = _python_for_anybody()
    if os.geteuid() == 0 and not all(
        parent.stat().st_mode & 0o001 for parent in (ROOT, *ROOT.parents)
    ):
        pytest.skip("beyond this host: the checkout lies where only root can read")
    with TemporaryDirectory() as home:
        options: dict[str, Any] = {"cwd": "/"}
        options["env"] = {"HOME": home, "PATH": "/usr/bin:/bin", "PYTHONPATH": path}
        if os.geteuid() == 0:
            os.chown(home, SOMEBODY, SOMEBODY)
            options |= {"user": SOMEBODY, "group": SOMEBODY, "extra_groups": []}
        yield Ordinary(program, options)


def _python_for_anybody() -> tuple[Path, str]:
    """A Python that an ordinary user may run, with this project on its path."""
    if os.geteuid() != 0:
        return Path(sys.executable), os.pathsep.join(sys.path)
    shown = subprocess.run([SYSTEM, "--version"], capture_output=True, text=True, check=True)
    if not shown.stdout.startswith(f"Python {sys.version_info[0]}.{sys.version_info[1]}."):
        pytest.skip("beyond this host: the system's Python cannot use this environment's packages")
    folders = [str(ROOT / part) for part in ("sdk", "sandbox", "tests")]
    return SYSTEM, os.pathsep.join([*folders, *(p for p in sys.path if "site-packages" in p)])
