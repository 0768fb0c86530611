"""Where things lie that a cage binds, and as whom a cage runs.

A cage runs as an unprivileged user; as root that is a user of the slot's own.
"""

import itertools
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scuffle.seat import HostFault
from scuffle_sandbox.living import lives

SLOTS = 125
"""How many slots a host may have."""

_FIRST_UID, _UIDS_OF_A_SLOT = 59_000, 8
"""Slot *n* owns the users and groups 59000 + 8n and the next seven: all of them above what Debian
gives people, and below what it keeps for itself.
"""

_cages = itertools.count()

ROOT_FOLDER = Path("/var/lib/scuffle")


def is_root() -> bool:
    """Whether this process may become another user."""
    return os.geteuid() == 0


def slot_uids(slot: int) -> range:
    """The users and groups of slot ``slot``."""
    first = _FIRST_UID + _UIDS_OF_A_SLOT * slot
    return range(first, first + _UIDS_OF_A_SLOT)


def next_uid(slot: int) -> int:
    """A user for the next cage of ``slot``: two cages of a match never share one.

    The kernel counts timers, signals, watches, pipes and files in flight for each user; whoever
    shares one can be left without.
    """
    uids = slot_uids(slot)
    return uids[next(_cages) % len(uids)]


def own_or_next_uid(slot: int) -> int | None:
    """The user to become for the next cage of ``slot``; ``None`` where only our own can be had."""
    return next_uid(slot) if is_root() else None


def is_slots_uid(uid: int) -> bool:
    """Whether ``uid`` belongs to any slot."""
    return _FIRST_UID <= uid < _FIRST_UID + _UIDS_OF_A_SLOT * SLOTS


def cage_folder() -> Path:
    """The folder for what cages bind, made if it is missing.

    As root ``/var/lib/scuffle``; else below ``SCUFFLE_DATA`` or the user's cache.
    """
    if is_root():
        folder = ROOT_FOLDER
    elif data := os.environ.get("SCUFFLE_DATA"):
        folder = Path(data).resolve() / "cages"
    else:
        cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        folder = Path(cache) / "scuffle" / "cages"
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    return folder


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A fresh folder that every cage's user can read; gone at the end.

    Raises:
        HostFault: it could not be made.
    """
    try:
        folder = Path(tempfile.mkdtemp(prefix=f"job-{os.getpid()}-", dir=cage_folder()))
        folder.chmod(0o755)
    except OSError as error:
        raise HostFault(f"no folder for cages could be made: {error}") from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sweep_scratch() -> None:
    """Remove the scratch folders of runners that are gone."""
    for folder in cage_folder().glob("job-*-*"):
        owner = folder.name.split("-")[1]
        if owner.isdecimal() and not lives(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)
