"""A site at which people play by hand: its pages, its boards' process, and what carries on."""

import os
import re
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from quick_passwords import quick_hash
from rq.serializers import JSONSerializer
from sqlalchemy import select
from werkzeug.test import TestResponse

from scuffle.attempt import run_attempt
from scuffle.checking import unpacked
from scuffle.door import open_upload
from scuffle.hand import HANDS
from scuffle.jobs import REPORTS, PlayJob, WorkerCard, match_job_id
from scuffle.local_sandbox import LocalSandbox
from scuffle_platform import house
from scuffle_platform.app import create_app
from scuffle_platform.fixed_job import FixedJob
from scuffle_platform.queue import Queue
from scuffle_platform.recorder import Recorder
from scuffle_platform.scheduler import Scheduler
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store, accounts, bots, hands, lifecycle, versions
from scuffle_platform.store.migrate import migrate
from scuffle_platform.store.models import Bot, Ladder, Match, now
from scuffle_platform.supervisor.orphan import prepare_child
from scuffle_platform.supervisor.waiting import wait_until

SCUFFLE = Path(sys.executable).with_name("scuffle")
PASSWORD = "correct horse battery"
LIMIT_S = 40


@dataclass
class Hall:
    """A site without ladder matches, and the process that plays its boards."""

    settings: Settings
    app: Flask
    store: Store
    queue: Queue
    process: subprocess.Popen[bytes] | None = None
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    clients: dict[str, FlaskClient] = field(default_factory=dict)
    tokens: dict[int, str] = field(default_factory=dict)
    """Of forms, by client; one is good as long as its session."""

    def __post_init__(self) -> None:
        self.recorder = Recorder(self.store, self.queue)
        self.scheduler = Scheduler(self.store, self.queue, self.settings)

    @classmethod
    def build(cls, data: Path, valkey: str, **more: Any) -> "Hall":
        settings = Settings(data=data, redis_url=valkey, **more)
        migrate(settings.database)
        app = create_app(settings, TESTING=True)
        store: Store = app.extensions["scuffle.store"]
        house.seed(store)
        with store.session() as session:
            for ladder in session.scalars(select(Ladder)):
                ladder.paused = True
        return cls(settings, app, store, Queue(valkey))

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()
        self.queue.close()
        for name in ("scuffle.boards", "scuffle.live"):
            self.app.extensions[name].close()
        self.store.close()

    def open_boards(
        self, redis_url: str = "", name: str = "boards", backend: str = "auto", grace: int = 0
    ) -> None:
        """Start the real process, perhaps one more, and wait until the site knows of it.

        Its own address of the queue may be another one, with another user.
        """
        log = open(self.settings.data / "boards.log", "ab")  # noqa: SIM115
        self.process = subprocess.Popen(
            [
                *(SCUFFLE, "boards", "--redis", redis_url or self.settings.redis),
                *("--name", name, "--backend", backend, "--grace", str(grace)),
            ],
            env=os.environ | {"SCUFFLE_DATA": str(self.settings.data)},
            stdout=log,
            stderr=log,
            start_new_session=True,
            preexec_fn=partial(prepare_child, os.getpid()),
        )
        log.close()
        self.processes.append(self.process)
        self.until(lambda: self.ask(hands.are_open), "boards are open")

    def show_card(self) -> None:
        """A process of boards that says that it is there, and takes nothing."""
        card = WorkerCard(
            name="boards", state="idle", host="here", queues=(HANDS,), backend="auto", layer="",
            languages=(), seen=now().timestamp(),
        )  # fmt: skip
        self.queue.connection.set("scuffle:worker:boards", card.model_dump_json(), ex=60)
        self.until(lambda: self.ask(hands.are_open), "boards are open")

    def ask(self, question: Any, *more: Any) -> Any:
        with self.store.reading() as session:
            return question(session, *more)

    def carry_on(self) -> None:
        """One round of scheduler and recorder."""
        self.scheduler.tick(now())
        for job_id in self.queue.handed_in():
            self.recorder.record_match(job_id)

    def until(self, condition: Any, what: str) -> Any:
        """Let the site carry on until something holds; what it was."""
        found: list[Any] = []

        def holds() -> bool:
            self.carry_on()
            found[:] = [condition()]
            return bool(found[0])

        wait_until(holds, LIMIT_S, what)
        return found[0]

    def enter(self, name: str) -> FlaskClient:
        """A browser of a person, who is made if need be."""
        if name not in self.clients:
            with self.store.session() as session:
                if accounts.by_name(session, name) is None:
                    accounts.create(session, name, quick_hash(PASSWORD))
            client = self.app.test_client()
            answer = self.send(client, "/log-in", "/log-in", name=name, password=PASSWORD)
            assert answer.status_code == 303
            self.clients[name] = client
        return self.clients[name]

    def send(self, client: FlaskClient, page: str, path: str, **fields: Any) -> TestResponse:
        found = re.search(r'name="csrf_token" value="([^"]+)"', client.get(page).text)
        assert found, f"no form on {page}"
        self.tokens[id(client)] = found[1]
        return client.post(path, data={"csrf_token": found[1], **fields})

    def bot(self, game: str, name: str) -> str:
        with self.store.reading() as session:
            query = select(Bot.id).where(Bot.game == game, Bot.name == name)
            return str(session.scalars(query).one())

    def upload(self, owner: str, game: str, name: str, source: str) -> None:
        """Somebody's bot with a version that is ready, as after its check."""
        self.enter(owner)
        with self.store.session() as session:
            account = accounts.by_name(session, owner)
            assert account is not None
            bot = bots.create(session, account.id, game, name)
            session.flush()
            data = source.encode()
            sent = versions.Sent(f"{name}.py", data, "")
            version = versions.add(session, bot, sent, open_upload(f"{name}.py", data))
            version.bot = bot
            version.program, version.program_hash = version.source, version.source_hash
            lifecycle.make_ready(session, version, now())

    def match(self, match_id: str) -> Match:
        with self.store.reading() as session:
            row = session.get_one(Match, match_id)
            session.expunge_all()
            return row

    def play(self, match_id: str) -> None:
        """Play a match of bots as a worker would, without a cage, and record it."""
        self.carry_on()
        job_id = match_job_id(match_id, 1)
        fetched = FixedJob.fetch(
            job_id, connection=self.queue.connection, serializer=JSONSerializer
        )
        job = PlayJob.model_validate(fetched.args[0])
        with ExitStack() as rooms:
            archives = [self.queue.fetch_program(one.hash) or b"" for one in job.programs]
            roots = [rooms.enter_context(unpacked(archive, None)) for archive in archives]
            report = run_attempt(job, LocalSandbox(), roots, worker="w1")
        self.queue.connection.hset(REPORTS, job_id, report.model_dump_json())
        self.carry_on()

    def sit_down(self, name: str, game: str, *against: str, seat: int = 0, **fields: Any) -> str:
        """Ask for a match and wait until the board is laid out; its id."""
        client = self.enter(name)
        rivals = [self.bot(game, one) for one in against]
        fields |= {"game": game, "against": rivals, "seat": str(seat)}
        answer = self.send(client, "/play", "/play", **fields)
        assert answer.status_code == 303, re.findall('role="alert">.*', answer.text)
        match_id = answer.location.rsplit("/", 1)[1]
        self.until(lambda: self.scene(name, match_id)["mark"], "the board is laid out")
        return match_id

    def scene(self, name: str, match_id: str, after: str = "") -> dict[str, Any]:
        answer = self.enter(name).get(f"/play/{match_id}/news.json?after={after}")
        assert answer.status_code in (200, 204), answer.text
        return dict(answer.json or {})

    def my_move(self, name: str, match_id: str) -> dict[str, Any]:
        """The next moment at which the person is to move, or the end."""
        return self.next_scene(name, match_id, lambda scene: scene["request"] or scene["over"])

    def next_scene(self, name: str, match_id: str, fits: Any) -> dict[str, Any]:
        """The first moment from now on that fits."""
        found = [self.scene(name, match_id)]

        def holds() -> bool:
            if not fits(found[0]):
                found[0] = self.scene(name, match_id, found[0]["mark"]) or found[0]
            return bool(fits(found[0]))

        wait_until(holds, LIMIT_S, f"the board of {match_id} comes so far; it is at {found}")
        return found[0]

    def move(self, name: str, match_id: str, **fields: Any) -> TestResponse:
        client = self.enter(name)
        fields["csrf_token"] = self.tokens[id(client)]
        return client.post(f"/play/{match_id}/move", data=fields)
