"""A bot's rating over time: after every fit that held new matches of it, or once a day."""

from collections.abc import Sequence
from dataclasses import dataclass

from scuffle_platform.store import Session
from scuffle_platform.store.models import Version, VersionStatus
from scuffle_platform.store.pages import bots as read
from scuffle_platform.store.pages.bots import Moment
from scuffle_platform.web import chart
from scuffle_platform.web.words import utc

PER = {"fit": "every fit", "day": "a day"}
"""How close the points lie, as in the address, and as a link says it."""
DRAWN = 240
"""Points of a chart: one for every three of its units."""
LISTED = 24
"""Lines of its table."""


@dataclass(frozen=True, slots=True)
class History:
    """What the page of a bot shows of its rating over time."""

    per: str
    drawn: chart.Chart | None
    points: Sequence[chart.Point]
    count: int
    """How many points there are, of which the table shows some."""


def of_bot(session: Session, bot_id: str, versions: Sequence[Version], per: str) -> History:
    """A bot's history.

    Args:
        session: any transaction.
        bot_id: whose.
        versions: all of the bot's; those that became ready are marked where they were uploaded.
        per: a key of ``PER``.
    """
    moments = read.history(session, bot_id)
    points = [_point(moment) for moment in (last_of_days(moments) if per == "day" else moments)]
    ready = {
        f"v{version.number}": utc(version.created).timestamp()
        for version in versions
        if version.status is VersionStatus.READY
    }
    drawn = chart.draw(chart.thinned(points, DRAWN), ready)
    return History(per, drawn, chart.thinned(points, LISTED), len(points))


def last_of_days(moments: Sequence[Moment]) -> list[Moment]:
    """The last moment of each day, in UTC, and version."""
    last = {(utc(moment.at).date(), moment.version): moment for moment in moments}
    return list(last.values())


def _point(moment: Moment) -> chart.Point:
    low, high = moment.rating - moment.plus_minus, moment.rating + moment.plus_minus
    at = utc(moment.at).timestamp()
    return chart.Point(at, moment.rating, low, high, f"v{moment.version}")
