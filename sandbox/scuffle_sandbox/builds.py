"""Builds in a cage: one command, one tar out, read as suspiciously as an upload."""

import time

from scuffle import build_faults
from scuffle.cage import BuildLimits, BuildResult
from scuffle.door import Refused
from scuffle.door.archive import read_archive
from scuffle.door.limits import ARTEFACT
from scuffle.door.packing import pack
from scuffle.seat import HostFault
from scuffle.streams import Excerpt
from scuffle_sandbox.channel import Channel
from scuffle_sandbox.session import Cage

BUILD_SCRIPT = """
cp -R /source/. . && chmod -R u+rwX . || exit 96
"$@" </dev/null >&2 || exit 97
while kill -KILL -1 2>/dev/null; do :; done
chmod -R u+rwX . || exit 98
tar --create --file=- --sort=name --owner=0 --group=0 --mtime=@0 --hard-dereference . || exit 98
"""
"""Copies the source, builds (its words go to stderr), and writes one tar to stdout.

Exit 96 and 98 are ours (the copy, the packing), 97 is the build's own failure. What the build left
running is killed and reaped before it is packed: it could change files under our hands, or leave
no process free for ``tar``. It waits for a first process that reaps, so it must not be that one.
"""

_COPYING, _PACKING = 96, 98
_LOOK_S = 0.05


class Bulk:
    """The bytes of one tar, within a limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.data = bytearray()
        self.ended = False

    @property
    def room(self) -> int:
        """How many bytes may be fed: one more than the limit, to see that it was passed."""
        return self._limit + 1 - len(self.data)

    @property
    def over(self) -> bool:
        """Whether more came than allowed."""
        return len(self.data) > self._limit

    def feed(self, data: bytes) -> None:
        """Add what was read."""
        self.data += data


def run_build(
    cage: Cage, channel: Channel, bulk: Bulk, excerpt: Excerpt, limits: BuildLimits
) -> BuildResult:
    """Let ``cage`` build, and judge what came out.

    Raises:
        HostFault: the cage failed us.
    """
    stopped = _watch(cage, channel, bulk, limits)
    by_itself = _wait_for_end(cage, channel)
    fault = cage.fault()
    how = cage.end()
    channel.close()
    log = excerpt.take()
    if how.out_of_memory:
        stopped = build_faults.too_much_memory(limits)
    _blame_us(fault, how.code if by_itself and not stopped else None, log)
    if not stopped and how.code != 0:
        stopped = build_faults.FAILED
    return _judged(bulk, stopped, log, how.cpu_ns // 1_000_000)


def _blame_us(fault: str, code: int | None, log: str) -> None:
    """See whether it was our part that failed.

    Raises:
        HostFault: it was.
    """
    if fault or code == _COPYING:
        raise HostFault(f"the build could not start: {fault} {log}".strip())
    if code == _PACKING:
        raise HostFault(f"the build's result could not be packed: {log}")


def _judged(bulk: Bulk, stopped: str, log: str, cpu_ms: int) -> BuildResult:
    """What came out of a build, unless it was ``stopped`` for a reason."""
    if stopped:
        return BuildResult(False, b"", log, stopped, cpu_ms)
    try:
        archive = normalised(bytes(bulk.data))
    except Refused as refused:
        return BuildResult(False, b"", log, build_faults.refused(refused.sentence), cpu_ms)
    return BuildResult(True, archive, log, "", cpu_ms)


def _watch(cage: Cage, channel: Channel, bulk: Bulk, limits: BuildLimits) -> str:
    """Read until both streams end; why it was stopped, or empty."""
    deadline = time.monotonic() + limits.wall_ms / 1000
    cage.start()
    channel.end_input()
    while not channel.silent():
        channel.wait(time.monotonic() + _LOOK_S)
        if bulk.over:
            return build_faults.too_large(limits)
        if cage.cpu_ns() > limits.cpu_ms * 1_000_000:
            return build_faults.too_much_cpu(limits)
        if time.monotonic() > deadline:
            return build_faults.too_long(limits)
    return ""


def _wait_for_end(cage: Cage, channel: Channel) -> bool:
    if channel.silent() and not cage.ended():
        channel.wait(time.monotonic() + 1.0, also=cage.exit_fd())
    return cage.ended()


def normalised(data: bytes) -> bytes:
    """The tar ``data`` again, read like an upload: regular files, plain modes, no owner, no times.

    Raises:
        Refused: it holds something else, or names that leave the folder.
    """
    return pack(read_archive(data, ARTEFACT))
