"""The process that plays people's matches: its own queue, a thread a board."""

import logging
import signal
import socket
import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, cast

from pydantic import ValidationError
from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.exceptions import NoSuchJobError
from rq.serializers import JSONSerializer

from scuffle.hand import HANDS, HandJob
from scuffle.jobs import WorkerCard, lease_key, match_job_id
from scuffle_sandbox.broadcast import impatient
from scuffle_sandbox.card import EXPIRES_S, card_key, sentence
from scuffle_sandbox.courier import Courier
from scuffle_sandbox.fixed_job import FixedJob, Forged
from scuffle_sandbox.hand_cages import Cages
from scuffle_sandbox.hand_match import HandDesk
from scuffle_sandbox.holds import Gate
from scuffle_sandbox.lease import Lease
from scuffle_sandbox.places import cage_folder, sweep_scratch
from scuffle_sandbox.programs import Programs
from scuffle_sandbox.spool import Spool, spool_folder
from scuffle_sandbox.worker import connect

log = logging.getLogger(__name__)

TAKE_S = 1
CARD_EVERY_S = 5.0
QUEUE_AWAY_S = 2.0
FAREWELL_S = 3.0
"""How long boards may take to report that the process ends."""
NO_CAGE = "There is no cage, so only bots that come with the games can be played."


@dataclass(frozen=True, slots=True)
class HandPost:
    """Where the process stands.

    Attributes:
        redis: the URL of the queue.
        name: shown on the site.
        boards: how many people may play at a time.
        slot: of its first board; each has a slot of its own.
        backend: ``auto``, ``bubblewrap`` or ``docker``, for other people's bots.
        grace_s: how long what is being played may go on once the process is told to stop.
    """

    redis: str
    name: str
    boards: int
    slot: int
    backend: str
    grace_s: int


class Boards:
    """Takes matches from the queue while a board is free, and plays each in a thread.

    ``ending`` is set when no more may be taken, ``stop`` when what is being played must end, too.
    """

    def __init__(self, post: HandPost, ending: threading.Event, stop: threading.Event) -> None:
        self._post = post
        self._ending, self._stop = ending, stop
        self._connection = connect(post.redis)
        folder = cage_folder() / "programs"
        self._desk = HandDesk(
            post.name,
            self._connection,
            impatient(self._connection),
            Programs(folder, self._connection),
            Cages(post.backend),
            stop,
        )
        self._gate = Gate(self._connection, post.name)
        self._spool = Spool(spool_folder(post.name, post.redis), Redis.from_url(post.redis))
        self._courier = Courier(self._spool)
        self._free = deque(range(post.slot, post.slot + post.boards))
        self._playing: set[threading.Thread] = set()
        self._carded = 0.0

    def serve(self) -> None:
        """Play until told to stop; what goes on at the end of the grace ends by our fault."""
        sweep_scratch()
        self._spool.tidy()
        cages, watched = self._desk.cages, (self._post.slot, self._stop)
        threading.Thread(target=cages.watch, args=watched, name="cages", daemon=True).start()
        while not self._ending.is_set():
            try:
                self._show_card()
                self._take()
            except RedisError as error:
                log.warning("the queue is away: %s", error)
                self._ending.wait(QUEUE_AWAY_S)
        self._play_on()
        self._end()

    def _play_on(self) -> None:
        """Let what is being played go on until it is over, the grace is, or a second signal comes.

        The site is told at once that no board can be had here.
        """
        until = time.monotonic() + self._post.grace_s
        self._carded = 0.0
        while self._playing and (left := until - time.monotonic()) > 0:
            with suppress(RedisError):
                self._show_card()
            if self._stop.wait(min(TAKE_S, left)):
                return

    def _end(self) -> None:
        """End what is left, which says so, and hand in the reports."""
        self._stop.set()
        until = time.monotonic() + FAREWELL_S
        for thread in list(self._playing):
            thread.join(max(0.0, until - time.monotonic()))
        with suppress(FileNotFoundError):  # the courier is at it, too
            self._spool.hand_in()

    def _take(self) -> None:
        """Begin the next match, if a board is free and one comes within a second."""
        if not self._free or self._gate.closed():
            self._ending.wait(TAKE_S)
            return
        job = self._next()
        if job is None:
            return
        slot = self._free.popleft()
        thread = threading.Thread(target=self._run, args=(job, slot), name=job.match_id)
        thread.daemon = True
        self._playing.add(thread)
        thread.start()

    def _next(self) -> HandJob | None:
        """What is to be played next, if it can be played here."""
        key = Queue(HANDS, connection=self._connection).key
        found = cast("tuple[bytes, bytes] | None", self._connection.blpop([key], TAKE_S))
        if found is None:
            return None
        if self._gate.closed() or self._ending.is_set():
            # Told to take nothing while it waited for this one, which is left to another process.
            self._connection.lpush(key, found[1])
            return None
        job = self._read(found[1])
        if job and job.until < time.time():
            self._forget(match_job_id(job.match_id, job.attempt))
            return None
        if job and not self._desk.can_play(job):
            # Another process may have its languages: behind all others, and a while not from here.
            self._connection.rpush(key, found[1])
            self._ending.wait(TAKE_S)
            return None
        return job

    def _read(self, job_id: bytes) -> HandJob | None:
        """What lies in the queue under an id; nothing, if it is no match of a person."""
        try:
            job = _HandJob.fetch(
                job_id.decode(), connection=self._connection, serializer=JSONSerializer
            )
            return HandJob.model_validate(job.func(*job.args))
        except (UnicodeDecodeError, NoSuchJobError, Forged, ValidationError, TypeError):
            log.warning("%r is no match of a person; it was passed over", job_id)
            return None

    def _forget(self, job_id: str) -> None:
        """Nobody waits for a match any more: its job goes, and the recording that waits for it."""
        job = _HandJob.fetch(job_id, connection=self._connection, serializer=JSONSerializer)
        job.delete(delete_dependents=True)

    def _run(self, job: HandJob, slot: int) -> None:
        """Play one match and leave its report where the recorder finds it."""
        job_id = match_job_id(job.match_id, job.attempt)
        try:
            with Lease(self._connection, lease_key(job_id), self._post.name):
                report = self._desk.play(job, slot)
                self._spool.keep(job_id, report.model_dump(mode="json"))
        except Exception:
            # Without a report its lease runs out, and the match is void.
            log.exception("the board of match %s broke", job.match_id)
        finally:
            self._free.append(slot)
            self._playing.discard(threading.current_thread())
            self._courier.call()

    def _show_card(self) -> None:
        """Show on the site, every few seconds, that boards can be had."""
        if time.monotonic() - self._carded < CARD_EVERY_S and self._carded:
            return
        cages = self._desk.cages
        if not cages.looked.wait(TAKE_S):
            return
        state: Literal["ending", "working", "idle"] = "working" if self._playing else "idle"
        card = WorkerCard(
            name=self._post.name,
            state="ending" if self._ending.is_set() else state,
            host=socket.gethostname(),
            queues=(HANDS,),
            backend=self._post.backend,
            layer="",
            languages=(),
            plays=cages.plays,
            sentence=self._sentence(),
            seen=time.time(),
        )
        self._connection.set(card_key(self._post.name), card.model_dump_json(), ex=EXPIRES_S)
        self._carded = time.monotonic()

    def _sentence(self) -> str:
        used = f"{len(self._playing)} of {self._post.boards} boards are in use."
        hold, report = self._gate.hold, self._desk.cages.report
        why = "" if report.usable else f"{NO_CAGE} {sentence(report)}"
        return " ".join(filter(None, (hold.sentence if hold else "", used, why)))


def _payload(payload: dict[str, Any]) -> dict[str, Any]:
    return payload


class _HandJob(FixedJob):
    """A job of this queue: it says one word, which gives back what it came with."""

    table = {"play_hand": _payload}  # noqa: RUF012 (a class variable of the parent)


def serve(post: HandPost) -> None:
    """Play people's matches until SIGTERM or SIGINT; a second one cuts the grace short."""
    ending, stop = threading.Event(), threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: (stop if ending.is_set() else ending).set())
    Boards(post, ending, stop).serve()
