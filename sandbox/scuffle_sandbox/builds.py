"""Builds in a cage: one command, one tar out, read as suspiciously as an upload."""

import io
import tarfile
import time
from pathlib import PurePosixPath

from scuffle.cage import BuildLimits, BuildResult
from scuffle.seat import HostFault
from scuffle.streams import Excerpt
from scuffle_sandbox.channel import Channel
from scuffle_sandbox.session import Cage

BUILD_SCRIPT = """
cp -R /source/. . && chmod -R u+rwX . || exit 96
"$@" </dev/null >&2 || exit 97
chmod -R u+rwX . && exec tar --create --file=- --sort=name --owner=0 --group=0 --mtime=@0 .
"""
"""Copies the source, builds (its words go to stderr), and writes one tar to stdout.

Exit 96 is ours (the copy), 97 the build's own failure.
"""

_MOST_FILES = 10_000
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
    cpu_ms = how.cpu_ns // 1_000_000
    if fault or (by_itself and how.code == 96):
        raise HostFault(f"the build could not start: {fault} {log}".strip())
    if how.out_of_memory:
        stopped = f"the build needs more than {limits.memory_mb} MB of memory"
    if stopped:
        return BuildResult(False, b"", log, stopped, cpu_ms)
    if how.code != 0:
        sentence = "the build failed; its own words are in the log"
        return BuildResult(False, b"", log, sentence, cpu_ms)
    try:
        archive = normalised(bytes(bulk.data))
    except ValueError as error:
        return BuildResult(False, b"", log, f"the build's result was refused: {error}", cpu_ms)
    return BuildResult(True, archive, log, "", cpu_ms)


def _watch(cage: Cage, channel: Channel, bulk: Bulk, limits: BuildLimits) -> str:
    """Read until both streams end; why it was stopped, or empty."""
    deadline = time.monotonic() + limits.wall_ms / 1000
    cage.start()
    channel.end_input()
    while not channel.silent():
        channel.wait(time.monotonic() + _LOOK_S)
        if bulk.over:
            return f"the built folder is larger than {limits.result_mb} MB"
        if cage.cpu_ns() > limits.cpu_ms * 1_000_000:
            return f"the build used more than {limits.cpu_ms // 1000} s of CPU"
        if time.monotonic() > deadline:
            return f"the build took more than {limits.wall_ms // 1000} s"
    return ""


def _wait_for_end(cage: Cage, channel: Channel) -> bool:
    if channel.silent() and not cage.ended():
        channel.wait(time.monotonic() + 1.0, also=cage.exit_fd())
    return cage.ended()


def normalised(data: bytes) -> bytes:
    """The tar ``data`` again: regular files only, sorted, plain modes, no owner, no times.

    Raises:
        ValueError: it holds something else, or names that leave the folder.
    """
    files: dict[str, tuple[bytes, bool]] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as tar:
            for member in tar:
                _collect(tar, member, files)
    except tarfile.TarError as error:
        raise ValueError(f"it is no tar ({error})") from error
    return _packed(files)


def _collect(
    tar: tarfile.TarFile, member: tarfile.TarInfo, files: dict[str, tuple[bytes, bool]]
) -> None:
    if member.isdir():
        return
    path = PurePosixPath(member.name)
    if not member.isreg():
        raise ValueError(f"{path} is not a regular file")
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise ValueError(f"{path} lies outside the folder")
    if len(files) >= _MOST_FILES:
        raise ValueError(f"it holds more than {_MOST_FILES} files")
    content = tar.extractfile(member)
    assert content is not None
    files[str(path)] = (content.read(), bool(member.mode & 0o100))


def _packed(files: dict[str, tuple[bytes, bool]]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name in sorted(files):
            content, runs = files[name]
            info = tarfile.TarInfo(name)
            info.size = len(content)
            info.mode = 0o755 if runs else 0o644
            tar.addfile(info, io.BytesIO(content))
    return out.getvalue()
