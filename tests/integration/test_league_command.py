"""``scuffle admin league create``."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scuffle.cli import main
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store, leagues
from scuffle_platform.store.models import now

CLOSES = f"{now() + timedelta(days=90):%Y-%m-%dT16:00}"
ASKED = ("--game", "virus-war", "--owner", "ann", "--closes", CLOSES)


@pytest.fixture(autouse=True)
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An SQLite site with one account."""
    monkeypatch.setenv("SCUFFLE_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("SCUFFLE_DATABASE_URL", raising=False)
    scuffle("db", "upgrade")
    scuffle("admin", "user", "create", "ann")


def scuffle(*arguments: str) -> Result:
    """One command."""
    return CliRunner().invoke(main, arguments)


def test_it_prints_the_code_and_the_address() -> None:
    made = scuffle("admin", "league", "create", "Клас 7-Б", *ASKED, "--late-replays")
    assert made.exit_code == 0, made.output
    code = re.search(r"join\?code=(\w{10})$", made.output.strip())
    assert code
    with Store(Settings().database) as store, store.reading() as session:
        league = leagues.by_code(session, code[1].lower())
        assert league is not None
        ladder = league.ladder
        told = (ladder.name, ladder.visibility, league.replays, f"{ladder.closes:%Y-%m-%dT%H:%M}")
    assert told == ("Клас 7-Б", "private", "after-close", CLOSES)


@pytest.mark.parametrize(
    ("name", "changed", "sentence"),
    [
        ("7 b", ("--owner", "bea"), "There is no account 'bea'"),
        ("7 b", ("--game", "chess"), "chess"),
        ("7 b", ("--closes", "2020-01-01"), "would close on 1 Jan 2020"),
        ("x", (), "choose 2 to 60"),
    ],
)
def test_it_says_what_is_wrong(name: str, changed: tuple[str, ...], sentence: str) -> None:
    refused = scuffle("admin", "league", "create", name, *ASKED, *changed)
    assert refused.exit_code == 1
    assert sentence in refused.output
