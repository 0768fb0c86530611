"""A list of matches as the API gives it whole, line by line."""

import json
from urllib.parse import urlencode

from scuffle_platform.store.listing import Wanted

_AS_THEY_ARE = (
    "game", "ladder", "kind", "status", "bot", "opponent", "version", "seat", "verdict", "tag",
)  # fmt: skip


def export_address(wanted: Wanted) -> str | None:
    """Where the API gives all that a list's filters find; ``None`` where its own say less.

    It knows no "any failure", and wants a bot for a version or a result.
    """
    if wanted.failed or (wanted.bot is None and (wanted.version or wanted.result)):
        return None
    asked = {name: getattr(wanted, name) for name in _AS_THEY_ARE} | {
        "outcome": wanted.result or wanted.reason,
        "series": wanted.contest,  # or tournament: the id decides
        "settings": json.dumps(wanted.settings) if wanted.settings else None,
        "since": wanted.since.isoformat() if wanted.since else None,
        "mine": "true" if wanted.account else None,
    }
    given = {name: value for name, value in asked.items() if value is not None}
    return f"/api/v1/matches.ndjson?{urlencode(given)}".rstrip("?")
