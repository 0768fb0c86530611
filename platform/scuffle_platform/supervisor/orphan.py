"""No process outlives the one that started it, however that one ends."""

import ctypes
import os
import signal

_PR_SET_PDEATHSIG = 1  # Linux, prctl(2)
_libc = ctypes.CDLL(None, use_errno=True)


def die_with_parent(parent: int) -> None:
    """Ask the kernel to kill this process when the thread that forked it ends.

    Called between fork and exec. The wish hangs on the forking *thread*, so long-lived processes
    are forked from a main thread. A parent that ended before the wish was made is noticed by its
    process id.

    Args:
        parent: the process id of the parent, read before the fork.
    """
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def prepare_child(parent: int) -> None:
    """What every child of ours does before exec: die with us, and take signals again."""
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    die_with_parent(parent)
