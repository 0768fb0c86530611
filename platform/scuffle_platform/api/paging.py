"""Lists in pages: an opaque cursor says where the next one begins."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field

from scuffle_platform.problems import Problem, invalid

MOST = 100

Row = TypeVar("Row")


class PageQuery(BaseModel):
    """Which page of a list is asked for."""

    model_config = ConfigDict(extra="forbid")

    cursor: str | None = Field(
        None, max_length=200, description="The `next` of the page before; left out: first page."
    )
    limit: int = Field(50, ge=1, le=MOST, description="How many items a page holds at most.")


def pack_cursor(created: datetime, row_id: str) -> str:
    """The cursor after the row made at ``created`` with the id ``row_id``."""
    text = f"{created.astimezone(UTC).isoformat()} {row_id}"
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_cursor(cursor: str | None) -> tuple[datetime, str] | None:
    """The row that a cursor stands for, ``None`` for the first page.

    Raises:
        Problem: it is none of ours.
    """
    if cursor is None:
        return None
    try:
        text = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
        created, _, row_id = text.partition(" ")
        if not row_id.isalnum():
            raise ValueError(row_id)
        return datetime.fromisoformat(created).astimezone(UTC), row_id
    except (ValueError, OverflowError):
        raise _no_cursor() from None


def read_place(cursor: str | None) -> int:
    """How many rows of a list lie before the page of a counting cursor, 0 for the first page.

    Raises:
        Problem: it is none of ours.
    """
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 10):
        raise _no_cursor()
    return int(cursor)


def page_of(rows: Sequence[Row], query: PageQuery) -> tuple[Sequence[Row], str | None]:
    """A page of a list so short that it is read whole, and where the next page begins.

    Raises:
        Problem: the cursor is none of ours.
    """
    first = read_place(query.cursor)
    end = first + query.limit
    return rows[first:end], str(end) if end < len(rows) else None


def _no_cursor() -> Problem:
    return invalid(
        "The cursor is not one that a list gave out.",
        "Send the 'next' of the page before, unchanged, or no cursor for the first page.",
    )
