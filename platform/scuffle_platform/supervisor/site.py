"""One site on one machine, from the lock on its data folder to the last words."""

import os
import subprocess
import urllib.request
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from shutil import which

from scuffle_platform.supervisor import plans, valkey
from scuffle_platform.supervisor.address import free_port
from scuffle_platform.supervisor.datafolder import DataFolder
from scuffle_platform.supervisor.keeper import Keeper, Stopped
from scuffle_platform.supervisor.orphan import prepare_child
from scuffle_platform.supervisor.part import Part
from scuffle_platform.supervisor.welcome import url_of, welcome

START_LIMIT_S = 60.0


@dataclass(frozen=True)
class Wishes:
    """What the person asked for on the command line."""

    host: str
    port: int
    data: Path | None
    workers: int
    sandbox: str

    @property
    def folder(self) -> Path:
        """The data folder asked for."""
        return self.data or Path(os.environ.get("SCUFFLE_DATA") or "data")

    @property
    def elsewhere(self) -> Path | None:
        """The data folder asked for, if the command line would look into another one."""
        usual = Path(os.environ.get("SCUFFLE_DATA") or "data").resolve()
        return None if self.folder.resolve() == usual else self.folder.resolve()


class CannotStart(Exception):
    """A part that everything else needs does not come up; the sentence says which and why."""


def _say(text: str) -> None:
    print(text, flush=True)


class Site:
    """Everything that one ``./run`` starts."""

    def __init__(self, wishes: Wishes) -> None:
        self._wishes = wishes

    def run(self) -> int:
        """Start everything, keep it up until a signal, stop it; the exit code."""
        with DataFolder(self._wishes.folder) as folder:
            keeper = Keeper(folder.logs, self._environment(folder), _say)
            try:
                self._start(keeper, folder)
                keeper.keep()
            except Stopped:
                _say("\nStopping …")
            except CannotStart as error:
                _say(f"run: {error}")
                return 1
            finally:
                keeper.stop()
                (folder.path / "url").unlink(missing_ok=True)
        _say("Stopped.")
        return 0

    def _environment(self, folder: DataFolder) -> dict[str, str]:
        """The variables of all parts; ``SCUFFLE_RUN`` labels this folder's containers."""
        return {
            "SCUFFLE_REDIS_URL": f"unix://{folder.socket}",
            **os.environ,
            "SCUFFLE_DATA": str(folder.path),
            "SCUFFLE_SANDBOX": self._wishes.sandbox,
            "SCUFFLE_RUN": sha256(os.fsencode(folder.path)).hexdigest()[:12],
        }

    def _start(self, keeper: Keeper, folder: DataFolder) -> None:
        environment = self._environment(folder)
        redis_url = environment["SCUFFLE_REDIS_URL"]
        if redis_url == f"unix://{folder.socket}":
            keeper.start(plans.queue(folder.socket, folder.path / "queue"))
        self._prepare(folder, environment)
        if not keeper.wait_for(partial(valkey.answers, redis_url), START_LIMIT_S):
            raise CannotStart(f"no Valkey or Redis answers at {redis_url}; logs in {folder.logs}")
        self._start_parts(keeper, folder)

    def _port(self) -> int:
        wanted = self._wishes.port
        found = free_port(self._wishes.host, wanted)
        if found != wanted:
            _say(f"Port {wanted} is busy; using {found}.")
        return found

    def _prepare(self, folder: DataFolder, environment: dict[str, str]) -> None:
        """Bring tables and house bots up to date, in a process that ends again.

        It has a session of its own: a Ctrl-C is ours, and waits until the tables are whole.
        """
        done = subprocess.run(
            (plans.SCUFFLE, "db", "upgrade"),
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=partial(prepare_child, os.getpid()),
            check=False,
        )
        if done.returncode:
            last = done.stdout.decode(errors="replace")[-3_000:]
            raise CannotStart(f"the database in {folder.path} cannot be prepared:\n{last}")

    def _start_parts(self, keeper: Keeper, folder: DataFolder) -> None:
        """The site first and alone: with all parts at once the first page comes seconds later."""
        wishes = self._wishes
        port = self._port()
        (web,) = keeper.start(plans.web(wishes.host, port))
        url = url_of(wishes.host, port)
        if not keeper.wait_for(lambda: web.left_down or _answers(url), START_LIMIT_S):
            raise CannotStart(_why_no_page(web))
        keeper.start(plans.recorder(), plans.scheduler())
        slots = range(wishes.workers)
        keeper.start(plans.boards(wishes.sandbox))
        keeper.start(*(plans.worker(n, len(slots), wishes.sandbox) for n in slots))
        (folder.path / "url").write_text(url + "\n")
        if not web.left_down:
            _say(welcome(wishes.host, port, wishes.elsewhere, _signup()))
        if _wants_assets(folder.path):
            keeper.start(plans.assets())


def _signup() -> str:
    """Who may make an account, as the site has it that has just come up."""
    from scuffle_platform.settings import Settings

    return Settings().signup


def _wants_assets(data: Path) -> bool:
    """Whether Python for browsers is to be fetched and can be."""
    # Imported now that the site is up: nobody waits for it.
    from scuffle_platform.pyodide.files import are_here
    from scuffle_platform.settings import Settings

    return not are_here(data) and bool(which("npm")) and Settings().fetch_assets


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=2) as answer:  # noqa: S310 - our own
            return bool(answer.status == 200)
    except OSError:
        return False


def _why_no_page(web: Part) -> str:
    last = "\n".join(f"    {line}" for line in web.last_lines())
    return f"the site does not answer after {START_LIMIT_S:g} s. Its last lines:\n{last}"
