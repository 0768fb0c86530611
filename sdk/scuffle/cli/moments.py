"""Moments as people type them, sent as the site reads them."""

from datetime import UTC, datetime

import click


def moment(text: str) -> str:
    """A day or a time, in UTC where it names no zone, as RFC 3339 has it.

    Raises:
        click.BadParameter: it is neither.
    """
    try:
        found = datetime.fromisoformat(text)
        zoned = found if found.tzinfo else found.replace(tzinfo=UTC)
        return zoned.astimezone(UTC).isoformat().replace("+00:00", "Z")
    except (ValueError, OverflowError):
        raise click.BadParameter(
            f"found '{text}', wanted a day or a time, such as 2026-11-29 or 2026-11-29T14:00Z"
        ) from None
