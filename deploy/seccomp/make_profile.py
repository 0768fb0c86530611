#!/usr/bin/env python3
"""Write ``bubblewrap.json``: Docker's seccomp profile for a worker's container.

It allows what the bots may call (the cages' own list), what the worker itself calls beyond that,
and what bubblewrap needs to make a cage: namespaces, mounts, ``pivot_root``. Everything else is
refused, as in Docker's default profile; ``clone3`` answers ENOSYS, so that the C library falls
back to ``clone``, whose flags a filter can see.

    python deploy/seccomp/make_profile.py > deploy/seccomp/bubblewrap.json
"""

import json
import sys
from typing import Any

from scuffle_sandbox.allowed import NOT_THERE, PLAIN

ENOSYS = 38
AF_VSOCK = 40

WORKER = """
chown clone creat fadvise64 fchown fchownat fcntl fdatasync flock fork fsetxattr fsync
get_mempolicy getitimer msync
getpgrp inotify_add_watch inotify_init inotify_init1 inotify_rm_watch ioctl ioprio_get ioprio_set
kill lchown lsetxattr madvise memfd_create mknod mknodat mlockall mmap munlockall
name_to_handle_at personality pidfd_getfd pidfd_open pidfd_send_signal prctl preadv2 pwritev2
readahead rt_sigqueueinfo rt_tgsigqueueinfo sched_getattr sched_setaffinity sched_setattr
sched_setparam sched_setscheduler
setpriority setsockopt setxattr socketpair splice sync sync_file_range syncfs tee
timer_create vfork vmsplice
"""

CAGE = """
capset chroot mount umount umount2 pivot_root seccomp setdomainname setfsgid setfsuid setgid
setgroups sethostname setns setregid setresgid setresuid setreuid setuid unshare
"""


def rule(names: list[str], action: str = "SCMP_ACT_ALLOW", **more: Any) -> dict[str, Any]:
    """One entry of the profile."""
    return {"names": sorted(set(names)), "action": action, "args": [], **more}


def profile() -> dict[str, Any]:
    """The whole profile, as Docker reads it."""
    # Sockets of virtual machines would lead past the container's network.
    no_vsock = {"index": 0, "value": AF_VSOCK, "valueTwo": 0, "op": "SCMP_CMP_NE"}
    return {
        "defaultAction": "SCMP_ACT_ERRNO",
        "defaultErrnoRet": 1,
        "archMap": [
            {"architecture": "SCMP_ARCH_X86_64", "subArchitectures": []},
            {"architecture": "SCMP_ARCH_AARCH64", "subArchitectures": []},
        ],
        "syscalls": [
            rule([*PLAIN, *WORKER.split(), *CAGE.split()]),
            rule(["socket"], args=[no_vsock]),
            rule(list(NOT_THERE), "SCMP_ACT_ERRNO", errnoRet=ENOSYS),
        ],
    }


if __name__ == "__main__":
    json.dump(profile(), sys.stdout, indent=1)
    print()
