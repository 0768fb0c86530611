"""A host on which everybody wants to compute, made on purpose."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

LOOP = ("/bin/sh", "-c", "echo; while :; do :; done")


@contextmanager
def crowded(loops: int) -> Iterator[None]:
    """Endless loops beside what is done meanwhile.

    Each in a session of its own, or the kernel may give them all together the share of one.
    """
    begun = [
        subprocess.Popen(LOOP, stdout=subprocess.PIPE, start_new_session=True) for _ in range(loops)
    ]
    try:
        for loop in begun:
            assert loop.stdout
            loop.stdout.read(1)  # it runs
        yield
    finally:
        for loop in begun:
            loop.kill()
        for loop in begun:
            loop.communicate()
