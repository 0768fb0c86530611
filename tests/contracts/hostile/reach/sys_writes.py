# expect: ok
# says: memory.max: (ENOENT|EROFS|EACCES)
"""Writes to the kernel's switches below /sys, its own limits first."""

import errno
from pathlib import Path

WRITES = {
    "/sys/fs/cgroup/memory/memory.limit_in_bytes": "-1",
    "/sys/fs/cgroup/memory.max": "max",
    "/sys/fs/cgroup/cgroup.procs": "0",
    "/sys/fs/cgroup/release_agent": "/bot/main.py",
    "/sys/kernel/uevent_helper": "/bot/main.py",
    "/sys/power/state": "mem",
    "/sys/module/kernel/parameters/panic": "1",
    "/sys/class/net/lo/mtu": "1",
}


def setup(api):
    for path, text in WRITES.items():
        try:
            Path(path).write_text(text)
            print(f"HARM: {path} was written")
        except OSError as error:
            print(f"{path}: {errno.errorcode[error.errno]}")


def get_action(state, api):
    return state["legal_actions"][0]
