#!/usr/bin/env python3
"""Bring to this host what the tests need: programs from Debian, and a running Docker engine.

``start`` installs what is missing (as root on Debian; otherwise it says what will be skipped and
the one command that brings it) and starts an engine if none answers. ``stop`` ends the engine
that ``start`` started, and no other. ``images`` builds the images of bots, which tests that need
them wait for. Standard library only: it runs before anything is installed.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ENGINE_PID = Path("/run/scuffle-test-dockerd.pid")
ENGINE_LOG = Path("/var/log/scuffle-test-dockerd.log")
ENGINE_LIMIT_S = 60
IMAGES_LOCK = Path(tempfile.gettempdir()) / "scuffle-bot-images.made"
"""The lock of ``bot_images`` in ``conftest.py``."""


def _on_path(program: str) -> Callable[[], bool]:
    return lambda: shutil.which(program) is not None


def _postgres_is_here() -> bool:
    return any(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or _on_path("initdb")()


@dataclass(frozen=True)
class Component:
    """Something that a group of tests needs.

    Attributes:
        name: as people call it.
        here: whether this host has it.
        packages: Debian's packages that bring it.
    """

    name: str
    here: Callable[[], bool]
    packages: tuple[str, ...]


COMPONENTS = (
    Component("Docker", _on_path("dockerd"), ("docker.io", "iptables")),
    Component("mmdebstrap", _on_path("mmdebstrap"), ("mmdebstrap",)),
    Component("PostgreSQL", _postgres_is_here, ("postgresql",)),
    Component("Chromium", _on_path("chromium"), ("chromium", "fonts-dejavu-core")),
    Component("bubblewrap", _on_path("bwrap"), ("bubblewrap",)),
    Component("Node", _on_path("node"), ("nodejs",)),
    Component("a C compiler", _on_path("g++"), ("gcc", "g++", "libc6-dev")),
    # By their whole path: cages see nothing of what a user installed beside Debian's.
    Component("TypeScript", _on_path("/usr/bin/tsc"), ("node-typescript",)),
    Component("Java", _on_path("/usr/bin/javac"), ("openjdk-17-jdk-headless",)),
    Component("Rust", _on_path("/usr/bin/rustc"), ("rustc",)),
    Component("Go", _on_path("/usr/bin/go"), ("golang-go",)),
    Component("Debian's Python", _on_path("/usr/bin/python3"), ("python3",)),
    Component("zsh", _on_path("zsh"), ("zsh",)),
    Component("fish", _on_path("fish"), ("fish",)),
    Component("systemd-analyze", _on_path("systemd-analyze"), ("systemd",)),
)


def _say(text: str) -> None:
    print(f"tests: {text}", flush=True)


def _install(missing: list[Component]) -> None:
    packages = [package for component in missing for package in component.packages]
    command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    names = ", ".join(component.name for component in missing)
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        _say(f"missing: {names}; their tests are skipped. To have them: sudo {' '.join(command)}")
        return
    _say(f"installing {names}")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["apt-get", "update"], command):
        done = subprocess.run(step, env=quiet, capture_output=True, text=True, check=False)
        if done.returncode:
            _say(f"`{' '.join(step)}` failed:\n{done.stdout[-1000:]}{done.stderr[-2000:]}")


def _engine_answers() -> bool:
    probe = ["docker", "version", "--format", "{{.Server.Version}}"]
    try:
        done = subprocess.run(probe, capture_output=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _start_engine() -> None:
    """Start Debian's engine without networks: the bots' containers have none anyway.

    A host inside a container often refuses the engine's packet filter rules and bridge; images
    are built with the host's own network. Where layered file systems are refused too, plain
    copies do.
    """
    for storage in ((), ("--storage-driver=vfs",)):
        if _engine_comes_up(("dockerd", "--iptables=false", "--bridge=none", *storage)):
            _say("started a Docker engine")
            return
    _say(f"the Docker engine does not start; its log is {ENGINE_LOG}:")
    _say(ENGINE_LOG.read_text(errors="replace")[-2000:])


def _engine_comes_up(command: tuple[str, ...]) -> bool:
    with ENGINE_LOG.open("ab") as log:
        engine = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
    ENGINE_PID.write_text(str(engine.pid))
    give_up = time.monotonic() + ENGINE_LIMIT_S
    while time.monotonic() < give_up and engine.poll() is None:
        if _engine_answers():
            return True
        time.sleep(0.2)
    engine.terminate()
    return False


def start() -> None:
    """Install what is missing and start an engine if there is none."""
    missing = [component for component in COMPONENTS if not component.here()]
    if missing:
        _install(missing)
    if shutil.which("dockerd") and not _engine_answers():
        if os.geteuid() == 0:
            _start_engine()
        else:
            _say("no Docker engine answers you; to have one: sudo systemctl start docker")


def images() -> None:
    """Become the script that builds the images of bots, if there is an engine to build them."""
    if _engine_answers():
        script = Path(__file__).resolve().parents[1] / "deploy" / "images" / "build"
        os.execlp("flock", "flock", "--no-fork", IMAGES_LOCK, script)


def _is_ours(pid: int) -> bool:
    try:
        return b"dockerd" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def stop() -> None:
    """End the engine that ``start`` started."""
    if not ENGINE_PID.exists():
        return
    pid = int(ENGINE_PID.read_text())
    ENGINE_PID.unlink()
    if _is_ours(pid):
        os.kill(pid, signal.SIGTERM)
        give_up = time.monotonic() + 20
        while _is_ours(pid) and time.monotonic() < give_up:
            time.sleep(0.1)


if __name__ == "__main__":
    {"start": start, "stop": stop, "images": images}[
        sys.argv[1] if len(sys.argv) > 1 else "start"
    ]()
