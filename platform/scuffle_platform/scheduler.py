"""The scheduler: a plain loop over the database that outlives the queue.

Each of its rounds is a function of the store, the queue and a moment; the loop only decides when.
"""

import logging
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from threading import Event
from time import process_time

from redis.exceptions import RedisError

from scuffle.registry import game
from scuffle_platform import contests, matchmaker, oversight
from scuffle_platform.backups import Backups
from scuffle_platform.dispatcher import JOBS_A_WORKER, Dispatcher
from scuffle_platform.lookout import Lookout
from scuffle_platform.manning import Manning
from scuffle_platform.queue import Queue
from scuffle_platform.settings import Settings
from scuffle_platform.store import (
    SQLAlchemyError,
    Store,
    abilities,
    alerts,
    fits,
    heartbeats,
    ladders,
    leagues,
    pauses,
    retention,
    standings,
    sweeps,
)
from scuffle_platform.store.models import Ladder, now
from scuffle_platform.webhook import Webhook

LOG = logging.getLogger(__name__)

TICK_S = 0.5
LOOK_EVERY = timedelta(seconds=2)
SETS_EVERY = timedelta(seconds=1)
CONTESTS_EVERY = timedelta(seconds=1)
FIT_EVERY = timedelta(seconds=1)
FIT_SHARE = 5
"""After a fit that took long, as many times its CPU time nothing is fitted."""
FIT_WITHIN = timedelta(seconds=4)
"""But never for longer: a result has its rating within five seconds, on the largest ladder too."""
SWEEP_EVERY = timedelta(seconds=10)
TIDY_EVERY = timedelta(hours=1)
LEAST_FREE_BYTES = 2**30


def rest_after_fit(took: timedelta) -> timedelta:
    """How long a ladder is not fitted again after a fit of so much CPU time."""
    return min(max(FIT_EVERY, FIT_SHARE * took), FIT_WITHIN)


class Scheduler:
    """Everything that happens by itself."""

    def __init__(self, store: Store, queue: Queue, settings: Settings) -> None:
        """Schedule for ``store`` by way of ``queue``."""
        self.store = store
        self.queue = queue
        self.settings = settings
        self.dispatcher = Dispatcher(store, queue, settings.ladder_layers)
        self.lookout = Lookout(store, queue, self.dispatcher)
        self.manning = Manning()
        self._due: dict[str, datetime] = {}
        self._ticked = datetime.min.replace(tzinfo=UTC)
        self._ledgers: dict[str, standings.Ledger] = {}
        self._room = True

    def tick(self, at: datetime) -> None:
        """Everything that is due at this moment.

        Raises:
            redis.exceptions.RedisError: the queue is away; the next tick tries again.
        """
        if at < self._ticked:
            # The clock was set back, and nothing must wait until it is there again.
            self._due.clear()
        self._ticked = at
        self._every("beat", heartbeats.EVERY, at, self.beat)
        self._every("sweep", SWEEP_EVERY, at, self.sweep)
        self._every("tidy", TIDY_EVERY, at, self.tidy)
        self.fit(at)
        self._every("sets", SETS_EVERY, at, self.make_sets)
        self._every("contests", CONTESTS_EVERY, at, self.carry_on)
        self._every("look", LOOK_EVERY, at, self.lookout.look)
        self._every("oversight", oversight.EVERY, at, self.oversee)
        if self._room:
            self.dispatcher.dispatch(at)

    def beat(self, at: datetime) -> None:
        """Say that the scheduler is at work."""
        with self.store.session() as session:
            heartbeats.beat(session, heartbeats.SCHEDULER, at)

    def sweep(self, at: datetime) -> None:
        """End what has lasted too long, and look how much disk is left."""
        data = self.settings.data.resolve()
        free = shutil.disk_usage(data if data.exists() else data.anchor).free
        self._room = free >= LEAST_FREE_BYTES
        with self.store.session() as session:
            sweeps.sweep(session, at)
            if self._room:
                alerts.resolve(session, "disk", "free", at)
            else:
                sentence = f"Only {free / 2**30:.2f} GB of disk is left; no match starts below 1."
                alerts.sound(session, "disk", "free", sentence, at)

    def oversee(self, at: datetime) -> None:
        """Take out workers on which nothing goes well, and let broken games rest."""
        with self._breaker("oversight", "all", at), self.store.session() as session:
            oversight.oversee(session, at)
            self.manning.look(session, at)

    def tidy(self, at: datetime) -> None:
        """Drop what is past its time, and remind of what ends soon."""
        with self.store.session() as session:
            retention.sweep(session, at)
            leagues.remind(session, at)
        self.store.gather_statistics()

    def fit(self, at: datetime) -> None:
        """Fit every ladder that has news, each at most once a second."""
        with self.store.reading() as session:
            waiting = standings.stale(session)
        for ladder_id in waiting:
            if self._due.get(f"fit-{ladder_id}", at) > at:
                continue
            took = self._fit_one(ladder_id, at)
            self._due[f"fit-{ladder_id}"] = at + rest_after_fit(took)

    def _fit_one(self, ladder_id: str, at: datetime) -> timedelta:
        began = process_time()
        with self._breaker("fit", ladder_id, at):
            with self.store.reading() as session:
                known = self._ledgers.get(ladder_id)
                material = standings.material(session, ladder_id, known)
            self._ledgers[ladder_id] = material.ledger
            fitted = standings.solve(material)
            explained = standings.explain(material, fitted)
            with self.store.session() as session:
                fits.save(session, material, fitted, explained, at)
        return timedelta(seconds=process_time() - began)

    def make_sets(self, at: datetime) -> None:
        """Top the ladders up: at most two open ladder matches a worker, turn about by ladder."""
        with self.store.session() as session:
            running = ladders.running(session, at)
            resting = pauses.subjects(session, at)
            for ladder in running:
                ladders.reconcile(session, ladder, at)
            crew = abilities.crew(session)
            room = crew.share(JOBS_A_WORKER) * len(crew.has)
            room -= ladders.open_matches(session, resting)
        free = [one for one in running if not resting & {one.game, pauses.ALL}]
        turns = sorted(free, key=lambda one: self._due.get(f"set-{one.id}", one.created))
        while self._room and room > 0 and turns:
            ladder = turns.pop(0)
            made = self._make_set(ladder.id, at)
            if made:
                self._due[f"set-{ladder.id}"] = at
                turns.append(ladder)
            room -= made

    def _make_set(self, ladder_id: str, at: datetime) -> int:
        """Make the next set of a ladder; returns how many matches it has, 0 without one."""
        made = 0
        with self._breaker("matchmaking", ladder_id, at), self.store.session() as session:
            ladder = session.get_one(Ladder, ladder_id)
            proposal = matchmaker.next_set(ladders.table_of(session, ladder, at))
            if proposal is not None:
                settings = opening_settings(ladder, proposal)
                ladders.carry_out(session, ladder, proposal, settings, at)
                made = len(proposal.versions)
        return made

    def carry_on(self, at: datetime) -> None:
        """Count what contests had played, end them, or have more played."""
        if not self._room:
            return
        for kind in contests.KINDS:
            with self.store.reading() as session:
                waiting = kind.going(session, at)
            for contest_id in waiting:
                with self._breaker(kind.name, contest_id, at), self.store.session() as session:
                    kind.step(session, contest_id, self.settings, at)

    @contextmanager
    def _breaker(self, kind: str, subject: str, at: datetime) -> Iterator[None]:
        """One ladder or contest that is broken stops no other: an operator is told."""
        try:
            yield
        except SQLAlchemyError:
            raise
        except Exception as error:
            LOG.exception("%s of %s failed", kind, subject)
            with self.store.session() as session:
                alerts.sound(session, kind, subject, f"{kind} failed: {error}", at)

    def _every(
        self, name: str, pause: timedelta, at: datetime, work: Callable[[datetime], None]
    ) -> None:
        if self._due.get(name, at) <= at:
            work(at)
            self._due[name] = at + pause


def opening_settings(ladder: Ladder, proposal: matchmaker.Proposal) -> dict[str, object]:
    """The format's settings, with the opening that the set has, in games that know openings."""
    settings = dict(ladder.formats[proposal.format]["settings"])
    if "opening_turns" in game(ladder.game).Settings.model_fields:
        settings["opening_turns"] = proposal.opening_turns
    return settings


def run(settings: Settings, stop: Event | None = None) -> None:
    """Schedule until stopped by a signal, whatever becomes of queue and database meanwhile."""
    stop = stop or _stop_on_signal()
    with Store(settings.database) as store, Queue(settings.redis) as queue:
        scheduler = Scheduler(store, queue, settings)
        backups = Backups(store, settings)
        webhook = Webhook(store, settings.alert_webhook)
        away = ""
        while not stop.wait(TICK_S):
            try:
                backups.look(now())
                scheduler.tick(now())
                webhook.look(now())
                away = ""
            except (RedisError, SQLAlchemyError) as error:
                if away != type(error).__name__:
                    LOG.warning("waiting for queue or database: %s", error)
                away = type(error).__name__
        backups.wait()
        webhook.wait()


def _stop_on_signal() -> Event:
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    return stop
