"""Starts processes from one thread that lives as long as this process.

The kernel's parent-death signal is sent when the *thread* that started a child ends, so a cage
started from a short-lived thread would be killed in the middle of its match.
"""

import os
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from scuffle_sandbox.groups import Group
from scuffle_sandbox.thread_user import acting_as

_by_process: dict[int, ThreadPoolExecutor] = {}

Start = Callable[[], "subprocess.Popen[bytes]"]


def spawn(
    start: Start, uid: int | None, group: Group | None
) -> tuple["subprocess.Popen[bytes]", bool]:
    """Call ``start`` in the lasting thread; a forked process gets a thread of its own.

    Args:
        start: starts a process.
        uid: the user as whom it is started, ``None`` for our own.
        group: where it is born, if it can be.

    Returns:
        What ``start`` gave, and whether the process was born in the group.

    Raises:
        OSError: it could not be started as that user, or in that group.
    """
    pid = os.getpid()
    if pid not in _by_process:
        _by_process.clear()
        _by_process[pid] = ThreadPoolExecutor(max_workers=1, thread_name_prefix="spawner")
    return _by_process[pid].submit(_start, start, uid, group).result()


def _start(
    start: Start, uid: int | None, group: Group | None
) -> tuple["subprocess.Popen[bytes]", bool]:
    if group is None:
        with acting_as(uid):
            return start(), False
    with group.births() as inside, acting_as(uid):
        return start(), inside
