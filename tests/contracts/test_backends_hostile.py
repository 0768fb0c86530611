"""What every backend must hold against a program that means harm; these run caged only."""

import ast
import platform
import resource
import time
from pathlib import Path

import pytest

from scuffle.languages import languages
from scuffle.limits import Limits

ECHO = languages()["python"].echo

CALL = """
import ctypes, os, sys
sys.stdin.readline()
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *args):
    done = libc.syscall(number, *args)
    return "ok" if done >= 0 else os.strerror(ctypes.get_errno())
"""


def until(seconds: float = 20.0) -> float:
    return time.monotonic() + seconds


def refused(kennel, body: str) -> str:
    return kennel.answer(
        "import os, sys\nsys.stdin.readline()\ntry:\n"
        + "".join(f"    {line}\n" for line in body.splitlines())
        + "    print('done')\nexcept OSError as error:\n    print('refused', error.strerror)\n"
    )


def is_left(token: str) -> bool:
    """Whether any process of this host has ``token`` in its command line."""
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if token.encode() in each.read_bytes():
                return True
        except OSError:
            continue
    return False


def test_a_line_without_end_is_cut_off(kennel):
    session = kennel.start(
        "import sys\nsys.stdin.readline()\n"
        "for _ in range(50): sys.stdout.write('x' * 1_000_000)\nsys.stdout.flush()"
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(BufferError, match="64 kB"):
        kennel.ask(session)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def test_endless_lines_are_cut_off_at_eight_megabytes(kennel):
    session = kennel.start("import sys\nsys.stdin.readline()\nwhile True: print('x' * 60_000)")
    kennel.ask(session)
    taken = 0
    with pytest.raises(BufferError, match="8 MB in one match"):  # noqa: PT012
        for _ in range(400):
            taken += len(session.recv(until()))
    assert 7_000_000 < taken < 9_000_000
    assert session.close().killed_by_us


def test_a_flood_of_empty_lines_is_cut_off_quickly(kennel):
    session = kennel.start("import sys\nsys.stdin.readline()\nwhile True: print('\\n' * 60_000)")
    with pytest.raises(BufferError):
        kennel.ask(session)


def test_a_flood_of_stderr_never_loses_a_game(kennel):
    session = kennel.start(
        "import sys\nsys.stdin.readline()\n"
        "print('first words', file=sys.stderr)\n"
        "for _ in range(5000): sys.stderr.write('x' * 999 + '\\n')\n"
        "print('last words', file=sys.stderr)\nprint('alive', flush=True)\nsys.stdin.readline()",
        Limits(log_kb=32),
    )
    assert kennel.ask(session) == b"alive"
    log, give_up = session.take_stderr(), until()
    while "last words" not in log:  # Docker brings the two streams in its own time
        assert time.monotonic() < give_up
        log += session.take_stderr()
    assert len(log) < 60_000
    assert log.startswith("first words")
    assert log.rstrip().endswith("last words")
    assert "left out" in log


def test_input_that_nobody_reads_meets_the_deadline(kennel):
    session = kennel.start("import sys\nsys.stdin.readline()\nwhile True: pass")
    session.send(b"{}\n", until())
    with pytest.raises(TimeoutError):
        session.send(b"x" * 8_000_000, time.monotonic() + 0.2)


def test_memory_is_held(kennel):
    session = kennel.start(
        "import sys\nsys.stdin.readline()\nblock = bytearray(400 << 20)\n"
        "for at in range(0, len(block), 4096): block[at] = 1\nprint('got it', flush=True)",
        Limits(memory_mb=128),
    )
    with pytest.raises(EOFError):
        kennel.ask(session)
    end = session.close(2.0)
    told = end.stderr + session.take_stderr()
    assert end.out_of_memory or "MemoryError" in told


def test_memory_of_children_counts(kennel):
    if kennel.mode == "bubblewrap-plain":
        pytest.skip("beyond this host: that mode allows no children")
    session = kennel.start(
        "import os, sys\nsys.stdin.readline()\n"
        "for _ in range(4):\n"
        "    if os.fork() == 0:\n"
        "        block = bytearray(b'1') * (100 << 20)\n"
        "        os.read(0, 1)\n"
        "while True: pass",
        Limits(memory_mb=128),
    )
    session.send(b"{}\n", until())
    with pytest.raises((EOFError, TimeoutError)):
        session.recv(time.monotonic() + 2)
    assert session.close().out_of_memory


def test_a_fork_bomb_stays_inside_and_is_gone_afterwards(kennel):
    token = f"bomb-{time.monotonic_ns()}"
    session = kennel.start(
        "import ctypes, os, sys\nsys.stdin.readline()\n"
        f"token = {token!r}\nprint('lit', flush=True)\n"
        "while True:\n"
        "    try: os.fork()\n"
        "    except OSError: pass\n"
    )
    assert kennel.ask(session) == b"lit"
    other = kennel.start(ECHO)
    assert kennel.ask(other, b"[1]\n") == b"[1]"
    began = time.monotonic()
    session.close()
    assert time.monotonic() - began < 5
    assert kennel.ask(other, b"[2]\n") == b"[2]"


def test_a_sleeper_that_ignores_everything_is_gone_afterwards(kennel):
    token = f"sleeper-{time.monotonic_ns()}"
    session = kennel.start(
        "import os, signal, sys, time\nsys.stdin.readline()\n"
        "for number in range(1, 32):\n"
        "    try: signal.signal(number, signal.SIG_IGN)\n"
        "    except (OSError, ValueError): pass\n"
        "try:\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        f"        os.execv('/bin/sleep', ['{token}', '1000'])\n"
        "except OSError: pass\n"
        "print('ready', flush=True)\n"
        "while True: time.sleep(1000)\n"
    )
    assert kennel.ask(session) == b"ready"
    end = session.close(0.1)
    assert end.killed_by_us
    give_up = until()
    while is_left(token):
        assert time.monotonic() < give_up


def test_a_killed_cage_dies_also_when_frozen(kennel):
    session = kennel.start(ECHO)
    kennel.ask(session)
    session.freeze()
    began = time.monotonic()
    assert session.close().killed_by_us
    assert time.monotonic() - began < 2


def test_there_is_no_network(kennel):
    assert "refused" in refused(kennel, "import socket\nsocket.socket(socket.AF_INET)")
    assert "refused" in refused(kennel, "import socket\nsocket.socket(40, socket.SOCK_STREAM)")
    assert "done" in refused(kennel, "import socket\nsocket.socketpair()")


@pytest.mark.parametrize("path", ["/etc/shadow", "/root", "/var/lib/scuffle", "/home", "/sys/fs"])
def test_the_hosts_files_are_not_there(kennel, path):
    read = f"open({path!r}).read()" if path == "/etc/shadow" else f"os.listdir({path!r})"
    told = refused(kennel, f"print({read})")
    assert told.startswith(("refused", "[]")), told


@pytest.mark.parametrize("path", ["/bot/x", "/x", "/usr/x", "/dev/x", "/sdk/x", "/etc/x"])
def test_nothing_else_can_be_written(kennel, path):
    assert refused(kennel, f"open({path!r}, 'w')").startswith("refused")


def test_the_disk_is_held(kennel):
    if kennel.mode == "bubblewrap-plain":
        pytest.skip("beyond this host: that mode has no disk at all")
    told = refused(
        kennel,
        "with open('/tmp/fill', 'wb') as file:\n    for _ in range(80): file.write(bytes(1 << 20))",
    )
    assert told == "refused No space left on device"


FORBIDDEN = {
    "ptrace": (101, 0, 0, 0, 0),
    "mount": (165, 0, 0, 0, 0, 0),
    "unshare": (272, 0x10000000),
    "setns": (308, 0, 0),
    "keyctl": (250, 0, 0, 0, 0, 0),
    "bpf": (321, 0, 0, 0),
    "perf_event_open": (298, 0, 0, 0, 0, 0),
    "userfaultfd": (323, 0),
    "io_uring_setup": (425, 1, 0),
    "clone3": (435, 0, 0),
    "shmget": (29, 1, 4096, 0o1000),
    "flock": (73, 0, 2),
    "inotify_init1": (294, 0),
    "process_vm_readv": (310, 1, 0, 0, 0, 0, 0),
    "sched_setaffinity": (203, 0, 8, 0),
    "clone with a namespace": (56, 0x10000000, 0, 0, 0, 0),
    "ioctl TIOCSTI": (16, 0, 0x5412, 0),
    "fcntl F_SETLK": (72, 0, 6, 0),
    "fcntl F_NOTIFY": (72, 0, 1026, 0),
}
"""x86-64 numbers and arguments of calls that would lead out, or to the other bot."""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="beyond this host: x86-64 numbers")
def test_forbidden_calls_are_refused(kennel):
    listing = f"print({{name: call(*each) for name, each in {FORBIDDEN!r}.items()}})"
    told = ast.literal_eval(kennel.answer(CALL + listing))
    allowed = {"Operation not permitted", "Function not implemented"}
    assert {name: word for name, word in told.items() if word not in allowed} == {}


@pytest.mark.skipif(platform.machine() != "x86_64", reason="beyond this host: x86-64 numbers")
def test_x32_calls_are_refused_or_kill(kennel):
    session = kennel.start(CALL + "print(call(0x4000_0000 + 39))")
    try:
        assert kennel.ask(session) == b"Function not implemented"
    except EOFError:
        assert session.close(2.0).signal == "SIGSYS"


@pytest.mark.skipif(platform.machine() != "x86_64", reason="beyond this host: x86-64 numbers")
def test_another_machines_calls_kill(kennel):
    """32-bit calls have numbers of their own, which the list does not judge."""
    source = CALL + (
        "import mmap\n"
        "code = bytes.fromhex('b814000000cd80c3')  # mov eax, 20 (getpid); int 0x80; ret\n"
        "page = mmap.mmap(-1, 4096, prot=7)\npage.write(code)\n"
        "at = ctypes.addressof(ctypes.c_char.from_buffer(page))\n"
        "print('ran', ctypes.CFUNCTYPE(ctypes.c_int)(at)(), flush=True)\n"
    )
    session = kennel.start(source)
    try:
        told = kennel.ask(session)
    except EOFError:
        assert session.close(2.0).signal in ("SIGSYS", "SIGSEGV")
    else:
        assert int(told.split()[1]) < 0, told


def test_other_processes_are_out_of_reach(kennel):
    told = refused(kennel, "import signal\nprint(os.getpid() < 20)\nos.kill(4_000_000, 0)")
    assert told.startswith("True")


def test_the_opponent_answers_while_one_floods(kennel):
    flood = kennel.start("import sys\nsys.stdin.readline()\nwhile True: print('x' * 60_000)")
    other = kennel.start(ECHO)
    kennel.ask(other, b"[0]\n")
    kennel.ask(flood)
    flood.freeze()
    assert kennel.ask(other, b"[1]\n") == b"[1]"
    began = time.monotonic()
    flood.close()
    assert time.monotonic() - began < 5
