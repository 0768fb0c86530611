"""What of this host keeps cages from working or holding, and the one command that mends it."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from scuffle_sandbox.bwrap_program import find_bwrap

_APPARMOR = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
_DEBIAN = Path("/proc/sys/kernel/unprivileged_userns_clone")
_MOST = Path("/proc/sys/user/max_user_namespaces")
_CORES = Path("/proc/sys/kernel/core_pattern")
_CONTAINER = (Path("/.dockerenv"), Path("/run/.containerenv"))


class Hindrance(NamedTuple):
    """What stands in the way, and the command that mends it; both empty if nothing known does."""

    sentence: str
    command: str


@dataclass(frozen=True, slots=True)
class Host:
    """What of a host decides whether bubblewrap works.

    Attributes:
        bwrap: the program, if there is one.
        apparmor: ``kernel.apparmor_restrict_unprivileged_userns``; empty where it is not known.
        debian: ``kernel.unprivileged_userns_clone``, likewise.
        most: ``user.max_user_namespaces``, likewise.
        container: whether this is a container.
    """

    bwrap: Path | None
    apparmor: str = ""
    debian: str = ""
    most: str = ""
    container: bool = False


def this_host() -> Host:
    """Look at this host."""
    return Host(
        find_bwrap(),
        _setting(_APPARMOR),
        _setting(_DEBIAN),
        _setting(_MOST),
        any(path.exists() for path in _CONTAINER),
    )


def _setting(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def hindrance(host: Host) -> Hindrance:
    """What keeps bubblewrap from working on ``host``, as far as we can tell."""
    if host.bwrap is None:
        return Hindrance("bubblewrap is not installed.", "sudo apt-get install bubblewrap")
    if host.apparmor == "1":
        return Hindrance(
            "This kernel gives user namespaces only to programs whose AppArmor profile grants "
            f"them (Ubuntu 23.10 and newer do so), and {host.bwrap} has no such profile.",
            _apparmor_command(host.bwrap),
        )
    if host.debian == "0":
        return Hindrance(
            "This kernel gives user namespaces to root alone.",
            "sudo sysctl -w kernel.unprivileged_userns_clone=1",
        )
    if host.most == "0":
        return Hindrance(
            "This kernel gives no user namespaces.", "sudo sysctl -w user.max_user_namespaces=10000"
        )
    if host.container:
        return Hindrance(
            "In a container bubblewrap needs a seccomp profile that lets it make namespaces and "
            "mounts.",
            "docker run --security-opt seccomp=deploy/seccomp/bubblewrap.json "
            "--security-opt apparmor=unconfined …",
        )
    return Hindrance("", "")


def crash_watcher(core_pattern: str = "") -> Hindrance:
    """Whether this host starts a program of its own for each one that crashes, as Ubuntu does.

    The kernel asks no limit of the crashed one then: neither ``ulimit -c`` nor a cage is heeded.

    Args:
        core_pattern: ``kernel.core_pattern``; this host's if empty.
    """
    pattern = core_pattern or _setting(_CORES)
    if not pattern.startswith("|"):
        return Hindrance("", "")
    program = pattern[1:].split()[0]
    return Hindrance(
        f"For each bot that crashes this host starts {program} as root, outside every cage.",
        "sudo sh -c 'echo kernel.core_pattern=core >/etc/sysctl.d/99-scuffle.conf && "
        "sysctl -p /etc/sysctl.d/99-scuffle.conf'",
    )


def _apparmor_command(bwrap: Path) -> str:
    """A profile that leaves the program alone but for granting it user namespaces."""
    profile = (
        "abi <abi/4.0>,\\ninclude <tunables/global>\\n"
        f"profile scuffle-bwrap {bwrap} flags=(unconfined) {{\\n  userns,\\n}}\\n"
    )
    file = "/etc/apparmor.d/scuffle-bwrap"
    return f"""sudo sh -c 'printf "{profile}" >{file} && apparmor_parser -r {file}'"""
