"""What a worker does: play a match, check a program. One report out, whatever happens."""

import logging
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from redis import Redis

from scuffle.attempt import run_attempt
from scuffle.cage import Layer, Sandbox, Toolchain
from scuffle.checking import run_check, unpacked
from scuffle.jobs import (
    CheckJob,
    CheckReport,
    PlayJob,
    PlayReport,
    Program,
    check_job_id,
    lease_key,
    match_job_id,
    steps_key,
)
from scuffle.kept_builds import KeptBuilds
from scuffle.registry import make
from scuffle.replay import ENGINE
from scuffle.seat import HostFault
from scuffle_sandbox.broadcast import Broadcast, impatient
from scuffle_sandbox.lease import Lease
from scuffle_sandbox.places import scratch_folder
from scuffle_sandbox.programs import Programs
from scuffle_sandbox.spool import Spool
from scuffle_sandbox.tools_told import with_tools

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Desk:
    """A worker's place: its name, slot, cages and programs.

    Attributes:
        name: the worker's name, for reports and leases.
        slot: from 0; cages of a slot run as its own user.
        sandbox: where programs run.
        connection: Redis.
        programs: where programs come from.
        spool: where reports lie until the queue has them.
        toolchains: what builds and runs each language here, by its id.
        builds: what was built here before.
    """

    name: str
    slot: int
    sandbox: Sandbox
    connection: Redis
    programs: Programs
    spool: Spool
    toolchains: Mapping[str, Toolchain]
    builds: KeptBuilds

    def play_match(self, payload: dict[str, Any]) -> dict[str, Any]:
        """Play one attempt (a ``PlayJob``) and give its ``PlayReport``, both as JSON.

        Raises:
            ValidationError: the payload is no ``PlayJob``.
        """
        job = PlayJob.model_validate(payload)
        started = time.time()
        job_id = match_job_id(job.match_id, job.attempt)
        with self._lease(job_id):
            try:
                report = self._play(job)
            except Exception as error:  # noqa: BLE001 - our fault in any case: the match is void
                report = self._void_match(job, _reason(error), started)
            return self._kept(job_id, report)

    def check_program(self, payload: dict[str, Any]) -> dict[str, Any]:
        """Check a program (a ``CheckJob``) and give its ``CheckReport``, both as JSON.

        What was built lies in Redis under its hash before the report says so.

        Raises:
            ValidationError: the payload is no ``CheckJob``.
        """
        job = CheckJob.model_validate(payload)
        started = time.time()
        job_id = check_job_id(job.version_id, job.attempt)
        with self._lease(job_id):
            try:
                report = self._check(job)
            except Exception as error:  # noqa: BLE001 - our fault in any case: the check is void
                report = self._void_check(job, _reason(error), started)
            return self._kept(job_id, report)

    def _kept(self, job_id: str, report: PlayReport | CheckReport) -> dict[str, Any]:
        found = report.model_dump(mode="json")
        self.spool.keep(job_id, found)
        return found

    def _lease(self, job_id: str) -> Lease:
        return Lease(self.connection, lease_key(job_id), self.name)

    def _play(self, job: PlayJob) -> PlayReport:
        self._demand(job.layer)
        archives = [self.programs.fetch(program.hash) for program in job.programs]
        with scratch_folder() as scratch, ExitStack() as rooms:
            roots = [rooms.enter_context(unpacked(archive, scratch)) for archive in archives]
            key = steps_key(job.match_id, job.attempt)
            shown = rooms.enter_context(Broadcast(impatient(self.connection), key))
            report = run_attempt(
                job,
                self.sandbox,
                roots,
                slot=self.slot,
                worker=self.name,
                on_step=shown.show,
                on_fault=shown.fail,
            )
        return with_tools(report, [self._tools(program) for program in job.programs])

    def _tools(self, program: Program) -> str:
        found = self.toolchains.get(program.language)
        return found.tools if found else ""

    def _check(self, job: CheckJob) -> CheckReport:
        self._demand(job.layer)
        both = (job.program, job.opponent)
        archives = {program.hash: self.programs.fetch(program.hash) for program in both}
        with scratch_folder() as scratch:
            checked = run_check(
                job,
                self.sandbox,
                archives,
                scratch=scratch,
                slot=self.slot,
                worker=self.name,
                toolchain=self._tools(job.program),
                builds=self.builds,
            )
        if checked.report.program:
            self.programs.offer(checked.report.program.hash, checked.archive)
        if (match := checked.report.match) is None:
            return checked.report
        tools = [self._tools(job.program), *[self._tools(job.opponent)] * (job.num_players - 1)]
        return checked.report.model_copy(update={"match": with_tools(match, tools)})

    def _demand(self, layer: str) -> None:
        """Refuse a job that asks for stronger cages than this host has.

        Raises:
            HostFault: it does.
        """
        report = self.sandbox.check()
        if not report.usable or (layer == Layer.CGROUP and report.ladder_layer != Layer.CGROUP):
            raise HostFault(
                f"the job demands cages held by {layer}; here {report.backend} holds them by "
                f"{report.ladder_layer}"
            )

    def _void_match(self, job: PlayJob, reason: str, started: float) -> PlayReport:
        return PlayReport(
            match_id=job.match_id,
            attempt=job.attempt,
            token=job.token,
            worker=self.name,
            status="void",
            reason=reason,
            engine=ENGINE,
            rules_hash=make(job.game, job.settings).rules_hash(),
            backend=self.sandbox.name,
            started=started,
            ended=time.time(),
        )

    def _void_check(self, job: CheckJob, reason: str, started: float) -> CheckReport:
        return CheckReport(
            version_id=job.version_id,
            attempt=job.attempt,
            token=job.token,
            worker=self.name,
            status="void",
            reason=reason,
            started=started,
            ended=time.time(),
        )


def _reason(error: Exception) -> str:
    if isinstance(error, HostFault):
        return error.reason
    log.exception("a job failed in the worker itself", exc_info=error)
    return f"the worker failed: {type(error).__name__}: {error}"
