"""A real application over a real database and a real Valkey, and people who use it."""

import gzip
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from quick_passwords import quick_hash
from werkzeug.serving import make_server

from scuffle import play
from scuffle.door import open_upload
from scuffle.replay import Replay
from scuffle_platform.app import create_app
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store, accounts, lifecycle, tokens, versions
from scuffle_platform.store.migrate import migrate
from scuffle_platform.store.models import (
    Bot,
    Log,
    Match,
    MatchKind,
    MatchSet,
    MatchStatus,
    SeatRow,
    now,
)
from scuffle_platform.store.models import Replay as ReplayRow
from scuffle_platform.web.kept import Kept

PASSWORD = "correct horse battery"
KEPT = quick_hash(PASSWORD)
BOT = b"def get_action(state, api):\n    return state['legal_actions'][0]\n"


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with every table and no row."""
    path = tmp_path_factory.mktemp("migrated") / "scuffle.db"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture
def settings(tmp_path: Path, empty_valkey: str, migrated: Path) -> Settings:
    """Settings of a fresh site."""
    shutil.copy(migrated, tmp_path / "scuffle.db")
    return Settings(data=tmp_path, redis_url=empty_valkey)


@pytest.fixture(scope="session")
def registered(tmp_path_factory: pytest.TempPathFactory, valkey: str) -> Flask:
    """The application without a database: its routes and templates are compiled once a process."""
    settings = Settings(data=tmp_path_factory.mktemp("registered"), redis_url=valkey)
    made = create_app(settings, TESTING=True)
    made.extensions["scuffle.store"].close()
    return made


@pytest.fixture
def app(registered: Flask, settings: Settings) -> Iterator[Flask]:
    """The application over this test's database; nothing that it kept is left."""
    store = Store(settings.database)
    registered.extensions |= {
        "scuffle.settings": settings,
        "scuffle.store": store,
        "scuffle.kept": Kept(),
    }
    yield registered
    store.close()


@pytest.fixture
def store(app: Flask) -> Store:
    """The application's store."""
    found: Store = app.extensions["scuffle.store"]
    return found


def csrf_of(client: FlaskClient, path: str, **kwargs: Any) -> str:
    """The token in the first form of a page."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get(path, **kwargs).text)
    assert found, f"no form on {path}"
    return found[1]


def multipart(data: bytes, name: str, **fields: str) -> dict[str, Any]:
    """A form with a file, encoded in memory: Flask's client would leave a temporary file open."""
    parts = [
        f'--edge\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{text}\r\n'.encode()
        for field, text in fields.items()
    ]
    head = f'Content-Disposition: form-data; name="file"; filename="{name}"'
    parts.append(f"--edge\r\n{head}\r\n\r\n".encode() + data + b"\r\n--edge--\r\n")
    return {"data": b"".join(parts), "content_type": "multipart/form-data; boundary=edge"}


@pytest.fixture(name="multipart")
def multipart_fixture() -> Callable[..., dict[str, Any]]:
    """Encodes a form with a file for Flask's client."""
    return multipart


@pytest.fixture
def csrf() -> Callable[..., str]:
    """Reads the token in the first form of a page."""
    return csrf_of


@dataclass
class Person:
    """Somebody with an account: a token's client and, when logged in, a browser."""

    id: str
    name: str
    token: str
    app: Flask

    def call(self, method: str, path: str, **kwargs: Any) -> Any:
        """Ask the API with the token."""
        headers = {"Authorization": f"Bearer {self.token}"} | kwargs.pop("headers", {})
        client = self.app.test_client(use_cookies=False)
        return client.open(f"/api/v1/{path}", method=method, headers=headers, **kwargs)

    def get(self, path: str, **kwargs: Any) -> Any:
        """GET with the token."""
        return self.call("GET", path, **kwargs)

    def post(self, path: str, **kwargs: Any) -> Any:
        """POST with the token."""
        return self.call("POST", path, **kwargs)

    def upload(self, bot: str, data: bytes = BOT, name: str = "bot.py", **fields: str) -> Any:
        """Upload a version."""
        return self.post(f"bots/{bot}/versions", **multipart(data, name, **fields))

    def browser(self) -> FlaskClient:
        """A browser that this person has logged in to."""
        client = self.app.test_client()
        form = {"name": self.name, "password": PASSWORD, "csrf_token": csrf_of(client, "/log-in")}
        assert client.post("/log-in", data=form).status_code == 303
        return client

    def bot(self, name: str, game: str = "virus-war") -> str:
        """Make a bot; gives its id."""
        answer = self.post("bots", json={"name": name, "game": game})
        assert answer.status_code == 201, answer.text
        return str(answer.json["id"])


@pytest.fixture
def person(app: Flask, store: Store) -> Callable[..., Person]:
    """Make an account with the password ``PASSWORD`` and a token."""

    def make(
        name: str, *, scopes: tuple[str, ...] = ("read", "submit"), admin: bool = False
    ) -> Any:
        with store.session() as session:
            account = accounts.create(session, name, KEPT, is_admin=admin)
            session.flush()
            _, secret = tokens.make(session, account.id, "test", scopes)
        return Person(account.id, name, secret, app)

    return make


@pytest.fixture
def anna(person: Callable[..., Person]) -> Person:
    """A competitor."""
    return person("anna")


@pytest.fixture
def ben(person: Callable[..., Person]) -> Person:
    """Another competitor."""
    return person("ben")


@pytest.fixture
def admin(person: Callable[..., Person]) -> Person:
    """An organiser."""
    return person("olga", scopes=("read", "submit", "admin"), admin=True)


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    """A browser that nobody is signed in to."""
    return app.test_client()


def first_action(state: dict[str, Any], api: Any) -> Any:
    """A bot that plays the first legal action."""
    return state["legal_actions"][0]


@pytest.fixture(scope="session")
def fog_replay() -> Replay:
    """A finished match under fog, played for real."""
    return play("virus-war-fog", [first_action, first_action], seed="fog", settings={"size": 6})


@pytest.fixture
def ready(store: Store) -> Callable[[str], str]:
    """Give a bot a version that is ready and active; gives the version's id."""

    def make(bot_id: str) -> str:
        with store.session() as session:
            bot = session.get_one(Bot, bot_id)
            sent = versions.Sent("bot.py", BOT)
            version = versions.add(session, bot, sent, open_upload("bot.py", BOT))
            lifecycle.make_ready(session, version, now())
            return version.id

    return make


@pytest.fixture
def played(store: Store, fog_replay: Replay, ready: Callable[[str], str]) -> Callable[..., str]:
    """Store ``fog_replay`` as a match between two bots, with logs; gives its id."""

    def make(*bots: str, kind: MatchKind = MatchKind.LADDER, over: bool = True) -> str:
        seated = [(bot, ready(bot)) for bot in bots]
        with store.session() as session:
            group = MatchSet(kind=kind, game=fog_replay.game, pairing="", seed="fog")
            group.ended = now() if over else None
            session.add(group)
            session.flush()
            match = _match_row(fog_replay, kind, group)
            match.seats = [_seat_row(fog_replay, player, *one) for player, one in enumerate(seated)]
            session.add(match)
            session.flush()
            session.add(_replay_row(match.id, fog_replay))
            session.add_all(_log_row(match.id, player) for player in range(len(bots)))
            return match.id

    return make


def _match_row(replay: Replay, kind: MatchKind, group: MatchSet) -> Match:
    return Match(
        set=group,
        kind=kind,
        game=replay.game,
        settings=replay.settings,
        num_players=len(replay.players),
        seed=replay.seed,
        status=MatchStatus.FINISHED,
        started=now(),
        finished=now(),
        outcome=replay.outcome,
        steps=len(replay.steps),
        rules_hash=replay.rules_hash,
        tags=["opening"],
    )


def _seat_row(replay: Replay, player: int, bot: str, version: str) -> SeatRow:
    outcome = replay.outcome or {}
    return SeatRow(
        player=player,
        bot_id=bot,
        version_id=version,
        place=outcome["places"][player],
        score=outcome["scores"][player],
        verdict=replay.verdicts[player].verdict,
        detail=f"secret of seat {player}",
    )


def _replay_row(match: str, replay: Replay) -> ReplayRow:
    data = replay.to_bytes()
    return ReplayRow(
        match_id=match, data=gzip.compress(data), hash=sha256(data).hexdigest(), size=len(data)
    )


def _log_row(match: str, player: int) -> Log:
    line = {
        "request": 1, "step": 0, "sent": "{}", "received": "{}", "cpu_us": 1, "wall_us": 2,
        "bank_ms": 1000, "stderr": f"log of seat {player}\u2028",
    }  # fmt: skip
    data = gzip.compress(json.dumps(line, ensure_ascii=False).encode() + b"\n")
    return Log(match_id=match, player=player, data=data, requests=1)


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """The application over HTTP."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def scuffle(address: str, tmp_path: Path) -> Callable[..., str]:
    """Types a line in a folder with a bot; gives stdout, or stderr where it fails."""
    home = tmp_path / "home"
    (tmp_path / "my_bot.py").write_text("def get_action(state):\n    return None\n")

    def run(*words: str, stdin: str = "", code: int = 0, **env: str) -> str:
        settings = {"SCUFFLE_URL": address, "XDG_CONFIG_HOME": str(home), "HOME": str(home)}
        done = subprocess.run(
            [Path(sys.executable).parent / "scuffle", *words],
            cwd=tmp_path,
            env=settings | env,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout if code == 0 else done.stderr

    return run
