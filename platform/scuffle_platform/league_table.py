"""A league's table for its owner, as CSV: names in any script, so UTF-8."""

import csv
import io

from flask import Response

from scuffle_platform import leagues
from scuffle_platform.auth import is_admin, required_account
from scuffle_platform.context import store
from scuffle_platform.store.pages import leagues as pages
from scuffle_platform.store.pages.leagues import Line

COLUMNS = (
    "account", "bot", "version", "rating", "plus_minus", "games", "wins", "draws", "losses",
    "failures", "final_place",
)  # fmt: skip
"""One more follows for each house bot: ``chance_against_`` and its name, from 0 to 1."""


def table_file(league_id: str) -> Response:
    """A line for each member, as a file that no cache keeps.

    Raises:
        Problem: the league is another account's.
    """
    with store().reading() as session:
        found = leagues.owned(session, league_id, required_account(), is_admin())
        house, lines = pages.table(session, found)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*COLUMNS, *(f"chance_against_{name}" for name in house)])
    writer.writerows(_row(line) for line in lines)
    answer = Response(out.getvalue(), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="league-{found.ladder_id}.csv"'
    answer.headers["Cache-Control"] = "no-store, private"
    return answer


def _row(line: Line) -> list[str | int | float | None]:
    rating = line.rating
    figures = [getattr(rating, name) if rating else None for name in COLUMNS[3:9]]
    chances = [None if one is None else round(one, 3) for one in line.chances.values()]
    return [line.account, line.bot, line.version, *figures, line.failures, line.final, *chances]
