"""``./run`` whose parts, and then all of it, are killed: every upload is checked, every match ends.

The seed is printed; ``SCUFFLE_TEST_SEED`` plays it again. ``./run soak`` plays many rounds.
"""

import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from redis import Redis
from running_site import STOP_LIMIT_S, Running, parents, start, using
from sqlalchemy import select

from scuffle.client import Client
from scuffle.registry import house_bots
from scuffle_platform.store import Store
from scuffle_platform.store.models import Attempt, Bot, Match, MatchStatus, Version, VersionStatus
from scuffle_platform.supervisor.waiting import wait_until

SCUFFLE = Path(sys.executable).with_name("scuffle")
LIMIT_S = 240
OVER = (MatchStatus.FINISHED, MatchStatus.VOID, MatchStatus.CANCELLED)


class Mischief:
    """Faults on a running site, as a seed says."""

    def __init__(self, site: Running, data: Path, seed: int) -> None:
        self.site, self.data = site, data
        self.rng = random.Random(seed)
        self.uploaded: list[str] = []
        self.people = 0

    def rounds(self, count: int) -> None:
        works: list[Callable[[], None]] = [
            lambda: self.kill("recorder"),
            lambda: self.kill("scheduler"),
            lambda: self.kill("worker", "w1"),
            lambda: self.kill("gunicorn"),
            lambda: self.kill("--unixsocket"),
            self.freeze,
            self.empty_the_queue,
            self.kill_web_in_an_upload,
        ]
        chosen = self.rng.sample(works, min(count, len(works)))
        chosen += self.rng.choices(works, k=count - len(chosen))
        for work in chosen:
            before = self.finished()
            work()
            if self.rng.random() < 0.5:
                self.await_more_than(before)

    def await_more_than(self, before: int) -> None:
        wait_until(lambda: self.finished() > before, LIMIT_S, "another match ends", 0.2)

    def finished(self) -> int:
        with Store(self.url) as store, store.reading() as session:
            return session.query(Match).filter(Match.status == MatchStatus.FINISHED).count()

    @property
    def url(self) -> str:
        return f"sqlite:///{self.data / 'scuffle.db'}"

    def kill(self, *words: str) -> None:
        with suppress(LookupError, ProcessLookupError):  # it may be dead from the round before
            os.kill(self.site.part(*words), signal.SIGKILL)

    def freeze(self) -> None:
        """A worker and all its processes stand still for a while."""
        with suppress(LookupError):
            group = self.still()
            threading.Event().wait(self.rng.uniform(0.5, 3))
            tell(group, signal.SIGCONT)

    def still(self) -> list[int]:
        """The worker that plays and all its processes stand still; which they are."""
        group = [self.site.part("worker", "w1")]
        for pid, parent in sorted(parents().items()):
            if parent in group:
                group.append(pid)
        tell(group, signal.SIGSTOP)
        return group

    def empty_the_queue(self) -> None:
        with suppress(Exception), Redis.from_url(f"unix://{self.data / 'valkey.sock'}") as queue:
            queue.flushall()

    def upload(self) -> None:
        """A new person's bot; noted if it was accepted."""
        self.people += 1
        made = subprocess.run(
            (SCUFFLE, "admin", "user", "create", f"ann{self.people}", "--token", "read,submit"),
            env={**os.environ, "SCUFFLE_DATA": str(self.data)},
            capture_output=True,
            text=True,
            check=True,
        )
        client = Client(self.site.url, token=made.stdout.split()[-1])
        name = f"bot{self.people}"
        with suppress(Exception):
            client.post("bots", {"name": name, "game": "virus-war"})
            source = house_bots("virus-war")["random"].read_text(encoding="utf-8")
            padding = f"\nPADDING = '{'x' * 500_000}'\n"
            client.submit(name, ("main.py", (source + padding).encode()))
            self.uploaded.append(name)

    def kill_web_in_an_upload(self) -> None:
        sender = threading.Thread(target=self.upload)
        sender.start()
        threading.Event().wait(self.rng.uniform(0.5, 2))
        self.kill("gunicorn")
        sender.join()


def tell(group: list[int], number: signal.Signals) -> None:
    """Send a signal to those of the processes that are still there."""
    for pid in group:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def decided(url: str, bots: list[str]) -> bool:
    """Whether every accepted upload is there and its check has come to an end."""
    with Store(url) as store, store.reading() as session:
        query = select(Version.status).join(Bot, Bot.id == Version.bot_id)
        found = session.scalars(query.where(Bot.name.in_(bots))).all()
    return len(found) == len(bots) and VersionStatus.CHECKING not in found


def undecided(url: str, matches: list[str]) -> list[str]:
    """Those of the matches that are still open."""
    with Store(url) as store, store.reading() as session:
        query = select(Match.id).where(Match.id.in_(matches), Match.status.not_in(OVER))
        return list(session.scalars(query))


def made(url: str) -> list[str]:
    """All matches that there are."""
    with Store(url) as store, store.reading() as session:
        return list(session.scalars(select(Match.id)))


def survive(data: Path, seed: int, rounds: int) -> None:
    """Start a site, do mischief, kill all of it, start it again, and look what is left."""
    print(f"SCUFFLE_TEST_SEED={seed}")
    site = start(data, 20_000 + seed % 10_000)
    try:
        mischief = Mischief(site, data, seed)
        mischief.upload()
        mischief.rounds(rounds)
        before = made(mischief.url)
    finally:
        site.kill()
    wait_until(lambda: not using(data), STOP_LIMIT_S, "a killed site leaves no process")
    again = start(data, 20_000 + seed % 10_000)
    try:
        assert mischief.uploaded
        wait_until(lambda: decided(mischief.url, mischief.uploaded), LIMIT_S, "checks end", 0.2)
        wait_until(lambda: not undecided(mischief.url, before), LIMIT_S, "matches end", 0.5)
        found: list[str] = []
        wait_until(lambda: _agrees(data, found), 90, "scuffle db check finds nothing", 0.5)
        ready = json.loads(again.get("/readyz"))
        assert ready == dict.fromkeys(("database", "queue", "scheduler", "recorder"), "ok")
    finally:
        again.kill()
    wait_until(lambda: not using(data), STOP_LIMIT_S, "nothing is left")


def _agrees(data: Path, said: list[str]) -> bool:
    """What ``scuffle db check`` says beside the running site; its words for a wait that fails."""
    environment = {**os.environ, "SCUFFLE_DATA": str(data)}
    command = (SCUFFLE, "db", "check")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    said[:] = [done.stdout + done.stderr]
    return done.returncode == 0


def drawn_seed() -> int:
    return int(os.environ.get("SCUFFLE_TEST_SEED") or random.SystemRandom().randrange(10**9))


def test_a_site_survives_whatever_is_killed(short_folder: Path) -> None:
    survive(short_folder / "faults", drawn_seed(), 3)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(20))
def test_a_site_survives_many_rounds(short_folder: Path, number: int) -> None:
    survive(short_folder / f"faults-{number}", drawn_seed() + number, 20)


def players(url: str) -> set[str]:
    """Who has had matches."""
    with Store(url) as store, store.reading() as session:
        query = select(Attempt.worker).where(Attempt.match_id.is_not(None))
        return set(session.scalars(query))


@pytest.mark.soak
def test_a_worker_frozen_for_good_holds_up_no_match(short_folder: Path) -> None:
    """The only other one is kept for checks, and plays what the frozen one had."""
    data = short_folder / "frozen"
    site = start(data, 20_000 + drawn_seed() % 10_000)
    frozen: list[int] = []
    try:
        mischief = Mischief(site, data, 0)
        mischief.await_more_than(0)
        frozen = mischief.still()
        waiting = undecided(mischief.url, made(mischief.url))
        wait_until(lambda: not undecided(mischief.url, waiting), LIMIT_S, "they are played", 0.5)
        mischief.await_more_than(mischief.finished() + 3)
        assert "w2" in players(mischief.url)
    finally:
        tell(frozen, signal.SIGCONT)
        site.kill()
    wait_until(lambda: not using(data), STOP_LIMIT_S, "nothing is left")
