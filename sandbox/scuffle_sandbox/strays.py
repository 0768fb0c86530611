"""Finds and kills what a killed runner left of a cage that was not yet a whole one.

Bubblewrap's inner process waits for its outer one in a way that the kernel never ends. If the
outer one is killed with its runner between making the inner one and waving it on, the inner one
sleeps for ever: it is in no control group yet, has not asked to die with its parent, and reads no
pipe of ours. So every cage carries its owner's number in its command line, and whoever sweeps
looks for those whose owner is gone.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from scuffle_sandbox.living import lives
from scuffle_sandbox.places import is_root, is_slots_uid

_MARK = "scuffle-cage-of-"


def owners_mark() -> str:
    """The word in a cage's command line that names its owner, this process.

    It is the name of the shell that becomes the bot: the bot's own command line no longer has it.
    """
    return f"{_MARK}{os.getpid()}"


def sweep_strays() -> None:
    """Kill every process of a cage whose owner is gone."""
    for pid in strays():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def strays() -> list[int]:
    """Every process of a cage whose owner is gone."""
    return [pid for pid, owner in _marked() if not lives(owner)]


def _marked() -> Iterator[tuple[int, int]]:
    """The marked processes of our own users, each with its owner."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_text(errors="replace").split("\0")
            owner = next((word for word in words if word.startswith(_MARK)), "")[len(_MARK) :]
            if owner.isdecimal() and _is_ours(_user(folder)):
                yield int(folder.name), int(owner)
        except OSError:
            continue


def _user(folder: Path) -> int:
    """The real user of a process; who owns its folder says less."""
    status = (folder / "status").read_text()
    return int(status.partition("\nUid:")[2].split()[0])


def _is_ours(user: int) -> bool:
    """Whether cages of this process may run as ``user``."""
    if is_root():
        return is_slots_uid(user)
    return user == os.geteuid()
