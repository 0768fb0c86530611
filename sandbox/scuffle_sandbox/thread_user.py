"""Lets one thread of this process act as another user.

The kernel keeps users by thread; only the C library makes all threads follow. A process started by
such a thread is that user's from its first moment. So it can be started by ``vfork``: to change the
user after a fork, Python must copy the page tables of this whole process, which takes 4-6 ms.
"""

import ctypes
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager

_CALLS = {
    "x86_64": {"setgroups": 116, "setresuid": 117, "setresgid": 119},
    "aarch64": {"setresuid": 147, "setresgid": 149, "setgroups": 159},
}
_PR_CAP_AMBIENT, _CLEAR_ALL = 47, 4

_libc = ctypes.CDLL(None, use_errno=True)


def _call(name: str, *args: ctypes.c_uint | ctypes.c_size_t | ctypes.Array[ctypes.c_uint]) -> None:
    number = ctypes.c_long(_CALLS[platform.machine()][name])
    if _libc.syscall(number, *args) != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")


def _set_groups(groups: list[int]) -> None:
    _call("setgroups", ctypes.c_size_t(len(groups)), (ctypes.c_uint * len(groups))(*groups))


def _set_ids(name: str, ids: tuple[int, int, int]) -> None:
    _call(name, *(ctypes.c_uint(each) for each in ids))


@contextmanager
def acting_as(uid: int | None) -> Iterator[None]:
    """The calling thread is user and group ``uid`` meanwhile, without other groups or rights.

    It keeps the way back; a program that it starts does not: ``exec`` forgets the saved user.
    ``None`` changes nothing.

    Raises:
        OSError: it may not be.
    """
    if uid is None:
        yield
        return
    users, groups, others = os.getresuid(), os.getresgid(), os.getgroups()
    _libc.prctl(_PR_CAP_AMBIENT, _CLEAR_ALL, 0, 0, 0)
    try:
        _set_groups([])
        _set_ids("setresgid", (uid, uid, groups[2]))
        _set_ids("setresuid", (uid, uid, users[2]))
        yield
    finally:
        _set_ids("setresuid", users)
        _set_ids("setresgid", groups)
        _set_groups(others)
