"""The ``docker`` backend: hardened containers, one image per language."""

import json
import os
import socket
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import docker
from docker.errors import APIError, DockerException
from docker.types import LogConfig, Mount, Ulimit
from docker.utils import parse_host
from requests.exceptions import RequestException

from scuffle.cage import BuildLimits, BuildResult, Launch, Metering, Report
from scuffle.languages import languages
from scuffle.limits import Limits
from scuffle.seat import HostFault
from scuffle.streams import Excerpt, Lines
from scuffle_sandbox import mounts
from scuffle_sandbox.attached import Attached
from scuffle_sandbox.builds import BUILD_SCRIPT, Bulk, run_build
from scuffle_sandbox.docker_cage import DockerCage
from scuffle_sandbox.docker_group import in_sight
from scuffle_sandbox.docker_report import hindrance, report, unreachable
from scuffle_sandbox.groups_v1 import GroupsV1, keep_ice
from scuffle_sandbox.interpreter import sdk_folder
from scuffle_sandbox.lent import lend
from scuffle_sandbox.living import lives
from scuffle_sandbox.places import next_uid
from scuffle_sandbox.seccomp import docker_profile
from scuffle_sandbox.session import CagedSession
from scuffle_sandbox.trial import tried

FAILURES = (DockerException, RequestException, OSError)
OWNER_LABEL, HOST_LABEL, RUN_LABEL = "scuffle.owner", "scuffle.host", "scuffle.run"
_PYTHON = "python3"
_NOTHING = "ro,size=4k,nr_inodes=4"
_HIDDEN = {"/sys": _NOTHING, "/dev/pts": _NOTHING}
"""The host's devices are nobody's business, and it has terminals for some thousands at most;
bubblewrap shows neither.
"""

_TIMEOUT_S = 60
_INODES = 10_000
_OWN_PROCESSES = 1
"""Docker's init, which reaps the bot's orphans, counts as one of the container's."""

_GVISOR = "runsc"
_GVISOR_MB, _GVISOR_PIDS = 64, 256


class Docker:
    """Cages made of containers without network, capabilities or a writable root."""

    name = "docker"

    def __init__(self) -> None:
        self._report: Report | None = None
        self._images: dict[str, str] = {}
        self._clients: dict[int, Any] = {}

    @property
    def _client(self) -> Any:
        """The engine's client; a forked process gets a connection of its own."""
        pid = os.getpid()
        if pid not in self._clients:
            self._clients = {pid: docker.from_env(timeout=_TIMEOUT_S)}
        return self._clients[pid]

    @cached_property
    def _runtime(self) -> str | None:
        return os.environ.get("SCUFFLE_DOCKER_RUNTIME") or None

    @cached_property
    def _metering(self) -> Metering:
        address = str(parse_host(os.environ.get("DOCKER_HOST")))
        return Metering.CGROUP if in_sight(address) else Metering.NONE

    def check(self) -> Report:
        """Ask the engine and look for the images; never raises."""
        if self._report is None or not self._report.usable:
            self._report = self._look()
        return self._report

    def try_out(self, slot: int = 0) -> Report:
        """Like ``check``, after hostile programs were tried in cages of ``slot``."""
        return tried(self, slot)

    def mark(self, language: str) -> str:
        """The image, which names its content."""
        return self._images.get(language, "")

    def _look(self) -> Report:
        try:
            self._client.ping()
            self._images = self._find_images()
            self.sweep()
            _prepare_freezing()
            info = self._client.info()
            useless = hindrance(info, self._runtime)
            return useless or report(info, tuple(self._images), self._metering)
        except FAILURES as error:
            self.close()
            return unreachable(error)

    def close(self) -> None:
        """Let go of the engine; it is called again when something is asked."""
        if client := self._clients.pop(os.getpid(), None):
            client.close()

    def _find_images(self) -> dict[str, str]:
        """The image of each language by its content, so that all seats of a match get the same."""
        found = {}
        for language in languages().values():
            for image in self._client.images.list(name=language.image):
                found[language.id] = image.id
        return found

    def sweep(self) -> None:
        """Remove the containers of workers of this host that are gone."""
        for container in self._orphans():
            try:
                container.remove(force=True, v=True)
            except APIError:
                continue

    def _orphans(self) -> list[Any]:
        labels = [OWNER_LABEL, f"{HOST_LABEL}={socket.gethostname()}"]
        found = self._client.containers.list(
            all=True, filters={"label": labels}, ignore_removed=True
        )
        return [each for each in found if not lives(int(each.labels[OWNER_LABEL]))]

    def leftovers(self) -> list[str]:
        """The containers of workers of this host that are gone; none where no engine answers."""
        try:
            return [f"container {each.name} of a worker that is gone" for each in self._orphans()]
        except FAILURES:
            return []
        finally:
            self.close()

    def prepare(self, launch: Launch, limits: Limits, slot: int) -> CagedSession:
        """Create a container that stands ready to be started.

        Raises:
            HostFault: it could not be created.
        """
        lines, excerpt = Lines(limits.answer_kb << 10), Excerpt(limits.log_kb << 10)
        binds = [_bind(lend(launch.root), mounts.BOT), *_sdk()]
        uid = next_uid(slot)
        host = self._host_config(limits, binds, {mounts.TMP: mounts.TMP_BYTES}, uid)
        argv = _command(launch)
        cage, channel = self._make(launch, argv, host, uid, Attached(lines, excerpt))
        return CagedSession(cage, channel, lines, excerpt)

    def build(self, launch: Launch, limits: BuildLimits, slot: int) -> BuildResult:
        """Run a build in a container of its own.

        Raises:
            HostFault: it could not be created.
        """
        held = Limits(memory_mb=limits.memory_mb, processes=limits.processes)
        bulk, excerpt = Bulk(limits.result_mb << 20), Excerpt(held.log_kb << 10)
        work = dict.fromkeys((mounts.BOT, mounts.TMP), mounts.BUILD_BYTES)
        uid = next_uid(slot)
        host = self._host_config(held, [_bind(lend(launch.root), "/source")], work, uid)
        argv = ["/bin/sh", "-c", BUILD_SCRIPT, "sh", *_command(launch)]
        cage, channel = self._make(launch, argv, host, uid, Attached(bulk, excerpt))
        return run_build(cage, channel, bulk, excerpt, limits)

    def _make(
        self, launch: Launch, argv: list[str], host: Any, uid: int, channel: Attached
    ) -> tuple[DockerCage, Attached]:
        image = self._images.get(launch.language)
        if image is None:
            raise HostFault(f"there is no image for {launch.language} on this host")
        try:
            made = self._create(image, launch, argv, host, uid)
            cage = DockerCage(self._client, made, channel, self._metering)
        except FAILURES as error:
            raise HostFault(f"a container could not be created: {error}") from error
        return cage, channel

    def _create(self, image: str, launch: Launch, argv: list[str], host: Any, uid: int) -> str:
        python = launch.language == "python"
        made = self._client.api.create_container(
            image,
            argv,
            entrypoint=[],
            hostname="cage",
            user=f"{uid}:{uid}",
            working_dir=mounts.BOT,
            environment=mounts.environment(launch, python=python, writable=True),
            stdin_open=True,
            network_disabled=True,
            use_config_proxy=False,
            labels=_labels(),
            host_config=host,
        )
        return str(made["Id"])

    def _host_config(
        self, limits: Limits, binds: list[Mount], writable: dict[str, int], uid: int
    ) -> Any:
        guest = self._runtime == _GVISOR
        memory = (limits.memory_mb + (_GVISOR_MB if guest else 0)) << 20
        processes = limits.processes + _OWN_PROCESSES
        return self._client.api.create_host_config(
            network_mode="none",
            read_only=True,
            cap_drop=["ALL"],
            security_opt=["no-new-privileges", _seccomp()],
            cgroupns="private",
            ipc_mode="private",
            init=True,
            pids_limit=max(processes, _GVISOR_PIDS) if guest else processes,
            mem_limit=memory,
            memswap_limit=memory,
            cpu_period=100_000,
            cpu_quota=100_000,
            shm_size=16 << 20,
            ulimits=[_ulimit("core", 0), _ulimit("nofile", mounts.OPEN_FILES)],
            tmpfs=_HIDDEN | {path: _tmpfs(size, uid) for path, size in writable.items()},
            mounts=binds,
            log_config=LogConfig(type=LogConfig.types.NONE),
            runtime=self._runtime,
        )


@cache
def _seccomp() -> str:
    return f"seccomp={json.dumps(docker_profile())}"


def _prepare_freezing() -> None:
    """Make freezing cheap, as far as this user may."""
    freezers = GroupsV1().parents["freezer"]
    if freezers.parent.is_dir():
        with suppress(OSError):
            keep_ice(freezers)


def _command(launch: Launch) -> list[str]:
    words: list[str] = []
    for word in launch.argv:
        if word == "{python}":
            words += [_PYTHON, *mounts.PYTHON_FLAGS]
        else:
            words.append(word.replace("{bot}", mounts.BOT).replace("{sdk}", mounts.SDK))
    return words


def _bind(source: Path, inside: str) -> Mount:
    return Mount(inside, str(source.resolve()), type="bind", read_only=True)


def _sdk() -> list[Mount]:
    return [_bind(sdk_folder(), f"{mounts.SDK}/scuffle")]


def _ulimit(name: str, most: int) -> Ulimit:
    return Ulimit(name=name, soft=most, hard=most)


def _tmpfs(size: int, uid: int) -> str:
    owner = f"uid={uid},gid={uid},mode=700"
    return f"size={size},nr_inodes={_INODES},exec,nosuid,nodev,{owner}"


def _labels() -> dict[str, str]:
    return {
        RUN_LABEL: os.environ.get("SCUFFLE_RUN", "none"),
        OWNER_LABEL: str(os.getpid()),
        HOST_LABEL: socket.gethostname(),
    }
