"""The scheduler's daily copy of the database: made once a day, seven kept, failures told."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from scuffle_platform.backups import KEPT, Backups, backup_folder, make_copy
from scuffle_platform.settings import Settings
from scuffle_platform.store.backup import BackupFailed, check_sqlite
from scuffle_platform.store.models import Alert, now


def copies(folder: Path) -> list[Path]:
    return sorted((folder / "backups").glob("*.backup"))


@pytest.fixture
def settings(town: Any) -> Settings:
    return Settings(data=town.folder, database_url=town.store.url)


def test_a_copy_is_made_when_the_last_is_a_day_old(town: Any, settings: Settings) -> None:
    backups = Backups(town.store, settings)
    at = now()
    for hours in (0, 1, 23, 25, 26):
        backups.look(at + timedelta(hours=hours))
        backups.wait()
    assert len(copies(town.folder)) == 2
    if town.store.url.startswith("sqlite"):
        assert [check_sqlite(copy) for copy in copies(town.folder)] == [[], []]
    again = Backups(town.store, settings)
    again.look(now() + timedelta(hours=23))
    again.wait()
    assert len(copies(town.folder)) == 2


def test_the_last_seven_are_kept(sqlite_town: Any) -> None:
    town = sqlite_town
    for day in range(KEPT + 2):
        made = make_copy(town.store.url, backup_folder(town.folder), town.now + timedelta(days=day))
    assert len(copies(town.folder)) == KEPT
    assert copies(town.folder)[-1] == made


def test_a_copy_that_fails_is_told_and_tried_again(sqlite_town: Any) -> None:
    town = sqlite_town
    (town.folder / "backups").write_text("in the way")
    backups = Backups(town.store, Settings(data=town.folder, database_url=town.store.url))
    backups.folder = town.folder / "backups" / "deep"
    backups.look(town.now)
    backups.wait()
    with town.store.reading() as session:
        assert "daily copy" in session.scalars(select(Alert)).one().sentence
    backups.folder = town.folder / "copies"
    for minutes in (30, 61):
        backups.look(town.now + timedelta(minutes=minutes))
        backups.wait()
    assert len(list(backups.folder.iterdir())) == 1
    with town.store.reading() as session:
        assert session.scalars(select(Alert)).one().resolved is not None


def test_no_copy_is_made_on_a_disk_that_is_nearly_full(
    sqlite_town: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scuffle_platform.backups.LEAST_FREE_BYTES", 2**60)
    with pytest.raises(BackupFailed, match="less than 1 GB"):
        make_copy(sqlite_town.store.url, sqlite_town.folder / "backups", sqlite_town.now)
