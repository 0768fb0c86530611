"""Several workers in a town, each of which obeys what keeps it from taking anything."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from burst_worker import BurstWorker
from ladder_players import played
from ladder_town import Town
from rq.serializers import JSONSerializer

from scuffle.jobs import HOLDS, PlayJob, PlayReport, WorkerCard, worker_queue
from scuffle_platform.fixed_job import FixedJob

Change = Callable[[PlayJob, PlayReport], PlayReport]


def honest(_job: PlayJob, report: PlayReport) -> PlayReport:
    """A worker that reports what was played."""
    return report


def void(job: PlayJob, report: PlayReport) -> PlayReport:
    """A worker on which nothing can be played."""
    return report.model_copy(
        update={
            "status": "void",
            "reason": "The cage could not be made.",
            "outcome": None,
            "steps": report.steps[:3],
            "evidence": {"load": 9.0},
        }
    )


def breaks(game: str) -> Change:
    """A worker whose engine is broken for one game."""
    return lambda job, report: void(job, report) if job.game == game else report


@dataclass
class Crew:
    """The workers of a town by name, and what each makes of its matches."""

    town: Town
    workers: dict[str, Change] = field(default_factory=dict)

    def show(self) -> None:
        """Each says that it is there."""
        for name in self.workers:
            held = self.town.queue.connection.hexists(HOLDS, name)
            self.town.show_card(name, "quarantined" if held else "idle")

    def tick(self, seconds: float = 2) -> None:
        """Let time pass, and every worker and the recorder do one round of work."""
        self.show()
        self.town.tick(seconds)
        for name in self.workers:
            self.work(name)
        self.town.record()

    def work(self, name: str, most: int = 1) -> None:
        """Let one worker take a job, unless it is to take nothing."""
        if self.town.queue.connection.hexists(HOLDS, name):
            return

        def play(payload: dict[str, Any]) -> dict[str, Any]:
            job = PlayJob.model_validate(payload)
            players = [self.town.player] * job.num_players
            report = played(job, *players, at=self.town.now)
            report = report.model_copy(update={"worker": name})
            return self.workers[name](job, report).model_dump(mode="json")

        class CrewJob(FixedJob):
            table = {"play_match": play}  # noqa: RUF012

        BurstWorker(
            [worker_queue(name), "matches"],
            connection=self.town.queue.connection,
            job_class=CrewJob,
            serializer=JSONSerializer,
            log_job_description=False,
        ).work(burst=True, logging_level="ERROR", max_jobs=most)

    def card(self, name: str) -> WorkerCard | None:
        """What lies in the queue of a worker."""
        return next((card for card in self.town.queue.cards() if card.name == name), None)
