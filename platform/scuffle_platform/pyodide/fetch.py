"""Fetching the files: by npm and pip, each from wherever it is set to look; checked by hash."""

import gzip
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from scuffle_platform.pyodide.files import (
    NPM_VERSION,
    PLATFORM,
    PYTHON,
    are_here,
    failure_note,
    folder,
    wanted,
    wheels,
)

LIMIT_S = 900
PACKED = (".wasm", ".mjs", ".json")
"""What is worth packing once, to be sent so: archives are packed already."""


class CannotFetch(Exception):
    """The files cannot be had; the text says what is missing and what to do."""


def fetch(data: Path) -> Path:
    """Bring the files into a data folder; what is there already stays.

    Raises:
        CannotFetch: npm is missing, one of the two fails, or a file is not the wanted one.
    """
    if are_here(data):
        return folder(data)
    folder(data).parent.mkdir(parents=True, exist_ok=True)
    with _noting_failure(data), TemporaryDirectory(dir=folder(data).parent) as scratch:
        room = Path(scratch) / "files"
        room.mkdir()
        _take_npm_package(Path(scratch), room)
        _take_wheels(Path(scratch), room)
        check(room)
        _pack(room)
        _put_in_place(room, folder(data))
    return folder(data)


@contextmanager
def _noting_failure(data: Path) -> Iterator[None]:
    note = failure_note(data)
    try:
        yield
    except CannotFetch as error:
        note.write_text(f"{error}\n", "utf-8")
        raise
    note.unlink(missing_ok=True)


def _take_npm_package(scratch: Path, room: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise CannotFetch("npm is not on this machine; it comes with Node")
    _run([npm, "pack", f"pyodide@{NPM_VERSION}", "--pack-destination", str(scratch)], scratch)
    [package] = scratch.glob("*.tgz")
    with tarfile.open(package) as members:
        for name in wanted():
            if not name.endswith(".whl"):
                found = members.extractfile(f"package/{name}")
                assert found is not None
                (room / name).write_bytes(found.read())


def _take_wheels(scratch: Path, room: Path) -> None:
    """By pip, which checks the hashes a first time."""
    lines = []
    for wheel in wheels():
        name, version, *_ = wheel.split("-")
        lines.append(f"{name}=={version} --hash=sha256:{wanted()[wheel]}\n")
    asked = scratch / "wheels.txt"
    asked.write_text("".join(lines), "ascii")
    _run(
        [
            *(sys.executable, "-m", "pip", "download", "--disable-pip-version-check"),
            *("--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp"),
            *("--no-deps", "--only-binary=:all:", "--require-hashes", "-r", str(asked)),
            *("--dest", str(room)),
        ],
        scratch,
    )


def _run(argv: Sequence[str], folder: Path) -> None:
    try:
        done = subprocess.run(
            argv, cwd=folder, capture_output=True, text=True, timeout=LIMIT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotFetch(f"{argv[0]} could not be run: {error}") from None
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-3:]
        raise CannotFetch(f"{' '.join(argv[:4])} failed: {' '.join(last)}")


def check(room: Path) -> None:
    """Whether every file lies in a folder, and is the wanted one.

    Raises:
        CannotFetch: one is missing, or another.
    """
    for name, digest in wanted().items():
        path = room / name
        if not path.is_file():
            raise CannotFetch(f"{name} did not come")
        if (found := sha256(path.read_bytes()).hexdigest()) != digest:
            raise CannotFetch(f"{name} is not the wanted file: found sha256 {found}")


def _pack(room: Path) -> None:
    for path in list(room.iterdir()):
        if path.suffix in PACKED:
            packed = gzip.compress(path.read_bytes(), 9, mtime=0)
            path.with_name(f"{path.name}.gz").write_bytes(packed)


def _put_in_place(room: Path, place: Path) -> None:
    """At once, whoever else does the same; files of older lists go."""
    try:
        room.rename(place)
    except OSError as error:
        if not place.is_dir():
            raise CannotFetch(f"{place} cannot be made: {error}") from None
    for other in place.parent.iterdir():
        if other.is_dir() and other != place and len(other.name) == len(place.name):
            shutil.rmtree(other, ignore_errors=True)
