"""What every backend must do with a program that behaves."""

import os
import time

import pytest

from scuffle.cage import BuildLimits, Launch
from scuffle.languages import languages
from scuffle.limits import Limits
from scuffle.seat import HostFault
from scuffle_sandbox.rehearsal import rehearse

ECHO = languages()["python"].echo
NOTED = """
import sys
for line in sys.stdin:
    print("a note", file=sys.stderr)
    print("heard", line.strip(), flush=True)
"""


def until() -> float:
    return time.monotonic() + 20


def test_a_line_comes_back(kennel):
    session = kennel.start(ECHO)
    assert kennel.ask(session, b'{"a": 1}\n') == b'{"a": 1}'
    assert kennel.ask(session, b'{"b": 2}\n') == b'{"b": 2}'


def test_stderr_is_apart_and_is_taken_once(kennel):
    session = kennel.start(NOTED)
    assert kennel.ask(session, b"x\n") == b"heard x"
    kennel.ask(session, b"y\n")
    assert session.take_stderr().startswith("a note")
    assert session.take_stderr() == ""


def test_the_last_words_of_a_crash_are_kept(kennel):
    session = kennel.start("import sys\nsys.stdin.readline()\nraise SystemExit('out of ideas')")
    with pytest.raises(EOFError):
        kennel.ask(session)
    end = session.close(2.0)
    assert end.code == 1
    assert "out of ideas" in end.stderr + session.take_stderr()


def test_a_signal_is_told_from_a_code(kennel):
    session = kennel.start("import ctypes, sys\nsys.stdin.readline()\nctypes.string_at(0)")
    with pytest.raises(EOFError):
        kennel.ask(session)
    end = session.close(2.0)
    assert end.code is None
    assert end.signal == "SIGSEGV"
    assert not end.killed_by_us


def test_a_command_that_is_not_there_is_the_bots_fault(kennel):
    kennel.start(ECHO)
    launch = Launch(kennel.folder / "bot0", ("/bot/nothing-here",), "python")
    session = kennel.sandbox.prepare(launch, Limits(), 0)
    kennel.sessions.append(session)
    with pytest.raises((EOFError, BrokenPipeError)):
        kennel.ask(session)
    assert session.close(1.0).code != 0


def test_a_missing_last_newline_is_tolerated(kennel):
    session = kennel.start("import sys\nsys.stdin.readline()\nprint('done', end='', flush=True)")
    assert kennel.ask(session) == b"done"
    with pytest.raises(EOFError):
        session.recv(until())


def test_unasked_output_is_seen(kennel):
    session = kennel.start(
        "import sys\nsys.stdin.readline()\nprint('one\\ntwo', flush=True)\nsys.stdin.readline()"
    )
    assert kennel.ask(session) == b"one"
    assert session.pending()
    assert session.recv(until()) == b"two"
    assert not session.pending()


def test_a_deadline_is_kept(kennel):
    session = kennel.start("import sys\nsys.stdin.readline()\nsys.stdin.readline()")
    session.send(b"{}\n", until())
    with pytest.raises(TimeoutError):
        session.recv(time.monotonic())


def test_end_of_input_ends_a_willing_program_in_peace(kennel):
    session = kennel.start(ECHO)
    kennel.ask(session)
    end = session.close(5.0)
    assert end.code == 0
    assert not end.killed_by_us


def test_close_may_come_twice_and_before_anything(kennel):
    session = kennel.start(ECHO)
    assert session.close() == session.close()
    assert session.cpu_ns() >= 0


def test_cpu_time_is_counted_and_sleep_is_not(kennel):
    session = kennel.start(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    if 'work' in line:\n"
        "        until = time.process_time() + 0.2\n"
        "        while time.process_time() < until: pass\n"
        "    else:\n"
        "        time.sleep(0.2)\n"
        "    print('done', flush=True)\n"
    )
    kennel.ask(session, b"sleep\n")
    start = session.cpu_ns()
    kennel.ask(session, b"work\n")
    worked = session.cpu_ns() - start
    kennel.ask(session, b"sleep\n")
    slept = session.cpu_ns() - start - worked
    assert 150e6 < worked < 400e6
    assert slept < 100e6


def test_a_frozen_program_uses_no_cpu(kennel):
    session = kennel.start(
        "import sys\nsys.stdin.readline()\nprint('go', flush=True)\nwhile True: pass"
    )
    if kennel.sandbox.check().layers["freeze"] == "none":
        pytest.skip("beyond this host: this user may not freeze a container")
    kennel.ask(session)
    session.freeze()
    _settled(session)
    before = session.cpu_ns()
    _let_another_program_work(kennel)
    assert session.cpu_ns() - before < 5e6  # to stop, it must run once more
    session.thaw()
    _grows(session, before)


def _settled(session) -> None:
    """Wait until the freezer has reached the last running task."""
    last, give_up = -1, until()
    while (now := session.cpu_ns()) != last:
        assert time.monotonic() < give_up
        last = now
        time.sleep(0.005)


def _let_another_program_work(kennel) -> None:
    kennel.ask(kennel.start(ECHO))


def _grows(session, before: int) -> None:
    give_up = until()
    while session.cpu_ns() <= before:
        assert time.monotonic() < give_up
        time.sleep(0.005)


def test_numpy_and_the_sdk_are_there(kennel):
    told = kennel.answer(
        "import sys, numpy, scuffle\nsys.stdin.readline()\n"
        "print(numpy.ones(4).sum(), scuffle.__name__)"
    )
    assert told == "4.0 scuffle"


def test_its_own_folder_is_the_working_directory(kennel):
    session = kennel.start(
        "import sys\nsys.stdin.readline()\nprint(open('data.txt').read(), flush=True)"
    )
    (kennel.folder / "bot0" / "data.txt").write_text("forty-two")
    assert kennel.ask(session) == b"forty-two"


def test_a_private_tmp_where_the_mode_has_one(kennel):
    told = kennel.answer(
        "import sys, os, tempfile\n"
        "sys.stdin.readline()\n"
        "try:\n"
        "    with tempfile.TemporaryFile(dir='/tmp') as file: file.write(b'x')\n"
        "    print('written', os.listdir('/tmp'))\n"
        "except OSError as error:\n"
        "    print('absent')\n"
    )
    assert told == ("absent" if kennel.mode == "bubblewrap-plain" else "written []")


def test_threads_asyncio_and_sqlite_run(kennel):
    told = kennel.answer(
        "import asyncio, sqlite3, sys, threading\n"
        "sys.stdin.readline()\n"
        "thread = threading.Thread(target=lambda: None); thread.start(); thread.join()\n"
        "asyncio.run(asyncio.sleep(0))\n"
        "print(sqlite3.connect(':memory:').execute('select 7').fetchone()[0])\n"
    )
    assert told == "7"


@pytest.mark.parametrize("kennel", ["docker"], indirect=True)
@pytest.mark.parametrize("language", ["python", "javascript", "c", "cpp", "own"])
def test_an_image_builds_and_echoes(kennel, language):
    """Of the languages whose images tests make; in bubblewrap every language has a contract."""
    found = rehearse(kennel.sandbox, languages()[language], 0)
    assert found.tools
    assert found.start_ms > 0


@pytest.mark.parametrize("kennel", ["bubblewrap-plain"], indirect=True)
def test_without_a_control_group_there_is_python_alone(kennel):
    assert kennel.sandbox.check().languages == ("python",)


def test_a_report_names_every_layer(kennel):
    report = kennel.sandbox.check()
    names = {"memory", "processes", "cpu", "freeze", "disk", "network", "files", "syscalls"}
    assert set(report.layers) == names
    assert "python" in report.languages
    expected = "rlimit" if kennel.mode == "bubblewrap-plain" else "cgroup"
    assert report.ladder_layer == expected


def test_without_a_control_group_nothing_is_built(kennel):
    kennel.start(ECHO)
    launch = Launch(kennel.folder / "bot0", ("true",), "c")
    if kennel.mode != "bubblewrap-plain":
        assert kennel.sandbox.build(launch, BuildLimits(), 0).ok
        return
    with pytest.raises(HostFault, match="nothing is built here"):
        kennel.sandbox.build(launch, BuildLimits(), 0)


def test_nothing_of_the_hosts_environment_is_told(kennel, monkeypatch):
    monkeypatch.setenv("SCUFFLE_DATABASE_URL", "postgresql://secret")
    told = kennel.answer("import os, sys\nsys.stdin.readline()\nprint(dict(os.environ))")
    assert "secret" not in told
    assert os.environ["PATH"] not in told or os.environ["PATH"] == "/usr/bin:/bin"
