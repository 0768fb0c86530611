"""The allow-list as a BPF program for bubblewrap and as JSON for Docker.

The program format is that of ``linux/filter.h`` and ``linux/seccomp.h``: eight bytes an
instruction, tested against ``struct seccomp_data`` (call number at 0, architecture at 4, the
low word of argument *i* at 16 + 8·i on little-endian machines).
"""

import platform
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scuffle_sandbox.allowed import (
    NOT_THERE,
    PRETENDED,
    WORD,
    Condition,
    conditional_calls,
    plain_calls,
)
from scuffle_sandbox.syscalls import AARCH64, NEWEST, X86_64

_LOAD, _AND, _JUMP_EQUAL, _JUMP_AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_ALLOW, _KILL_PROCESS, _ERRNO = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
_EPERM, _ENOSYS = 1, 38
_X32_BIT = 0x4000_0000


@dataclass(frozen=True, slots=True)
class Architecture:
    """One machine: its audit number, its call numbers, its name in Docker's profiles."""

    audit: int
    calls: dict[str, int]
    docker: str


ARCHITECTURES = {
    "x86_64": Architecture(0xC000_003E, X86_64, "SCMP_ARCH_X86_64"),
    "aarch64": Architecture(0xC000_00B7, AARCH64, "SCMP_ARCH_AARCH64"),
}


def _op(code: int, k: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, k)


_REFUSE, _ABSENT = _op(_RETURN, _ERRNO | _EPERM), _op(_RETURN, _ERRNO | _ENOSYS)
_DONE = _op(_RETURN, _ERRNO)


def _conditional(condition: Condition) -> bytes:
    body = _op(_LOAD, 16 + 8 * condition.arg)
    if condition.mask != WORD:
        body += _op(_AND, condition.mask)
    for value in condition.values:
        body += _op(_JUMP_EQUAL, value, 0, 1) + _op(_RETURN, _ALLOW)
    return body + _REFUSE


def _spans(answers: dict[int, bytes]) -> list[tuple[int, bytes]]:
    """The first number of each run of equal answers; numbers without one are refused."""
    spans: list[tuple[int, bytes]] = []
    for number in range(NEWEST + 1):
        answer = answers.get(number, _REFUSE)
        if not spans or spans[-1][1] != answer:
            spans.append((number, answer))
    return [*spans, (NEWEST + 1, _ABSENT)]


def _search(spans: Sequence[tuple[int, bytes]]) -> bytes:
    """Find the span by halves: the kernel runs the filter for every call there is when it loads it.

    (It remembers those that are allowed whatever their arguments.)
    """
    if len(spans) == 1:
        return spans[0][1]
    half = len(spans) // 2
    low, high = _search(spans[:half]), _search(spans[half:])
    return _op(_JUMP_AT_LEAST, spans[half][0], len(low) // 8, 0) + low + high


def _prologue(architecture: Architecture) -> bytes:
    return (
        _op(_LOAD, 4)
        + _op(_JUMP_EQUAL, architecture.audit, 1, 0)
        + _op(_RETURN, _KILL_PROCESS)
        + _op(_LOAD, 0)
        + _op(_JUMP_AT_LEAST, _X32_BIT, 0, 1)
        + _ABSENT
    )


def bpf(*, threads_only: bool, machine: str | None = None) -> bytes:
    """The filter for ``machine`` (default: this one), for ``bwrap --seccomp``.

    Raises:
        KeyError: the filter is not known for this machine.
    """
    architecture = ARCHITECTURES[machine or platform.machine()]
    calls = architecture.calls
    plain = plain_calls(threads_only=threads_only)
    answers = {calls[name]: _op(_RETURN, _ALLOW) for name in plain if name in calls}
    for name, condition in conditional_calls(threads_only=threads_only).items():
        answers[calls[name]] = _conditional(condition)
    answers |= {calls[name]: _ABSENT for name in NOT_THERE}
    answers |= {calls[name]: _DONE for name in PRETENDED}
    return _prologue(architecture) + _search(_spans(answers))


def _docker_rule(name: str, condition: Condition, value: int) -> dict[str, Any]:
    test = {
        "index": condition.arg,
        "value": condition.mask,
        "valueTwo": value,
        "op": "SCMP_CMP_MASKED_EQ",
    }
    return {"names": [name], "action": "SCMP_ACT_ALLOW", "args": [test]}


def docker_profile() -> dict[str, Any]:
    """The same list as a Docker seccomp profile (to be dumped as JSON)."""
    rules: list[dict[str, Any]] = [
        {"names": list(plain_calls(threads_only=False)), "action": "SCMP_ACT_ALLOW"},
        {"names": list(NOT_THERE), "action": "SCMP_ACT_ERRNO", "errnoRet": _ENOSYS},
        {"names": list(PRETENDED), "action": "SCMP_ACT_ERRNO", "errnoRet": 0},
    ]
    for name, condition in conditional_calls(threads_only=False).items():
        rules += [_docker_rule(name, condition, value) for value in condition.values]
    return {
        "defaultAction": "SCMP_ACT_ERRNO",
        "defaultErrnoRet": _EPERM,
        "architectures": [each.docker for each in ARCHITECTURES.values()],
        "syscalls": rules,
    }
