"""One container: started, timed and frozen through its control group, removed at the end."""

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

from docker.errors import DockerException
from requests.exceptions import RequestException

from scuffle.cage import Exit, Metering
from scuffle.seat import HostFault
from scuffle_sandbox.attached import Attached
from scuffle_sandbox.docker_group import ContainerGroup, clear
from scuffle_sandbox.docker_warden import watch

_FAILURES = (DockerException, RequestException, OSError)
_LAST_WORDS_S = 0.2
_FIRST_SIGNAL_CODE = 128


class DockerCage:
    """A created container, attached before it starts.

    Args:
        client: the engine.
        container: its id.
        channel: what its streams go through.
        metering: what counts its CPU time, as far as this engine's containers can be seen.

    Raises:
        DockerException, RequestException, OSError: the engine did not let us attach.
    """

    def __init__(self, client: Any, container: str, channel: Attached, metering: Metering) -> None:
        self.metering = metering
        self._api = client.api
        self._id = container
        self._channel = channel
        self._started = False
        self._pid = 0
        self._exit_fd = -1
        self._group: ContainerGroup | None = None
        self._fault = ""
        watch(self._api)
        try:
            channel.connect(self._attach())
        except _FAILURES:
            self._remove()
            raise

    def _attach(self) -> Any:
        streams = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}
        return self._api.attach_socket(self._id, params=streams)

    def start(self) -> None:
        """Start the container.

        Raises:
            HostFault: the engine could not. The bot's command is started by Docker's init, so one
                that is not there is an exit with code 127 and never the engine's complaint.
        """
        try:
            self._api.start(self._id)
            self._started = True
            pid = int(self._api.inspect_container(self._id)["State"]["Pid"])
        except _FAILURES as error:
            raise HostFault(f"a container could not be started: {error}") from error
        if pid:
            self._follow(pid)

    def _follow(self, pid: int) -> None:
        """Know the process, if it is the container's: the engine may count in other numbers."""
        try:
            self._group = ContainerGroup(pid, self._id)
            self._exit_fd = os.pidfd_open(pid)
            self._pid = pid
        except OSError:
            return  # it has ended already, or the engine runs where we cannot see it

    def fault(self) -> str:
        """The engine says at once what is our fault; there is nothing left to tell."""
        return self._fault

    def cpu_ns(self) -> int:
        """CPU time used so far."""
        return self._group.cpu_ns() if self._group else 0

    def rests(self) -> bool:
        """Whether everything in it sleeps, as far as we see it."""
        return self._group is not None and self._group.rests()

    def freeze(self) -> None:
        """Give it no CPU, where we may."""
        if self._group:
            self._group.freeze()

    def thaw(self) -> None:
        """Undo ``freeze``."""
        if self._group:
            self._group.thaw()

    def exit_fd(self) -> int:
        """The pidfd of the container's first process."""
        return self._exit_fd

    def ended(self) -> bool:
        """Whether the container has ended."""
        return self._channel.silent() or (self._pid > 0 and not Path(f"/proc/{self._pid}").exists())

    def end(self) -> Exit:
        """Kill the container, read its last words, remove it."""
        cpu_ns = self.cpu_ns()
        peak = self._group.peak_memory_kb() if self._group else None
        if not self.ended():
            self._kill()
        self._channel.finish(_LAST_WORDS_S)
        state = self._state()
        self._remove()
        if self._group:
            self._group.close()
        if self._exit_fd >= 0:
            os.close(self._exit_fd)
            self._exit_fd = -1
        code, name = _read_code(state)
        return Exit(code, name, False, bool(state.get("OOMKilled")), cpu_ns, peak)

    def _kill(self) -> None:
        """Thaw first: what version 1 froze does not die."""
        if self._group:
            self._group.thaw()
        try:
            if self._pid:  # 0 would be our own process group
                os.kill(self._pid, signal.SIGKILL)
                return
        except OSError:
            pass
        if self._started:
            with suppress(*_FAILURES):
                self._api.kill(self._id)

    def _state(self) -> dict[str, Any]:
        try:
            state: dict[str, Any] = self._api.inspect_container(self._id)["State"]
        except _FAILURES:
            return {}
        return state

    def _remove(self) -> None:
        with suppress(*_FAILURES):
            self._api.remove_container(self._id, force=True, v=True)
            clear(self._id)


def _read_code(state: dict[str, Any]) -> tuple[int | None, str | None]:
    code = state.get("ExitCode")
    if not isinstance(code, int):
        return None, None
    if code > _FIRST_SIGNAL_CODE:
        try:
            return None, signal.Signals(code - _FIRST_SIGNAL_CODE).name
        except ValueError:
            return code, None
    return code, None
