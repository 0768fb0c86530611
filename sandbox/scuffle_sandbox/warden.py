"""A small process that outlives this one by a moment and puts away what it left.

The kernel kills a cage with its runner, but what a freezer holds neither dies nor sees the end of
its input. A warden waits for the end of a pipe whose other end only the runner holds; then it
acts, and ends.
"""

import atexit
import os
import subprocess
from collections.abc import Sequence

_PATIENCE_S = 5.0
_posted: set[tuple[int, str]] = set()


def post(duty: str, argv: Sequence[str]) -> None:
    """Start the warden ``argv`` for this process, once for each ``duty``.

    It must wait for the end of its stdin.
    """
    key = (os.getpid(), duty)
    if key in _posted:
        return
    _posted.add(key)
    process = subprocess.Popen(
        argv,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        cwd="/",
    )
    atexit.register(_relieve, process, os.getpid())


def _relieve(process: "subprocess.Popen[bytes]", owner: int) -> None:
    """At a normal end the warden ends first; a forked process leaves its parent's alone."""
    if os.getpid() != owner:
        return
    try:
        process.communicate(timeout=_PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
