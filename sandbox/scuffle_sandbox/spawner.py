"""Starts processes from one thread that lives as long as this process.

The kernel's parent-death signal is sent when the *thread* that started a child ends, so a cage
started from a short-lived thread would be killed in the middle of its match.
"""

import os
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

_by_process: dict[int, ThreadPoolExecutor] = {}


def spawn(start: Callable[[], subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """Call ``start`` in the lasting thread; a forked process gets a thread of its own."""
    pid = os.getpid()
    if pid not in _by_process:
        _by_process.clear()
        _by_process[pid] = ThreadPoolExecutor(max_workers=1, thread_name_prefix="spawner")
    return _by_process[pid].submit(start).result()
