"""What the Docker engine can hold, and the one command that mends what it cannot."""

import os
from collections.abc import Mapping
from typing import Any

from scuffle.cage import Layer, Metering, Report
from scuffle.languages import languages

SOCKET = "/var/run/docker.sock"


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
        notes=tuple(notes),
        remedy=f"deploy/images/build {' '.join(missing)}" if missing else "",
    )


def _layers(*, seen: bool) -> dict[str, Layer]:
    """Freezing needs the right to write the container's group: root."""
    return {
        "memory": Layer.CGROUP,
        "processes": Layer.CGROUP,
        "cpu": Layer.CGROUP if seen else Layer.NONE,
        "freeze": Layer.CGROUP if seen and os.geteuid() == 0 else Layer.NONE,
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
        remedy = "sudo apt-get install docker.io"
    words = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
    return Report("docker", False, {}, (), (f"no Docker engine answers: {words}",), remedy)
