"""Everything that runs on a server, in one process, under a clock that stands still."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from burst_worker import BurstWorker
from ladder_players import START, any_action, checked, crash, played
from rq.serializers import JSONSerializer
from sqlalchemy import select

from scuffle.jobs import (
    CheckJob,
    PlayJob,
    WorkerCard,
    lease_key,
    match_job_id,
)
from scuffle_platform.fixed_job import FixedJob
from scuffle_platform.matchmaker import pairing_of
from scuffle_platform.queue import Queue
from scuffle_platform.recorder import Recorder, make_worker
from scuffle_platform.scheduler import Scheduler
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store, ladders, sets, standings, versions
from scuffle_platform.store.models import (
    Account,
    Attempt,
    Bot,
    BotState,
    Ladder,
    Match,
    MatchKind,
    Version,
    VersionStatus,
)

GAME = "virus-war"


@dataclass
class Town:
    """Everything that runs on a server, in one process, and a clock that stands still."""

    store: Store
    queue: Queue
    folder: Path
    now: datetime = START
    player: Callable[..., Any] = any_action
    broken: bool = False
    jobs: list[Any] = field(default_factory=list)
    game: str = GAME

    played = staticmethod(played)
    checked = staticmethod(checked)
    any_action = staticmethod(any_action)
    crash = staticmethod(crash)

    def __post_init__(self) -> None:
        self.settings = Settings(data=self.folder)
        self.recorder = Recorder(self.store, self.queue, self.clock)
        self.scheduler = Scheduler(self.store, self.queue, self.settings)
        with self.store.session() as session:
            for ladder in session.scalars(select(Ladder)):
                ladder.opens = START - timedelta(days=1)
                ladder.paused = ladder.game != self.game

    def clock(self) -> datetime:
        return self.now

    def later(self, seconds: float) -> datetime:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)
        return self.now

    def tick(self, seconds: float = 1) -> None:
        """Let time pass and the scheduler do what is due."""
        self.scheduler.tick(self.later(seconds))

    def fit(self) -> None:
        """Let time pass until every ladder's ratings hold all results.

        A fit that took this machine long is followed by a pause of the scheduler's own.
        """
        for _ in range(60):
            self.tick(2)
            with self.store.reading() as session:
                if not standings.stale(session):
                    return
        raise AssertionError("a ladder is still without its newest results after two minutes")

    def show_card(
        self,
        name: str = "w1",
        state: str = "idle",
        layer: str = "rlimit",
        languages: tuple[str, ...] = ("python",),
        queues: tuple[str, ...] = ("checks", "matches"),
    ) -> None:
        """A worker says that it is there."""
        card = WorkerCard(
            name=name,
            state=state,  # type: ignore[arg-type]
            host="here",
            queues=queues,
            backend="function",
            layer=layer,
            languages=languages,
            plays=languages,
            seen=self.now.timestamp(),
        )
        self.queue.connection.set(f"scuffle:worker:{name}", card.model_dump_json(), ex=30)

    def hold(self, job_id: str) -> None:
        """A worker says that it runs a job."""
        self.queue.connection.set(lease_key(job_id), "w1", ex=10)

    def let_go(self, job_id: str) -> None:
        """What Redis does when the lease has expired."""
        self.queue.connection.delete(lease_key(job_id))

    def work(self) -> None:
        """Run what lies in the queues for workers, as RQ does."""

        class PlayerJob(FixedJob):
            table = {"play_match": self._play, "check_program": self._check}  # noqa: RUF012

        BurstWorker(
            ["checks", "matches"],
            connection=self.queue.connection,
            job_class=PlayerJob,
            serializer=JSONSerializer,
            log_job_description=False,
        ).work(burst=True, logging_level="ERROR")

    def record(self) -> None:
        """Run what lies in the queue for the recorder."""
        make_worker(self.recorder).work(burst=True, logging_level="ERROR")

    def _play(self, payload: dict[str, Any]) -> dict[str, Any]:
        if self.broken:
            raise MemoryError("the worker broke.")
        job = PlayJob.model_validate(payload)
        self.jobs.append(job)
        players = [self.player] * job.num_players
        return played(job, *players, at=self.now).model_dump(mode="json")

    def _check(self, payload: dict[str, Any]) -> dict[str, Any]:
        job = CheckJob.model_validate(payload)
        self.jobs.append(job)
        ready = self.player is not crash
        return checked(job, ready=ready, at=self.now).model_dump(mode="json")

    def person(self, name: str) -> str:
        """An account's id."""
        with self.store.session() as session:
            account = Account(name=name, name_key=name, created=self.now)
            session.add(account)
            session.flush()
            return account.id

    def bot(self, name: str, account_id: str, *, ready: bool = True) -> str:
        """A bot of ``account_id`` with one version, made from the sample bot's bytes."""
        with self.store.session() as session:
            bot = Bot(
                account_id=account_id, game=self.game, name=name, name_key=name, created=self.now
            )
            session.add(bot)
            session.flush()
            self._version(session, bot, ready)
            return bot.id

    def version(self, bot_id: str, *, ready: bool = True) -> str:
        """A further version of a bot."""
        with self.store.session() as session:
            return self._version(session, session.get_one(Bot, bot_id), ready).id

    def _version(self, session: Any, bot: Bot, ready: bool) -> Version:
        sample = session.scalar(select(Version).join(Bot).where(Bot.name == "random"))
        number = len(session.scalars(select(Version).where(Version.bot_id == bot.id)).all()) + 1
        version = Version(
            bot=bot,
            number=number,
            status=VersionStatus.READY if ready else VersionStatus.CHECKING,
            created=self.now,
            upload_hash=versions.put_blob(session, b"as uploaded"),
            source=sample.source,
            source_hash=sample.source_hash,
            program=sample.program if ready else None,
            program_hash=sample.program_hash if ready else None,
            language="python",
            size=1,
            files=1,
        )
        session.add(version)
        session.flush()
        if ready:
            bot.active_version_id = version.id
            bot.state = BotState.ACTIVE
        return version

    def match(
        self,
        kind: MatchKind = MatchKind.LADDER,
        asked_by: str | None = None,
        settings: dict[str, Any] | None = None,
    ) -> str:
        """One queued match between house bots, alone in its set; its id."""
        self.later(0.001)
        with self.store.session() as session:
            ladder = ladders.public(session, self.game)
            query = select(Version).join(Bot).where(Bot.game == self.game).order_by(Bot.name)
            pair = session.scalars(query).all()[:2]
            order = sets.SetOrder(
                kind=kind,
                game=self.game,
                settings=settings or {"size": 6},
                versions=pair,
                seed="seed",
                pairing=pairing_of([one.id for one in pair], "2:{}"),
                ladder=ladder if kind is MatchKind.LADDER else None,
                asked_by=asked_by,
            )
            return sets.create_match(session, order, self.now).id

    def match_of(self, bot_id: str) -> str:
        """A queued ladder match of a bot, in seat 0, against a house bot; its id."""
        with self.store.session() as session:
            bot = session.get_one(Bot, bot_id)
            other = session.scalars(
                select(Version).join(Bot).where(Bot.game == self.game, Bot.name == "random")
            ).one()
            mine = session.get_one(Version, bot.active_version_id)
            order = sets.SetOrder(
                kind=MatchKind.LADDER,
                game=self.game,
                settings={"size": 6},
                versions=[mine, other],
                seed="seed",
                pairing=pairing_of([mine.id, other.id], "2:{}"),
                ladder=ladders.public(session, self.game),
            )
            return sets.create_match(session, order, self.now).id

    def versions(self, bot_id: str) -> list[str]:
        """Ids of a bot's versions."""
        with self.store.reading() as session:
            query = select(Version.id).where(Version.bot_id == bot_id)
            return list(session.scalars(query.order_by(Version.number)))

    def roster(self) -> set[str]:
        """Ids of the versions that the ladder plays."""
        with self.store.reading() as session:
            ladder = ladders.public(session, self.game)
            assert ladder is not None
            return {bot.active_version_id or "" for bot in ladders.entrants(session, ladder)}

    def blob(self, digest: str) -> bytes | None:
        """Stored bytes."""
        with self.store.reading() as session:
            return versions.blob(session, digest)

    def start(self, match_id: str, number: int = 1) -> PlayJob:
        """Give a queued match to the queue, and read what a worker would get."""
        self.scheduler.dispatcher.dispatch(self.now)
        return self.job(match_job_id(match_id, number))

    def job(self, job_id: str) -> PlayJob:
        """What a worker is told under ``job_id``."""
        return PlayJob.model_validate(self._payload(job_id))

    def check_job(self, job_id: str) -> CheckJob:
        """What a worker is told of a check."""
        return CheckJob.model_validate(self._payload(job_id))

    def _payload(self, job_id: str) -> Any:
        connection = self.queue.connection
        return FixedJob.fetch(job_id, connection=connection, serializer=JSONSerializer).args[0]

    def report(self, job_id: str, found: Any) -> None:
        """A worker returns ``found`` for a job."""

        class Returning(FixedJob):
            table = {  # noqa: RUF012
                "play_match": lambda _payload: found,
                "check_program": lambda _payload: found,
            }

        BurstWorker(
            ["checks", "matches"],
            connection=self.queue.connection,
            job_class=Returning,
            serializer=JSONSerializer,
            log_job_description=False,
        ).work(burst=True, logging_level="ERROR")

    def report_match(self, match_id: str) -> None:
        """A queued match is played and recorded."""
        job = self.start(match_id)
        self.report(match_job_id(match_id, 1), played(job).model_dump(mode="json"))
        self.record()

    def read(self, kind: type[Any], key: Any) -> Any:
        """One row as it stands."""
        with self.store.reading() as session:
            row = session.get_one(kind, key)
            session.expunge_all()
            return row

    def attempts(self, match_id: str) -> list[Attempt]:
        """The attempts at a match, in order."""
        with self.store.reading() as session:
            query = select(Attempt).where(Attempt.match_id == match_id)
            return list(session.scalars(query.order_by(Attempt.number)))

    def matches(self, **conditions: Any) -> list[Match]:
        """All matches that agree with ``conditions``."""
        with self.store.reading() as session:
            query = select(Match).filter_by(**conditions)
            return list(session.scalars(query.order_by(Match.created, Match.id)))
