"""What the Docker engine can hold, and the one command that mends what it cannot."""

import os
from collections.abc import Mapping
from typing import Any

from scuffle.cage import Layer, Metering, Report
from scuffle.languages import languages
from scuffle_sandbox import crowd
from scuffle_sandbox.seccomp import ARCHITECTURES

SOCKET = "/var/run/docker.sock"
_INSTALL = "sudo apt-get install docker.io"

_UNSEEN = (
    "This worker cannot see the containers' control groups, so CPU time is not measured: "
    "wall-clock limits are doubled and matches are unranked. "
    "Run the worker on the engine's own host."
)


def report(
    info: Mapping[str, Any], found: tuple[str, ...], metering: Metering = Metering.CGROUP
) -> Report:
    """The report of an engine that answers; ``found`` are the languages with an image."""
    missing = tuple(each for each in languages() if each not in found)
    version = info.get("ServerVersion", "?")
    notes = [f"Docker {version} answers, control groups version {info.get('CgroupVersion', '1')}."]
    if missing:
        notes.append(f"There is no image for {', '.join(missing)}.")
    seen = metering is Metering.CGROUP
    if not seen:
        notes.append(_UNSEEN)
    return Report(
        backend="docker",
        usable=bool(found),
        layers=_layers(seen=seen),
        languages=found,
        notes=(*notes, *crowd.notes()),
        remedy=f"deploy/images/build {' '.join(missing)}" if missing else "",
    )


def hindrance(info: Mapping[str, Any], runtime: str | None) -> Report | None:
    """The report of an engine that cannot hold a cage, whatever images it has, or ``None``.

    Args:
        info: what the engine says of itself.
        runtime: the OCI runtime asked for; ``None`` is the engine's own.
    """
    machine = info.get("Architecture", "")
    security = " ".join(info.get("SecurityOptions") or ())
    if machine not in ARCHITECTURES:
        return _unusable(f"the call filter does not know the engine's machine, {machine!r}")
    if "name=seccomp" not in security:
        return _unusable("the engine was made without seccomp, which filters calls", _INSTALL)
    if runtime and runtime not in info.get("Runtimes", {}):
        known = ", ".join(sorted(info.get("Runtimes", {})))
        reason = f"SCUFFLE_DOCKER_RUNTIME asks for {runtime!r}, and the engine knows {known}"
        return _unusable(reason, f"sudo {runtime} install && sudo systemctl restart docker")
    lacking = [name for name in ("MemoryLimit", "PidsLimit") if info.get(name) is False]
    if lacking:
        return _unusable(f"the kernel gives the engine no {' and no '.join(lacking)}")
    return None


def _unusable(reason: str, remedy: str = "") -> Report:
    return Report("docker", False, {}, (), (f"Docker cannot be used: {reason}.",), remedy)


def _layers(*, seen: bool) -> dict[str, Layer]:
    """Freezing needs the right to write the container's group: root."""
    return {
        "memory": Layer.CGROUP,
        "processes": Layer.CGROUP,
        "cpu": Layer.CGROUP if seen else Layer.NONE,
        "freeze": Layer.CGROUP if seen and os.geteuid() == 0 else Layer.NONE,
        "disk": Layer.CGROUP,
        "network": Layer.NAMESPACE,
        "files": Layer.NAMESPACE,
        "syscalls": Layer.FILTER,
    }


def unreachable(error: Exception) -> Report:
    """The report when no engine answers."""
    if os.path.exists(SOCKET) and not os.access(SOCKET, os.R_OK | os.W_OK):
        remedy = "sudo usermod -aG docker $USER   # then log in again"
    elif os.path.exists("/usr/bin/dockerd") or os.path.exists("/usr/sbin/dockerd"):
        remedy = "sudo systemctl start docker"
    else:
        remedy = _INSTALL
    words = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
    return Report("docker", False, {}, (), (f"no Docker engine answers: {words}",), remedy)
