"""Every schema that was ever released is brought up to date with its rows in it."""

from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    func,
    insert,
    select,
)

from scuffle_platform.store import Store
from scuffle_platform.store.migrate import differences, migrate, newest, revisions

SAMPLES: tuple[tuple[type[Any], Any], ...] = (
    (JSON, {"kept": [1]}),
    (DateTime, datetime(2026, 3, 1)),
    (Boolean, True),
    (Integer, 1),
    (Float, 1.5),
    (LargeBinary, b"kept"),
)


def a_value(column: Column[Any]) -> Any:
    """A value that the column takes; every reference in the database is to ``x``."""
    for kind, value in SAMPLES:
        if isinstance(column.type, kind):
            return value
    return "x"


def fill(store: Store) -> dict[str, int]:
    """A row in each table, all fields set; how many rows each table has then."""
    tables = reflected(store)
    with store.session() as session:
        for table in tables:
            values = {column.name: a_value(column) for column in table.columns}
            session.execute(insert(table).values(values))
    return counts(store, tables)


def reflected(store: Store) -> list[Table]:
    metadata = MetaData()
    metadata.reflect(store.engine)
    return [table for table in metadata.sorted_tables if table.name != "alembic_version"]


def counts(store: Store, tables: list[Table]) -> dict[str, int]:
    with store.reading() as session:
        return {
            one.name: session.scalar(select(func.count()).select_from(one)) or 0 for one in tables
        }


@pytest.mark.parametrize("old", revisions()[:-1])
def test_an_old_database_keeps_its_rows(database_url: str, old: str) -> None:
    migrate(database_url, old)
    with Store(database_url) as store:
        before = fill(store)
        assert set(before.values()) == {1}
    assert migrate(database_url) == newest()
    with Store(database_url) as store:
        after = counts(store, reflected(store))
        assert after.items() >= before.items()
        assert differences(store) == []
