"""The operator's commands on real databases: upgrade, check, backup, restore, accounts."""

import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scuffle.cli import main
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store, accounts
from scuffle_platform.store.migrate import migrate, newest
from scuffle_platform.store.models import Account
from scuffle_platform.store.sessions import use_invite
from scuffle_platform.supervisor.datafolder import DataFolder
from scuffle_platform.supervisor.waiting import wait_until

Scuffle = Callable[..., Result]
APP = "scuffle_platform.app:create_app()"


@pytest.fixture(params=["sqlite", "postgres"])
def scuffle(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Scuffle:
    """``scuffle`` over an empty database of each kind."""
    monkeypatch.setenv("SCUFFLE_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("SCUFFLE_DATABASE_URL", raising=False)
    if request.param == "postgres":
        monkeypatch.setenv("SCUFFLE_DATABASE_URL", request.getfixturevalue("postgres_url"))

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(main, arguments)

    return call


def test_a_backup_brings_back_what_was_there(scuffle: Scuffle, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert scuffle("db", "upgrade").exit_code == 0
    assert scuffle("admin", "user", "create", "ann").exit_code == 0
    made = scuffle("db", "backup", str(copy))
    assert made.exit_code == 0, made.output
    assert copy.stat().st_mode & 0o077 == 0
    assert scuffle("admin", "user", "create", "bea").exit_code == 0
    back = scuffle("db", "restore", str(copy))
    assert back.exit_code == 0, back.output
    assert scuffle("db", "check").exit_code == 0
    assert scuffle("admin", "user", "link", "ann").exit_code == 0
    gone = scuffle("admin", "user", "link", "bea")
    assert gone.exit_code == 1
    assert "There is no account 'bea'." in gone.output


def test_a_link_leads_to_the_site_of_the_folder(
    scuffle: Scuffle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SCUFFLE_URL", raising=False)
    other = tmp_path / "other"
    for folder in (tmp_path / "data", other):
        assert scuffle("db", "upgrade", "--data", str(folder)).exit_code == 0
    monkeypatch.setenv("SCUFFLE_DATA", str(tmp_path / "data"))
    assert "http://127.0.0.1:8000/log-in/" in scuffle("admin", "user", "create", "ann").output
    other.mkdir(exist_ok=True)
    (other / "url").write_text("http://127.0.0.1:8123\n")
    assert (
        "http://127.0.0.1:8123/log-in/"
        in scuffle("admin", "user", "create", "bea", "--data", str(other)).output
    )
    monkeypatch.setenv("SCUFFLE_URL", "https://bots.example/")
    assert "https://bots.example/log-in/" in scuffle("admin", "user", "link", "bea").output
    flag = scuffle("admin", "user", "link", "bea", "--url", "http://10.0.0.1/")
    assert "http://10.0.0.1/log-in/" in flag.output


def test_an_empty_database_is_told_from_a_whole_one(scuffle: Scuffle) -> None:
    empty = scuffle("db", "check")
    assert empty.exit_code == 1
    assert "scuffle db upgrade" in empty.output
    assert scuffle("db", "upgrade").exit_code == 0
    assert scuffle("db", "check").exit_code == 0


def test_nothing_is_no_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere, copy = tmp_path / "elsewhere.db", tmp_path / "copy"
    monkeypatch.setenv("SCUFFLE_DATABASE_URL", f"sqlite:///{elsewhere}")

    def said(command: str) -> str:
        return CliRunner().invoke(main, ("db", command, str(copy))).output

    assert "nothing to copy" in said("backup")
    elsewhere.touch()
    assert "nothing to copy" in said("backup")
    assert not copy.exists()
    copy.touch()
    assert "holds no tables of Scuffle" in said("restore")


def test_no_backup_overwrites_a_file(scuffle: Scuffle, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("precious")
    scuffle("db", "upgrade")
    refused = scuffle("db", "backup", str(tmp_path / "precious"))
    assert refused.exit_code == 1
    assert "exists already" in refused.output
    assert (tmp_path / "precious").read_text() == "precious"


def test_what_is_no_backup_is_refused(scuffle: Scuffle, tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG and more")
    scuffle("db", "upgrade")
    for name in ("picture", "missing"):
        refused = scuffle("db", "restore", str(tmp_path / name))
        assert refused.exit_code == 1
        assert "Traceback" not in refused.output
    assert scuffle("db", "check").exit_code == 0


def test_a_backup_is_put_back_while_the_site_runs(scuffle: Scuffle, tmp_path: Path) -> None:
    """Whoever reads meanwhile sees the old rows or the new ones, and writers go on."""
    scuffle("db", "upgrade")
    scuffle("admin", "user", "create", "ann")
    scuffle("db", "backup", str(tmp_path / "copy"))
    scuffle("admin", "user", "create", "bea")
    seen: set[frozenset[str]] = set()
    stop = threading.Event()

    def names(store: Store) -> frozenset[str]:
        with store.reading() as session:
            return frozenset({"ann", "bea"} & {one.name for one in session.query(Account)})

    def read() -> None:
        with Store(Settings().database) as store:
            while not stop.is_set():
                seen.add(names(store))

    with DataFolder(tmp_path / "data"), Store(Settings().database) as store:
        readers = [threading.Thread(target=read) for _ in range(2)]
        for reader in readers:
            reader.start()
        wait_until(lambda: seen, 20, "somebody reads")
        back = scuffle("db", "restore", str(tmp_path / "copy"))
        wait_until(lambda: frozenset({"ann"}) in seen, 20, "the restored rows are seen")
        stop.set()
        for reader in readers:
            reader.join()
        assert back.exit_code == 0, back.output
        with store.session() as session:
            accounts.create(session, "cyd", "x")
        assert names(store) == {"ann"}
    assert seen == {frozenset({"ann", "bea"}), frozenset({"ann"})}


def test_a_copy_without_a_name_joins_the_daily_ones(scuffle: Scuffle, tmp_path: Path) -> None:
    scuffle("db", "upgrade")
    made = scuffle("db", "backup")
    assert made.exit_code == 0, made.output
    (copy,) = (tmp_path / "data" / "backups").iterdir()
    assert str(copy) in made.output
    assert scuffle("db", "restore", str(copy)).exit_code == 0


def test_no_folder_is_made_for_a_mistyped_name(scuffle: Scuffle, tmp_path: Path) -> None:
    scuffle("db", "upgrade")
    refused = scuffle("db", "backup", str(tmp_path / "mistyped" / "copy"))
    assert refused.exit_code == 1
    assert "there is no folder" in refused.output
    assert not (tmp_path / "mistyped").exists()


def test_a_copy_of_an_older_version_is_brought_up_to_date(scuffle: Scuffle, tmp_path: Path) -> None:
    migrate(Settings().database, "0003")
    scuffle("db", "backup", str(tmp_path / "copy"))
    scuffle("db", "upgrade")
    back = scuffle("db", "restore", str(tmp_path / "copy"))
    assert back.exit_code == 0, back.output
    assert scuffle("db", "check").exit_code == 0


@pytest.mark.parametrize("what", ["newer", "cut"])
def test_a_copy_that_cannot_be_used_changes_nothing(
    scuffle: Scuffle, tmp_path: Path, what: str
) -> None:
    scuffle("db", "upgrade")
    scuffle("admin", "user", "create", "ann")
    copy = tmp_path / "copy"
    with Store(Settings().database) as store:
        if what == "newer":
            _set_revision(store, "9999")
        scuffle("db", "backup", str(copy))
        _set_revision(store, newest())
    if what == "cut":
        copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    refused = scuffle("db", "restore", str(copy))
    assert refused.exit_code == 1
    assert "fault of Scuffle" not in refused.output
    if what == "newer":
        assert "install a newer one first" in refused.output
    assert scuffle("db", "check").exit_code == 0
    assert scuffle("admin", "user", "link", "ann").exit_code == 0


def _set_revision(store: Store, revision: str) -> None:
    with store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")


def test_an_account_gets_its_link_and_token_once(scuffle: Scuffle) -> None:
    scuffle("db", "upgrade")
    made = scuffle("admin", "user", "create", "ann", "--admin", "--token", "read,submit")
    assert "/log-in/" in made.output
    assert "scf_" in made.output
    again = scuffle("admin", "user", "create", "Ann")
    assert again.exit_code == 1
    assert "taken" in again.output
    unknown = scuffle("admin", "user", "create", "bea", "--token", "fly")
    assert "There is no scope 'fly'" in unknown.output


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("SIGNUP", "nope", "SCUFFLE_SIGNUP: Input should be 'open', 'invite' or 'closed'"),
        ("DATABASE_URL", "banana", "SCUFFLE_DATABASE_URL: wanted postgresql://"),
        ("REDIS_URL", "banana", "SCUFFLE_REDIS_URL: wanted redis://"),
        ("DATABASE_URL", "postgresql://ann:pass@127.0.0.1:1/x", "Connection refused"),
    ],
)
@pytest.mark.parametrize("command", ["upgrade", "check", "backup copy"])
def test_a_wrong_setting_is_no_fault_of_scuffle(
    command: str,
    name: str,
    value: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SCUFFLE_DATA", str(tmp_path))
    monkeypatch.setenv(f"SCUFFLE_{name}", value)
    monkeypatch.chdir(tmp_path)
    wrong = CliRunner().invoke(main, ("db", *command.split()))
    assert wrong.exit_code == 1
    assert sentence in wrong.output
    assert "fault of Scuffle" not in wrong.output
    assert "ann:pass" not in wrong.output


def test_an_invitation_lets_one_person_in(scuffle: Scuffle) -> None:
    scuffle("db", "upgrade")
    made = scuffle("admin", "invite")
    assert made.exit_code == 0, made.output
    code = made.output.split()[-1]
    with Store(Settings().database) as store, store.session() as session:
        ann = accounts.create(session, "ann", "x")
        assert use_invite(session, code, ann.id)
        assert not use_invite(session, code, ann.id)


def test_accounts_of_an_empty_database_are_told_in_a_sentence(scuffle: Scuffle) -> None:
    for command in (("user", "link", "ann"), ("user", "create", "ann"), ("invite",)):
        refused = scuffle("admin", *command)
        assert refused.exit_code == 1
        assert "scuffle db upgrade" in refused.output
        assert "fault of Scuffle" not in refused.output


TOMORROW = datetime.now(UTC) + timedelta(days=1)
LOOKING = [
    "db check",
    "db backup copy",
    "admin user create ann",
    "admin user link ann",
    "admin invite",
    "admin pause all",
    "admin drain worker-1",
    "admin void --worker w --since 2h",
    "admin bot disable needle",
    "admin season start virus-war",
    f"admin league create Class --game virus-war --owner ann --closes {TOMORROW:%Y-%m-%d}",
]


@pytest.mark.parametrize("line", LOOKING)
def test_no_command_makes_a_database_in_a_wrong_folder(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only ``db upgrade`` and ``db restore`` do: else the next command would find an empty one."""
    monkeypatch.setenv("SCUFFLE_DATA", "")  # which --data overwrites
    monkeypatch.delenv("SCUFFLE_DATABASE_URL", raising=False)
    monkeypatch.chdir(tmp_path)
    refused = CliRunner().invoke(main, [*line.split(), "--data", "elsewhere"])
    assert refused.exit_code == 1
    assert str(tmp_path / "elsewhere") in refused.output
    assert "fault of Scuffle" not in refused.output
    assert list(tmp_path.iterdir()) == []


def test_serve_hands_over_to_gunicorn(tmp_path: Path) -> None:
    """The web server is checked as it would run, without listening."""
    settings = ("--config", "python:scuffle_platform.gunicorn_settings")
    checked = subprocess.run(
        (sys.executable, "-m", "gunicorn", "--check-config", *settings, APP),
        env={"SCUFFLE_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
