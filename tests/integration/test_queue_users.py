"""The queue's users of ``deploy/``: each can do its work through a real server, and no more."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hand_table import Hall
from redis import Redis
from redis.exceptions import AuthenticationError, NoPermissionError

from scuffle.jobs import HOLDS, StepRecord, steps_key
from scuffle_platform.live import Live, Taken
from scuffle_platform.store import Store
from scuffle_platform.store.models import Match, MatchStatus
from scuffle_platform.supervisor.orphan import prepare_child
from scuffle_platform.supervisor.part import Part, Plan
from scuffle_platform.supervisor.valkey import server_program
from scuffle_platform.supervisor.waiting import wait_until
from scuffle_sandbox.broadcast import Broadcast, impatient

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
SCUFFLE = str(Path(sys.executable).with_name("scuffle"))
ALONE = ("--port", "0", "--save", "")
ALL = ("site", "recorder", "worker", "boards")


class Guarded:
    """A server with the users of ``deploy/``."""

    def __init__(self, socket: Path, folder: Path) -> None:
        made = subprocess.run((DEPLOY / "make-secrets", folder), capture_output=True, check=True)
        assert made.returncode == 0
        self.socket = socket
        self.users = folder / "valkey" / "users.acl"
        words = re.findall(r"^user (\w+) on >(\w+)", self.users.read_text(), re.MULTILINE)
        self.passwords = dict(words)

    def url(self, user: str) -> str:
        return f"unix://{user}:{self.passwords[user]}@{self.socket}"


@pytest.fixture
def guarded(short_folder: Path, tmp_path: Path) -> Iterator[Guarded]:
    """A server with those users, empty."""
    socket = short_folder / "users.sock"
    queue = Guarded(socket, tmp_path)
    server = subprocess.Popen(
        [server_program(), *ALONE, "--unixsocket", str(socket), "--aclfile", str(queue.users)],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        preexec_fn=partial(prepare_child, os.getpid()),
    )
    wait_until(socket.exists, 20, "the server listens")
    yield queue
    server.terminate()
    server.wait(20)


FORBIDDEN = {
    "everything deleted": (("FLUSHALL",), ALL),
    "the settings read": (("CONFIG", "GET", "*"), ALL),
    "the users read": (("ACL", "LIST"), ALL),
    "all traffic read": (("MONITOR",), ALL),
    "all names listed": (("KEYS", "*"), ALL),
    "the server stopped": (("SHUTDOWN", "NOSAVE"), ALL),
    "the data led away": (("REPLICAOF", "192.0.2.1", "6379"), ALL),
    "others disconnected": (("CLIENT", "KILL", "TYPE", "normal"), ALL),
    "scripts run": (("EVAL", "return 1", "0"), ("recorder", "worker")),
    "rate limits reset": (("DEL", "LIMITS:LIMITER/a"), ("recorder", "worker")),
    "live pages forged": (("SET", "scuffle:live:x", "1"), ("recorder", "worker")),
    "foreign keys written": (("SET", "anything", "1"), ALL),
    "steps forged": (("XADD", "scuffle:steps:x-1", "1-0", "step", "{}"), ("recorder",)),
    "moves forged": (("HSET", "scuffle:board:x:answers", "1", "{}"), ("recorder", "worker")),
    "leases forged": (("SET", "scuffle:attempt:x-1", "1"), ("recorder",)),
    "other channels spoken on": (("PUBLISH", "news", "1"), ("recorder", "worker")),
}
CASES = [
    pytest.param(command, user, id=f"{user}: {what}")
    for what, (command, users) in FORBIDDEN.items()
    for user in users
]


@pytest.mark.parametrize(("command", "user"), CASES)
def test_a_user_can_do_nothing_beyond_its_work(
    command: tuple[str, ...], user: str, guarded: Guarded
) -> None:
    with Redis.from_url(guarded.url(user)) as connection, pytest.raises(NoPermissionError):
        connection.execute_command(*command)


def test_nobody_comes_in_without_a_password(guarded: Guarded) -> None:
    with Redis.from_url(f"unix://{guarded.socket}") as stranger, pytest.raises(AuthenticationError):
        stranger.ping()
    with Redis.from_url(f"unix://health:none@{guarded.socket}") as health:
        assert health.ping()
        with pytest.raises(NoPermissionError):
            health.get("rq:queues")


def test_a_worker_shows_steps_that_the_site_reads(guarded: Guarded) -> None:
    step = StepRecord(player=0, action={"action": "pass", "params": {}})
    reader = Live(guarded.url("site"), 1)
    with Redis.from_url(guarded.url("worker")) as worker, impatient(worker) as stage:
        with Broadcast(stage, steps_key("m1", 1)) as broadcast:
            broadcast.show(step)
            wait_until(
                lambda: reader.steps("m1", 1) == [Taken(step)], 20, "the site reads the step"
            )
        # Its last words are sent beside us, by the connection that is closed now.
        broadcast._thread.join(20)
        assert reader.news("m1", 1, 0) == [Taken(step)]
    reader.close()


def _finished(store: Store) -> int:
    with store.reading() as session:
        return session.query(Match).filter(Match.status == MatchStatus.FINISHED).count()


def test_the_parts_work_as_these_users(guarded: Guarded, tmp_path: Path) -> None:
    """A ladder match goes all the way: made, played in a cage, recorded."""
    database = f"sqlite:///{tmp_path / 'scuffle.db'}"
    parts = {"scheduler": "site", "recorder": "recorder", "worker": "worker"}
    environment = {**os.environ, "SCUFFLE_DATA": str(tmp_path), "SCUFFLE_DATABASE_URL": database}
    subprocess.run((SCUFFLE, "db", "upgrade"), env=environment, check=True, capture_output=True)
    started = [
        Part(
            Plan(name, (SCUFFLE, name), env={"SCUFFLE_REDIS_URL": guarded.url(user)}, grace_s=30),
            tmp_path,
            environment,
        )
        for name, user in parts.items()
    ]
    try:
        for part in started:
            part.start()
        with Store(database) as store:
            wait_until(lambda: _finished(store), 120, "a ladder match finishes", 0.5)
    finally:
        for part in started:
            part.ask_to_stop()
        for part in started:
            wait_until(partial(_ended, part), 60, f"{part.plan.name} ends")
    for part in started:
        assert "No permissions" not in part.log.read_text()


def test_boards_work_as_their_user(guarded: Guarded, tmp_path: Path) -> None:
    """A person plays a move and gives up; it is recorded."""
    hall = Hall.build(tmp_path / "data", guarded.url("site"))
    try:
        hall.open_boards(guarded.url("boards"))
        match_id = hall.sit_down("ann", "virus-war", "greedy")
        hall.move("ann", match_id, request=hall.my_move("ann", match_id)["request"], move=1)
        hall.send(hall.enter("ann"), f"/play/{match_id}", f"/play/{match_id}/leave")
        hall.until(lambda: hall.match(match_id).status == MatchStatus.FINISHED, "it is recorded")
    finally:
        hall.close()
    with Redis.from_url(guarded.url("boards")) as boards:
        assert boards.hgetall(HOLDS) == {}, "it reads whether it is to take nothing"
    assert "ermission" not in (tmp_path / "data" / "boards.log").read_text()


def _ended(part: Part) -> bool:
    return not part.running
