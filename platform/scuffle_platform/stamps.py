"""Moments in sentences: as people read them, in UTC with its name."""

from datetime import UTC, datetime


def stamp(moment: datetime) -> str:
    """A moment, ``1 Dec 2026, 18:00 UTC``; its seconds only where there are some.

    In the last hours of the calendar not every zone's moment has a date in UTC; such a one stays
    as it was written.
    """
    try:
        at = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except OverflowError:
        return moment.isoformat()
    return f"{at.day} {at:%b %Y, %H:%M}{f':{at.second:02}' if at.second else ''} UTC"
