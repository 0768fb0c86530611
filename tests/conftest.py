"""The real services that tests talk to, and what a missing one means."""

import fcntl
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis
from hypothesis import settings
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from scuffle_platform.supervisor.orphan import prepare_child
from scuffle_platform.supervisor.valkey import server_program
from scuffle_platform.supervisor.waiting import wait_until

# What a site fetches by itself is none of most tests' business; those that want it ask for it.
os.environ.setdefault("SCUFFLE_FETCH_ASSETS", "false")

settings.register_profile("scuffle", deadline=None)
settings.load_profile("scuffle")

# As long as a page may take to do anything: on a busy host, five seconds were once too few.
expect.set_options(timeout=30_000)

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"
CI = os.environ.get("CI") == "true"
BEYOND = "beyond this host: "
"""How the reason of a skip starts that even CI accepts, such as a kernel without a feature."""

CHROMIUM_ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP scuffle.test 127.0.0.1",
]

POSTGRES_SETTINGS = ("-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=50")


def missing(what: str) -> None:
    """Skip a test for want of a component; on CI, where all are installed, fail it."""
    sentence = f"{what}; `./run test` as root on Debian installs it"
    if CI:
        pytest.fail(sentence, pytrace=False)
    pytest.skip(sentence)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Any:
    """On CI a skip is a failure: there everything is installed, so nothing has an excuse."""
    report = yield
    if CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else "")
        if not reason.removeprefix("Skipped: ").startswith(BEYOND):
            report.outcome = "failed"
            report.longrepr = f"skipped on CI: {reason}"
    return report


@pytest.fixture(scope="session")
def short_folder() -> Iterator[Path]:
    """A folder with a short name: a socket's path has room for 107 bytes."""
    folder = Path(tempfile.mkdtemp(prefix="scuffle-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def valkey(short_folder: Path) -> Iterator[str]:
    """The URL of a real Valkey that belongs to this test process."""
    path = short_folder / "valkey.sock"
    server = subprocess.Popen(
        [server_program(), "--port", "0", "--unixsocket", str(path), "--save", ""],
        cwd=short_folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=partial(prepare_child, os.getpid()),
    )
    wait_until(path.exists, 20, f"Valkey makes {path}")
    yield f"unix://{path}"
    server.terminate()
    server.wait(20)


@pytest.fixture
def empty_valkey(valkey: str) -> str:
    """The same server, emptied for this test."""
    with redis.Redis.from_url(valkey) as connection:
        connection.flushall()
    return valkey


def _postgres_programs() -> Path:
    """The newest PostgreSQL on this host: the folder with ``initdb`` and ``postgres``."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        missing("PostgreSQL's server programs are not on this host")
    return found[-1].parent


def _postgres_user() -> dict[str, Any]:
    """PostgreSQL refuses to run as root, so as root it runs as Debian's ``postgres``."""
    if os.geteuid() != 0:
        return {}
    entry = pwd.getpwnam("postgres")
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": ()}


@pytest.fixture(scope="session")
def postgres_socket() -> Iterator[Path]:
    """The socket folder of a PostgreSQL cluster that belongs to this test process."""
    programs, user = _postgres_programs(), _postgres_user()
    folder = Path(tempfile.mkdtemp(prefix="scuffle-pg-"))
    os.chown(folder, user.get("user", -1), user.get("group", -1))
    made = subprocess.run(
        [programs / "initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8"],
        cwd=folder,
        capture_output=True,
        check=False,
        **user,
    )
    assert made.returncode == 0, made.stderr.decode()
    server = subprocess.Popen(
        [programs / "postgres", "-D", folder / "data", "-k", folder, *POSTGRES_SETTINGS],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=partial(prepare_child, os.getpid()),
        **user,
    )
    wait_until(lambda: _postgres_answers(folder), 60, "PostgreSQL answers")
    yield folder
    server.send_signal(2)  # SIGINT: PostgreSQL's "fast" shutdown
    server.wait(30)
    shutil.rmtree(folder, ignore_errors=True)


def _postgres_answers(folder: Path) -> bool:
    try:
        psycopg.connect(host=str(folder), user="postgres", dbname="postgres").close()
    except psycopg.OperationalError:
        return False
    return True


@pytest.fixture
def copied_postgres(postgres_socket: Path) -> Iterator[Callable[[str], str]]:
    """Copies a database of the cluster by its name; gives the copy's SQLAlchemy URL."""
    where = {"host": str(postgres_socket), "user": "postgres", "dbname": "postgres"}
    made: list[str] = []

    def copy(template: str) -> str:
        made.append(f"test_{uuid.uuid4().hex}")
        with psycopg.connect(**where, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{made[-1]}" TEMPLATE "{template}"')
        return f"postgresql+psycopg://postgres@/{made[-1]}?host={postgres_socket}"

    yield copy
    with psycopg.connect(**where, autocommit=True) as connection:
        for name in made:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def postgres_url(copied_postgres: Callable[[str], str]) -> str:
    """The SQLAlchemy URL of a fresh, empty database."""
    return copied_postgres("template1")


@pytest.fixture(scope="session")
def docker_engine() -> Iterator[Any]:
    """A client of this host's Docker engine."""
    import docker

    try:
        client = docker.from_env()
        client.ping()
    except docker.errors.DockerException as error:
        missing(f"no Docker engine answers ({error})")
    yield client
    client.close()


def _once_a_run(name: str, run: str, command: Sequence[str | Path]) -> None:
    """Run a command that makes an image, in one of the processes of this test run."""
    with (Path(tempfile.gettempdir()) / f"scuffle-{name}.made").open("a+") as made:
        fcntl.flock(made, fcntl.LOCK_EX)
        made.seek(0)
        if made.read() == run:
            return
        environment = {**os.environ, "PYTHON": sys.executable}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.fail(f"{command[0]}: {done.stdout[-2000:]}{done.stderr[-2000:]}", pytrace=False)
        made.truncate(0)
        made.write(run)


@pytest.fixture(scope="session")
def bot_images(docker_engine: Any, testrun_uid: str) -> None:
    """The images that bots run in, made by the project's own script from this checkout.

    A host pays once, some minutes and 3.5 GB: the script leaves alone what has not changed.
    """
    _once_a_run("bot-images", testrun_uid, (DEPLOY / "images" / "build",))


@pytest.fixture(scope="session")
def site_image(docker_engine: Any, testrun_uid: str) -> str:
    """The image of site and worker, made by the project's own script from this checkout."""
    _once_a_run("site-image", testrun_uid, (DEPLOY / "build", "scuffle-test"))
    return "scuffle-test"


@pytest.fixture(scope="session")
def kept_town(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of a settled town, made once a run; ``e2e.town_copies`` copies it."""
    from e2e.town_copies import keep_town

    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "kept-town"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        keep_town(folder)
    return folder


@pytest.fixture(scope="session")
def python_for_browsers(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Pyodide's files, fetched once a run: what ``pyodide`` in a data folder may link to."""
    from scuffle_platform.pyodide.fetch import fetch

    if shutil.which("npm") is None:
        pytest.skip(f"{BEYOND}npm, which fetches Python for browsers")
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "python-for-browsers"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return fetch(folder).parent


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of this host's Chromium."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        missing("Chromium is not on this host")
    return str(path)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright's driver: a process can have one, so every browser test shares it."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    """The host's Chromium."""
    launched = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
    yield launched
    launched.close()
