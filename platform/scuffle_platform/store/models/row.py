"""What every table shares: column types and naming."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, DateTime, Dialect, Enum, MetaData, String
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import TypeDecorator

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}

Id = String(12)
Hash = String(64)
Name = String(64)


class UtcTime(TypeDecorator[datetime]):
    """A moment: aware in Python, UTC without a zone in both databases."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Store UTC.

        Raises:
            ValueError: the moment names no zone.
        """
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone; give a moment in UTC")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give UTC back."""
        return None if value is None else value.replace(tzinfo=UTC)


class Row(DeclarativeBase):
    """The parent of every table."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = {  # noqa: RUF012 (SQLAlchemy reads a plain dict here)
        datetime: UtcTime,
        dict[str, Any]: JSON,
        list[Any]: JSON,
    }


def word(kind: type[StrEnum]) -> Enum:
    """A column that holds the words of ``kind`` as plain text."""
    return Enum(
        kind,
        native_enum=False,
        create_constraint=False,
        length=16,
        values_callable=lambda words: [member.value for member in words],
    )


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)
