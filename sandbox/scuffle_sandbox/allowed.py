"""The system calls that a caged program may make: one list for every backend.

Everything else answers EPERM; what newer C libraries only try (``clone3``, io_uring) answers
ENOSYS so that they fall back. Left out on purpose: ``flock`` and inotify (on shared read-only
files both are channels between two bots), ptrace and its kin, keys, bpf, perf, userfaultfd,
System V IPC, namespaces, mounts, affinity and scheduling classes. Of calls that programs need,
single uses are left out: huge pages, which no group counts; merged pages, dropped pages and reads
that do not wait, by which the pages of shared files tell who read them; filters on sockets.
"""

from dataclasses import dataclass

WORD = 0xFFFF_FFFF
CLONE_THREAD = 0x0001_0000
CLONE_NAMESPACES = 0x7E02_0080  # CLONE_NEWTIME, NS, CGROUP, UTS, IPC, USER, PID, NET


@dataclass(frozen=True, slots=True)
class Condition:
    """Allow a call only if the low word of argument ``arg``, masked, is one of ``values``."""

    arg: int
    values: tuple[int, ...]
    mask: int = WORD


_MEMORY = """brk membarrier mincore mlock mprotect mremap munlock munmap"""
_FILES = """
access chdir chmod close close_range copy_file_range dup dup2 dup3 faccessat faccessat2
fallocate fchdir fchmod fchmodat fgetxattr flistxattr fstat fstatfs ftruncate
futimesat getcwd getdents getdents64 getxattr lgetxattr link linkat listxattr llistxattr lseek
lstat mkdir mkdirat newfstatat open openat openat2 pipe pipe2 pread64 preadv pwrite64
pwritev pwritev2 read readlink readlinkat readv rename renameat renameat2 rmdir sendfile stat
statfs statx symlink symlinkat truncate umask unlink unlinkat utime utimensat utimes write writev
"""
_WAITING = """
epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 poll
ppoll pselect6 select signalfd signalfd4 timerfd_create timerfd_gettime timerfd_settime
"""
_PROCESS = """
arch_prctl capget execve exit exit_group futex futex_waitv get_robust_list getcpu getegid geteuid
getgid getgroups getpgid getpgrp getpid getppid getpriority getresgid getresuid getrlimit
getrusage getsid gettid getuid kill prlimit64 rseq sched_get_priority_max sched_get_priority_min
sched_getaffinity sched_getparam sched_getscheduler sched_yield set_robust_list set_tid_address
setpgid setrlimit setsid sysinfo tgkill times tkill uname wait4 waitid
"""
_SIGNALS = """
alarm getitimer pause restart_syscall rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn
rt_sigsuspend rt_sigtimedwait setitimer sigaltstack
"""
_TIME = """
clock_getres clock_gettime clock_nanosleep getrandom gettimeofday nanosleep time
timer_delete timer_getoverrun timer_gettime timer_settime
"""
_SOCKETS = """
accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg
sendmmsg sendmsg sendto shutdown
"""
_HELD_BY_GROUPS = ("fork", "vfork", "timer_create")
"""What a control group holds, and limits of one process and ``SIGSTOP`` do not: a timer's signal
may be ``SIGCONT``, which wakes a stopped process."""

PLAIN: tuple[str, ...] = tuple(
    sorted(" ".join((_MEMORY, _FILES, _WAITING, _PROCESS, _SIGNALS, _TIME, _SOCKETS)).split())
)
"""Allowed whatever the arguments."""

NOT_THERE: tuple[str, ...] = ("clone3", "io_uring_setup", "io_uring_enter", "io_uring_register")
"""Answered with ENOSYS."""

PRETENDED: tuple[str, ...] = ("fdatasync", "fsync", "msync")
"""Answered as done, and not done: all that may be written is memory, and on a system file each
makes the host flush its disk (measured: a thousand a second at 3 % of a core)."""

_ANY_CLONE = Condition(0, (0,), CLONE_NAMESPACES)
_NO_HUGE_FILE = Condition(1, (0,), 0x4)  # MFD_HUGETLB
_THREAD_CLONE = Condition(0, (CLONE_THREAD,), CLONE_NAMESPACES | CLONE_THREAD)
_UNIX_ONLY = Condition(0, (1,))
_BY_ARGUMENT = {
    # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, F_GETPIPE_SZ: no locks, no
    # leases, no signals on other files' changes, no larger pipes.
    "fcntl": Condition(1, (0, 1, 2, 3, 4, 1030, 1032)),
    # TCGETS, TIOCGPGRP, TIOCSPGRP (Docker's init asks), TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX,
    # FIOCLEX: never TIOCSTI.
    "ioctl": Condition(1, (0x5401, 0x540F, 0x5410, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),
    # PR_SET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_CAPBSET_READ,
    # PR_SET_NO_NEW_PRIVS, PR_SET_VMA.
    "prctl": Condition(0, (1, 3, 15, 16, 23, 38, 0x53564D41)),
    # All but POSIX_FADV_DONTNEED, MADV_MERGEABLE and its undoing, MADV_HWPOISON and its like,
    # RWF_NOWAIT, MAP_HUGETLB.
    "fadvise64": Condition(3, (0, 1, 2, 3, 5)),
    "madvise": Condition(2, (*range(5), *range(8, 12), *range(14, 26), 102, 103)),
    "preadv2": Condition(5, (0,), 0x8),
    "mmap": Condition(3, (0,), 0x4_0000),
    # SO_REUSEADDR, SO_SNDBUF, SO_RCVBUF, SO_KEEPALIVE, SO_REUSEPORT, SO_PASSCRED, SO_RCVTIMEO,
    # SO_SNDTIMEO: never SO_ATTACH_FILTER.
    "setsockopt": Condition(2, (2, 7, 8, 9, 15, 16, 20, 21)),
    "socket": _UNIX_ONLY,
    "socketpair": _UNIX_ONLY,
}


def plain_calls(*, threads_only: bool) -> tuple[str, ...]:
    """The calls allowed whatever their arguments; no new process where ``threads_only``.

    Without a cgroup nothing holds the memory of a second process or of an anonymous file, nor a
    process that is stopped and sends itself a signal to go on: none may be made there.
    """
    return PLAIN if threads_only else tuple(sorted((*PLAIN, *_HELD_BY_GROUPS)))


def conditional_calls(*, threads_only: bool) -> dict[str, Condition]:
    """The calls allowed by an argument."""
    if threads_only:
        return {"clone": _THREAD_CLONE, **_BY_ARGUMENT}
    return {"clone": _ANY_CLONE, "memfd_create": _NO_HUGE_FILE, **_BY_ARGUMENT}
