"""One bubblewrap process tree: how it is started, timed, frozen and ended."""

import fcntl
import json
import os
import select
import signal
import struct
import subprocess
import termios
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from scuffle.cage import Exit, Metering
from scuffle.seat import HostFault
from scuffle_sandbox.groups import Group, attach_soon
from scuffle_sandbox.holders import Holder, SignalHolder
from scuffle_sandbox.spawner import spawn
from scuffle_sandbox.strays import owners_mark

_SETUP_S = 10.0
_DYING_S = 2.0
_FIRST_SIGNAL_CODE = 128

_GATE = 'read -r go && exec "$@"'
"""What a shell runs inside, before the program: it waits for a line from its living owner.

Bubblewrap's inner process asks late to die with its parent: a cage whose owner is killed before
``start`` would otherwise run on its own.
"""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to start one cage.

    Attributes:
        bwrap: the program.
        options: bubblewrap's options but for those with descriptors.
        argv: the command inside.
        env: the whole environment inside; nothing of ours is inherited.
        limits: a line of ``ulimit`` commands for ``sh``.
        seccomp: the filter's bytes.
        uid: user and group to become first, or ``None`` for our own.
    """

    bwrap: Path
    options: Sequence[str]
    argv: Sequence[str]
    env: Mapping[str, str]
    limits: str
    seccomp: bytes
    uid: int | None


def _seccomp_fd(program: bytes) -> int:
    fd = os.memfd_create("filter")
    os.write(fd, program)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _read_pid(fd: int, process: subprocess.Popen[bytes]) -> int:
    """The host's number of the cage's first process, from ``--info-fd``.

    Raises:
        HostFault: bubblewrap ended, or said nothing, before it had one.
    """
    poll = select.poll()
    poll.register(fd, 0)  # wakes us when it is closed, not at each of its eight pieces
    if not poll.poll(_SETUP_S * 1000):
        raise HostFault("bubblewrap did not start in 10 s")
    if not (text := os.read(fd, 4096)):
        raise HostFault(f"bubblewrap did not start: {_complaint(process)}")
    try:
        return int(json.loads(text)["child-pid"])
    except ValueError as error:
        raise HostFault(f"bubblewrap did not start: {_complaint(process)}") from error


def _complaint(process: subprocess.Popen[bytes]) -> str:
    assert process.stderr is not None
    os.set_blocking(process.stderr.fileno(), True)
    return process.stderr.read(2000).decode("utf-8", "replace").strip()


def _popen(recipe: Recipe, info: int, block: int, filter_: int) -> subprocess.Popen[bytes]:
    """No code of ours runs after the fork: the gate sets the limits."""
    fds = ["--info-fd", str(info), "--block-fd", str(block), "--seccomp", str(filter_)]
    gate = ["/bin/sh", "-c", f"{recipe.limits}\n{_GATE}", owners_mark()]
    return subprocess.Popen(
        [str(recipe.bwrap), *fds, *recipe.options, "--", *gate, *recipe.argv],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=(info, block, filter_),
        env=dict(recipe.env),
        cwd="/",
        start_new_session=True,
    )


class BubblewrapCage:
    """A cage that stands ready, its gate waiting before the program.

    Raises:
        HostFault: it could not be made.
    """

    def __init__(self, recipe: Recipe, group: Group | None) -> None:
        self._group = group
        self._attached: Future[None] | None = None
        self._init = 0
        self._setup_ns: int | None = None
        try:
            self.process = self._spawn(recipe)
        except OSError as error:
            self._give_up()
            raise HostFault(f"a cage could not be started: {error}") from error
        try:
            self._init = self._introduce()
        except (HostFault, OSError) as error:
            self._give_up()
            raise HostFault(f"a cage could not be made: {error}") from error
        assert self.process.stdin is not None
        self._gate = os.dup(self.process.stdin.fileno())
        self._holder: Holder = group or SignalHolder(self._init)
        self._exit_fd = os.pidfd_open(self.process.pid)

    def _spawn(self, recipe: Recipe) -> subprocess.Popen[bytes]:
        self._info, info = os.pipe()
        self._unread, block = os.pipe()
        os.write(block, b"x")
        filter_ = _seccomp_fd(recipe.seccomp)
        try:
            process, self._born_inside = spawn(
                lambda: _popen(recipe, info, self._unread, filter_), recipe.uid, self._group
            )
        finally:
            for fd in (info, block, filter_):
                os.close(fd)
        return process

    def _introduce(self) -> int:
        try:
            init = _read_pid(self._info, self.process)
        finally:
            os.close(self._info)
        if self._group and not self._born_inside:
            self._attached = attach_soon(self._group, init)
        return init

    def _give_up(self) -> None:
        if process := getattr(self, "process", None):
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout, process.stderr):
                pipe.close()
        if self._group:
            self._group.close()
        os.close(self._unread)

    def fds(self) -> tuple[int, int, int]:
        """Our ends of stdin, stdout and stderr, ours to close."""
        streams = (self.process.stdin, self.process.stdout, self.process.stderr)
        copies = [os.dup(stream.fileno()) for stream in streams if stream]
        for stream in streams:
            if stream:
                stream.close()
        return copies[0], copies[1], copies[2]

    def start(self) -> None:
        """Open the gate; bubblewrap has made its mounts meanwhile.

        Raises:
            HostFault: the control group did not take it in.
        """
        if self._attached and (error := self._attached.exception(_SETUP_S)):
            raise HostFault(f"the cage's control group cannot be used: {error}") from error
        self._setup_ns = self._holder.cpu_ns()
        with suppress(BrokenPipeError):  # it ended meanwhile; ``fault`` says why
            os.write(self._gate, b"\n")
        self._close_gate()

    def _close_gate(self) -> None:
        if self._gate >= 0:
            os.close(self._gate)
            self._gate = -1

    def fault(self) -> str:
        """Bubblewrap reads the byte of ``--block-fd`` only once all mounts are made."""
        waiting = struct.unpack("i", fcntl.ioctl(self._unread, termios.FIONREAD, b"\0" * 4))[0]
        return "bubblewrap stopped before the program ran:" if waiting else ""

    @property
    def metering(self) -> Metering:
        """A control group's clock, or else the process's own."""
        return Metering.CGROUP if self._group else Metering.PROCESS

    def cpu_ns(self) -> int:
        """CPU time used since the start."""
        try:
            return self._used_ns()
        except OSError as error:
            raise HostFault(f"the cage's clock cannot be read: {error}") from error

    def _used_ns(self) -> int:
        return 0 if self._setup_ns is None else self._holder.cpu_ns() - self._setup_ns

    def rests(self) -> bool:
        """Whether everything inside sleeps."""
        return self._holder.rests()

    def freeze(self) -> None:
        """Give it no CPU."""
        try:
            self._holder.freeze()
        except OSError as error:
            raise HostFault(f"the cage cannot be frozen: {error}") from error

    def thaw(self) -> None:
        """Undo ``freeze``."""
        try:
            self._holder.thaw()
        except OSError as error:
            raise HostFault(f"the cage cannot be thawed: {error}") from error

    def exit_fd(self) -> int:
        """Bubblewrap's pidfd."""
        return self._exit_fd

    def ended(self) -> bool:
        """Whether bubblewrap has ended, and with it everything inside."""
        return self.process.poll() is not None

    def end(self) -> Exit:
        """Kill the cage's pid 1 and with it all that lives there."""
        code = self._kill()
        cpu_ns, peak, memory = self._last_figures()
        if self._group:
            self._group.close()
        self._close_gate()
        for fd in (self._exit_fd, self._unread):
            os.close(fd)
        number = code - _FIRST_SIGNAL_CODE if code > _FIRST_SIGNAL_CODE else -code
        name = _signal_name(number) if code < 0 or code > _FIRST_SIGNAL_CODE else None
        return Exit(None if name else code, name, False, memory, cpu_ns, peak)

    def _kill(self) -> int:
        """The exit code. Bubblewrap itself must reap its child, or zombies would pile up."""
        if self._attached:
            self._attached.exception(_SETUP_S)
        if self.process.poll() is None:
            try:
                self._holder.thaw()  # what version 1 froze does not die
                os.kill(self._init, signal.SIGKILL)
            except OSError:
                self.process.kill()
        # ``Popen.wait`` with a limit looks at growing intervals, which would cost milliseconds.
        poll = select.poll()
        poll.register(self._exit_fd, select.POLLIN)
        if not poll.poll(_DYING_S * 1000):
            self.process.kill()
        return self.process.wait()

    def _last_figures(self) -> tuple[int, int | None, bool]:
        try:
            cpu_ns = self._used_ns()
        except OSError:
            cpu_ns = 0
        if not self._group:
            return cpu_ns, None, False
        return cpu_ns, self._group.peak_memory_kb(), self._group.out_of_memory()


def _signal_name(number: int) -> str | None:
    try:
        return signal.Signals(number).name
    except ValueError:
        return None
