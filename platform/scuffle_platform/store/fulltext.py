"""Searching text: SQLite's own full-text index, in memory, made for one question.

A few hundred sections take some milliseconds, so nothing has to be kept up to date. Words are
compared by their stems; the best come first (BM25), where a word in a heading counts for more.
"""

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

MARK, UNMARK = "\x02", "\x03"
"""Around each word that was found, in what :func:`search` gives back."""
MOST_WORDS = 12
_QUERY = """
SELECT rowid, highlight(held, 0, ?1, ?2), highlight(held, 1, ?1, ?2),
  snippet(held, 2, ?1, ?2, '…', 30)
FROM held WHERE held MATCH ?3 ORDER BY bm25(held, 6, 4, 1), rowid LIMIT ?4
"""
"""The weights are those of a word in a page's title, in a section's heading, in its text."""


@dataclass(frozen=True, slots=True)
class Section:
    """A piece of text that can be found.

    Attributes:
        address: where it stands.
        page: the title of the page that holds it.
        heading: its own heading; empty for what a page begins with.
        text: its text.
    """

    address: str
    page: str
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A section that was found, the words marked by ``MARK`` and ``UNMARK``."""

    section: Section
    page: str
    heading: str
    excerpt: str


def search(sections: Sequence[Section], asked: str, most: int) -> list[Hit]:
    """The sections that hold all words, the best first; if none does, those that hold any.

    Args:
        sections: where to look.
        asked: words, or beginnings of words, as somebody typed them.
        most: how many to give.
    """
    words = re.findall(r"\w+", asked)[:MOST_WORDS]
    if not words:
        return []
    with closing(sqlite3.connect(":memory:")) as index:
        index.execute(
            "CREATE VIRTUAL TABLE held USING fts5(page, heading, text, tokenize='porter unicode61')"
        )
        rows = [(one.page, one.heading, one.text) for one in sections]
        index.executemany("INSERT INTO held VALUES (?, ?, ?)", rows)
        return _found(index, sections, words, most)


def _found(
    index: sqlite3.Connection, sections: Sequence[Section], words: Sequence[str], most: int
) -> list[Hit]:
    quoted = [f'"{word}"*' for word in words]
    for joined in (" AND ".join(quoted), " OR ".join(quoted)):
        rows = index.execute(_QUERY, (MARK, UNMARK, joined, most)).fetchall()
        if rows:
            return [Hit(sections[row[0] - 1], *row[1:]) for row in rows]
    return []
