"""Thaws this process's cages when it is killed: what version 1 froze does not die.

The kernel kills a cage with its runner, but a task that the version 1 freezer holds only dies
once it is thawed. A shell that waits for the end of a pipe, whose other end only the runner
holds, does that.
"""

import os
import subprocess
from pathlib import Path

_SCRIPT = """
read -r _
for state in "$1"/"$2"-*/freezer.state; do
    [ -e "$state" ] && echo THAWED >"$state"
done
"""
_by_process: dict[int, "subprocess.Popen[bytes]"] = {}


def watch(freezer: Path) -> None:
    """Have the groups of this process below ``freezer`` thawed when it ends; once a process."""
    pid = os.getpid()
    if pid in _by_process:
        return
    _by_process.clear()
    _by_process[pid] = subprocess.Popen(
        ["/bin/sh", "-c", _SCRIPT, "sh", str(freezer), str(pid)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        cwd="/",
    )
