"""A cage that stands ready when its owner is killed never runs its program."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from tempfile import TemporaryDirectory

from scuffle_platform.supervisor.waiting import wait_until
from scuffle_sandbox.places import cage_folder

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
