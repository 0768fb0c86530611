"""The ``bubblewrap`` backend: namespaces, the call filter, a control group where there is one."""

import platform
import re
import shutil
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path

from scuffle.cage import BuildLimits, BuildResult, Launch, Report
from scuffle.languages import languages
from scuffle.limits import Limits
from scuffle.seat import HostFault
from scuffle.streams import Excerpt, Lines
from scuffle.tool_mark import tool_mark
from scuffle_sandbox import mounts
from scuffle_sandbox.bubblewrap_cage import BubblewrapCage, Recipe
from scuffle_sandbox.bubblewrap_report import look
from scuffle_sandbox.builds import BUILD_SCRIPT, Bulk, run_build
from scuffle_sandbox.bwrap_program import find_bwrap
from scuffle_sandbox.cgroups import find_groups
from scuffle_sandbox.channel import Pipes
from scuffle_sandbox.groups import GroupMaker, all_orphans
from scuffle_sandbox.interpreter import Interpreter, Unusable, bot_python, numpy_folders
from scuffle_sandbox.places import own_or_next_uid
from scuffle_sandbox.seccomp import bpf
from scuffle_sandbox.session import CagedSession
from scuffle_sandbox.strays import strays, sweep_strays
from scuffle_sandbox.trial import tried

_OWN_PROCESSES = 1
"""Bubblewrap's inner process counts as one of the cage's user."""

_COUNTS_BY_NAMESPACE = (5, 14)
_GUARD_S = 600
"""CPU seconds after which the kernel ends a cage that everybody forgot."""


@cache
def _filter(*, threads_only: bool) -> bytes:
    return bpf(threads_only=threads_only)


class Bubblewrap:
    """Cages made of bubblewrap, the filter, and a control group where this host has one."""

    name = "bubblewrap"

    def __init__(self, find: Callable[[], GroupMaker | None] = find_groups) -> None:
        """Make cages with the control groups that ``find`` finds."""
        self._find = find
        self._report: Report | None = None

    @cached_property
    def _groups(self) -> GroupMaker | None:
        groups = self._find()
        if groups:
            groups.sweep()
        return groups

    def sweep(self) -> None:
        """End the cages of runners that are gone, and remove their control groups."""
        sweep_strays()
        if self._groups:
            self._groups.sweep()

    def leftovers(self) -> list[str]:
        """The processes and control groups of runners that are gone, one sentence each."""
        left = [f"process {pid} of a cage whose worker is gone" for pid in strays()]
        return left + [f"control group {group} of a worker that is gone" for group in all_orphans()]

    def check(self) -> Report:
        """Start a cage once and say what holds; never raises."""
        if self._report is None or not self._report.usable:
            self._report = look(self, grouped=self._groups is not None)
        return self._report

    def try_out(self, slot: int = 0) -> Report:
        """Like ``check``, after hostile programs were tried in cages of ``slot``."""
        return tried(self, slot)

    def mark(self, language: str) -> str:
        """Where the tools lie, their sizes and times; for Python, interpreter and numpy."""
        if language == "python":
            return tool_mark([bot_python().program, *numpy_folders()])
        tools = [command[0] for command in languages()[language].toolchain]
        found = [shutil.which(tool, path=mounts.TOOLS_PATH) for tool in tools]
        return tool_mark(filter(None, found))

    def prepare(self, launch: Launch, limits: Limits, slot: int) -> CagedSession:
        """Make a cage that stands ready to run ``launch``.

        Raises:
            HostFault: it could not be made.
        """
        recipe = self._match_recipe(launch, limits, slot)
        cage = BubblewrapCage(recipe, self._groups.make(limits) if self._groups else None)
        lines = Lines(limits.answer_kb << 10)
        excerpt = Excerpt(limits.log_kb << 10)
        return CagedSession(cage, Pipes(cage.fds(), lines, excerpt), lines, excerpt)

    def _match_recipe(self, launch: Launch, limits: Limits, slot: int) -> Recipe:
        grouped = self._groups is not None
        python = _python_of(launch)
        env = mounts.environment(launch, python=bool(python), writable=grouped)
        return Recipe(
            bwrap=_bwrap(),
            options=mounts.match_options(launch, python, writable=grouped),
            argv=mounts.command(launch.argv, python),
            env=mounts.libraries_of(python) | env,
            limits=_ulimits(limits, grouped=grouped),
            seccomp=_filter(threads_only=not grouped),
            uid=own_or_next_uid(slot),
        )

    def build(self, launch: Launch, limits: BuildLimits, slot: int) -> BuildResult:
        """Run a build in a cage of its own.

        Raises:
            HostFault: the cage could not be made, or there is no control group to hold it.
        """
        if not self._groups:
            raise HostFault("nothing is built here: bubblewrap has no control group on this host")
        held = Limits(memory_mb=limits.memory_mb, processes=limits.processes)
        recipe = Recipe(
            bwrap=_bwrap(),
            options=mounts.build_options(launch),
            argv=["/bin/sh", "-c", BUILD_SCRIPT, "sh", *mounts.command(launch.argv, None)],
            env=mounts.environment(launch, python=False, writable=True),
            limits="ulimit -c 0",
            seccomp=_filter(threads_only=False),
            uid=own_or_next_uid(slot),
        )
        cage = BubblewrapCage(recipe, self._groups.make(held))
        bulk = Bulk(limits.result_mb << 20)
        excerpt = Excerpt(held.log_kb << 10)
        return run_build(cage, Pipes(cage.fds(), bulk, excerpt), bulk, excerpt, limits)


def _bwrap() -> Path:
    found = find_bwrap()
    if found is None:
        raise HostFault("bubblewrap is not installed")
    return found


def _python_of(launch: Launch) -> Interpreter | None:
    """The bots' Python if ``launch`` is a Python bot's."""
    if launch.language != "python":
        return None
    try:
        return bot_python()
    except Unusable as error:
        raise HostFault(error.sentence) from error


def _thread_limit(most: int) -> list[str]:
    """Counted in the cage's own user namespace; kernels before 5.14 count the user's whole host."""
    version = re.match(r"(\d+)\.(\d+)", platform.release())
    if not version or (int(version[1]), int(version[2])) < _COUNTS_BY_NAMESPACE:
        return []
    return [f"ulimit -p {most} 2>/dev/null || ulimit -u {most}"]  # dash has -p, bash has -u


def _ulimits(limits: Limits, *, grouped: bool) -> str:
    """Limits of one process; without a control group they are all there is."""
    lines = ["ulimit -c 0", f"ulimit -t {_GUARD_S}", f"ulimit -n {mounts.OPEN_FILES}"]
    if not grouped:
        kilobytes = max(limits.memory_mb, 256) << 10
        lines += [f"ulimit -v {kilobytes}", "ulimit -f 0", "ulimit -l 0", "ulimit -n 256"]
        lines += _thread_limit(limits.processes + _OWN_PROCESSES)
    return "\n".join(lines)
