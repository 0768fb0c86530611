"""A cage whose owner is killed before it started never runs its program, and is gone."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from scuffle.cage import Launch
from scuffle.limits import Limits
from scuffle_platform.supervisor.waiting import wait_until
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.places import cage_folder, scratch_folder

OWNER = textwrap.dedent(
    """
    import sys, time
    from pathlib import Path

    from scuffle.cage import Launch
    from scuffle.limits import Limits
    from scuffle_sandbox.bubblewrap import Bubblewrap

    folder = Path(sys.argv[1])
    (folder / "main.py").write_text("while True: pass")
    launch = Launch(folder, ("{python}", "{bot}/main.py"), "python")
    session = Bubblewrap().prepare(launch, Limits(), 0)
    print(session._cage._init, flush=True)
    time.sleep(600)
    """
)

HALF_MADE = textwrap.dedent(
    """
    import os, sys, time
    from pathlib import Path

    from scuffle.cage import Launch
    from scuffle.limits import Limits
    from scuffle_sandbox import bubblewrap_cage as cage
    from scuffle_sandbox.bubblewrap import Bubblewrap
    from scuffle_sandbox.spawner import spawn

    launch = Launch(Path(sys.argv[1]), ("/bin/true",), "probe")
    recipe = Bubblewrap()._match_recipe(launch, Limits(), 0)
    _, full = os.pipe()
    os.set_blocking(full, False)
    while True:
        try:
            os.write(full, b" ")
        except BlockingIOError:
            break
    os.set_blocking(full, True)
    unread, block = os.pipe()
    filter_ = cage._seccomp_fd(recipe.seccomp)
    outer, _ = spawn(lambda: cage._popen(recipe, full, unread, filter_), recipe.uid, None)
    print(outer.pid, flush=True)
    time.sleep(600)
    """
)
"""Bubblewrap cannot say its inner process's number, and so never waves it on."""


def lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def mounts(pid: int) -> str:
    return Path(f"/proc/{pid}/mountinfo").read_text()


def test_a_ready_cage_does_not_outlive_its_owner():
    with TemporaryDirectory(dir=cage_folder()) as folder:
        owned(folder)


def owned(folder: str) -> None:
    Path(folder).chmod(0o755)
    command = [sys.executable, "-c", OWNER, folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as owner:
        assert owner.stdout
        first = int(owner.stdout.readline())
        # bubblewrap tells the number before the process goes on; its mounts show that it has.
        wait_until(lambda: "/bot " in mounts(first), 20, "the cage stands ready")
        owner.kill()
    try:
        wait_until(lambda: not lives(first), 20, "the cage ends with its owner")
    finally:
        if lives(first):
            os.kill(first, signal.SIGKILL)


def test_a_half_made_cage_is_swept_at_the_next_start():
    with TemporaryDirectory(dir=cage_folder()) as folder:
        Path(folder).chmod(0o755)
        command = [sys.executable, "-c", HALF_MADE, folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as owner:
            assert owner.stdout
            outer = int(owner.stdout.readline())
            wait_until(lambda: children(outer), 20, "bubblewrap has made its inner process")
            (inner,) = children(outer)
            owner.kill()
    wait_until(lambda: not lives(outer), 20, "the outer process dies with its owner")
    assert lives(inner), "the kernel ends it after all: the sweep has nothing to do"
    Bubblewrap().sweep()
    wait_until(lambda: not lives(inner), 20, "the inner process is swept")


def test_a_sweep_spares_the_cages_of_the_living():
    with scratch_folder() as folder:
        (folder / "main.py").write_text("print(input(), flush=True)")
        launch = Launch(folder, ("{python}", "{bot}/main.py"), "python")
        session = Bubblewrap().prepare(launch, Limits(), 0)
        Bubblewrap().sweep()
        session.send(b"alive\n", time.monotonic() + 20)
        assert session.recv(time.monotonic() + 20) == b"alive"
        session.close()


def children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
