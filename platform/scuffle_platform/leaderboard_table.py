"""A whole leaderboard as CSV: names in any script, so UTF-8."""

import csv
import io
from collections.abc import Iterable

from flask import Response

from scuffle_platform.store.pages.leaderboards import Standing

COLUMNS = (
    "rank", "bot", "owner", "version", "language", "rating", "plus_minus", "games", "wins",
    "draws", "losses",
)  # fmt: skip
"""``plus_minus`` is half of the 95 % interval, as on the page."""


def leaderboard_file(name: str, lines: Iterable[Standing]) -> Response:
    """A line for each ranked bot, best first, to download as ``name`` with ``.csv``."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    writer.writerows(_row(line) for line in lines)
    answer = Response(out.getvalue(), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def _row(line: Standing) -> tuple[str | int | float, ...]:
    who = (line.rank, line.name, line.owner, line.version, line.language)
    return (*who, line.rating, line.plus_minus, line.games, line.wins, line.draws, line.losses)
