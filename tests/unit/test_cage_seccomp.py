"""The filter's program, run by a small machine of the test's own."""

import platform
import re
import struct
from pathlib import Path

import pytest

from scuffle_sandbox.allowed import (
    CLONE_THREAD,
    NOT_THERE,
    PRETENDED,
    conditional_calls,
    plain_calls,
)
from scuffle_sandbox.seccomp import ARCHITECTURES, bpf, docker_profile

ALLOW, KILL, ERRNO = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
EPERM, ENOSYS = ERRNO | 1, ERRNO | 38
MACHINES = sorted(ARCHITECTURES)


def judge(program: bytes, audit: int, number: int, *args: int) -> int:
    """What the kernel would answer: classic BPF over ``struct seccomp_data``."""
    data = struct.pack("<IIQ6Q", number, audit, 0, *args, *([0] * (6 - len(args))))
    at, accumulator = 0, 0
    while True:
        code, if_true, if_false, k = struct.unpack_from("<HBBI", program, at * 8)
        at += 1
        if code == 0x06:
            return k
        if code == 0x20:
            accumulator = struct.unpack_from("<I", data, k)[0]
        elif code == 0x54:
            accumulator &= k
        elif code == 0x15:
            at += if_true if accumulator == k else if_false
        elif code == 0x35:
            at += if_true if accumulator >= k else if_false
        else:
            raise AssertionError(f"unknown instruction {code:#x}")


@pytest.fixture(params=[False, True], ids=["children", "threads-only"])
def threads_only(request):
    return request.param


@pytest.mark.parametrize("machine", MACHINES)
def test_the_list_is_allowed_and_no_more(machine, threads_only):
    here = ARCHITECTURES[machine]
    program = bpf(threads_only=threads_only, machine=machine)
    allowed = {
        here.calls[name] for name in plain_calls(threads_only=threads_only) if name in here.calls
    }
    absent = {here.calls[name] for name in NOT_THERE}
    pretended = {here.calls[name] for name in PRETENDED}
    for number in range(451):
        answer = judge(program, here.audit, number, *[0xFFFF_FFFF] * 6)
        if number in allowed:
            assert answer == ALLOW, number
        elif number in absent:
            assert answer == ENOSYS, number
        elif number in pretended:
            assert answer == ERRNO, number
        else:
            assert answer == EPERM, number
    assert judge(program, here.audit, 9999) == ENOSYS


@pytest.mark.parametrize("machine", MACHINES)
def test_another_architecture_is_killed(machine, threads_only):
    program = bpf(threads_only=threads_only, machine=machine)
    assert judge(program, 0x4000_0003, 20) == KILL


def test_x32_numbers_are_not_there(threads_only):
    here = ARCHITECTURES["x86_64"]
    program = bpf(threads_only=threads_only, machine="x86_64")
    assert judge(program, here.audit, 0x4000_0000 + here.calls["read"]) == ENOSYS


@pytest.mark.parametrize("machine", MACHINES)
def test_arguments_are_judged(machine):
    here = ARCHITECTURES[machine]
    free = bpf(threads_only=False, machine=machine)
    tight = bpf(threads_only=True, machine=machine)
    clone, socket = here.calls["clone"], here.calls["socket"]
    assert judge(free, here.audit, clone, 17) == ALLOW
    assert judge(tight, here.audit, clone, 17) == EPERM
    assert judge(tight, here.audit, clone, CLONE_THREAD | 0x100) == ALLOW
    assert judge(free, here.audit, clone, 0x1000_0000 | CLONE_THREAD) == EPERM
    assert judge(free, here.audit, socket, 1) == ALLOW
    assert judge(free, here.audit, socket, 2) == EPERM
    assert judge(free, here.audit, here.calls["ioctl"], 0, 0x5412) == EPERM
    assert judge(free, here.audit, here.calls["ioctl"], 0, 0x5401) == ALLOW


@pytest.mark.parametrize(
    ("name", "arg", "harmless", "harmful"),
    [
        ("mmap", 3, 0x22, 0x4_0022),
        ("madvise", 2, 4, 12),
        ("fadvise64", 3, 2, 4),
        ("preadv2", 5, 0, 8),
        ("memfd_create", 1, 1, 4),
        ("setsockopt", 2, 7, 26),
    ],
)
@pytest.mark.parametrize("machine", MACHINES)
def test_of_a_needed_call_only_the_harmful_use_is_refused(machine, name, arg, harmless, harmful):
    here = ARCHITECTURES[machine]
    program = bpf(threads_only=False, machine=machine)
    args = [0] * arg
    assert judge(program, here.audit, here.calls[name], *args, harmless) == ALLOW
    assert judge(program, here.audit, here.calls[name], *args, harmful) == EPERM


@pytest.mark.parametrize("machine", MACHINES)
def test_what_only_a_control_group_holds_needs_one(machine):
    here = ARCHITECTURES[machine]
    for threads_only, answer in ((False, ALLOW), (True, EPERM)):
        program = bpf(threads_only=threads_only, machine=machine)
        for name in ("memfd_create", "timer_create"):
            assert judge(program, here.audit, here.calls[name]) == answer


def test_the_high_word_of_an_argument_hides_nothing():
    here = ARCHITECTURES["x86_64"]
    program = bpf(threads_only=False, machine="x86_64")
    assert judge(program, here.audit, here.calls["socket"], (7 << 32) | 2) == EPERM


def test_an_unknown_machine_has_no_filter():
    with pytest.raises(KeyError):
        bpf(threads_only=False, machine="vax")


def test_the_program_is_short_enough_for_the_kernel():
    assert len(bpf(threads_only=False, machine="x86_64")) // 8 < 4096


def test_docker_gets_the_same_list():
    profile = docker_profile()
    by_action: dict[str, set[str]] = {}
    for rule in profile["syscalls"]:
        by_action.setdefault(rule["action"], set()).update(rule["names"])
    expected = {*plain_calls(threads_only=False), *conditional_calls(threads_only=False)}
    assert by_action["SCMP_ACT_ALLOW"] == expected
    assert by_action["SCMP_ACT_ERRNO"] == {*NOT_THERE, *PRETENDED}
    assert profile["defaultAction"] == "SCMP_ACT_ERRNO"


def test_this_machine_is_known():
    if platform.machine() not in ARCHITECTURES:
        pytest.skip("beyond this host: another architecture")
    assert bpf(threads_only=False)


def test_what_makes_channels_is_not_allowed():
    names = set(plain_calls(threads_only=False)) | set(conditional_calls(threads_only=False))
    for name in ("flock", "inotify_init1", "ptrace", "bpf", "keyctl", "mount", "unshare", "setns"):
        assert name not in names


HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
OTHER_NAMES = {"fadvise64": "fadvise64_64", "newfstatat": "fstatat"}
"""Calls that have another name in the generic header."""


@pytest.mark.parametrize("machine", MACHINES)
def test_the_numbers_are_the_kernels(machine):
    if not HEADERS[machine].exists():
        pytest.skip("beyond this host: no headers of the kernel's calls for this machine")
    pattern = r"^#define __NR(?:3264)?_(\w+)\s+(\d+)$"
    found = dict(re.findall(pattern, HEADERS[machine].read_text(), re.M))
    calls = ARCHITECTURES[machine].calls
    told = {name: found.get(name) or found.get(OTHER_NAMES.get(name, "")) for name in calls}
    assert told == {name: str(number) for name, number in calls.items()}
