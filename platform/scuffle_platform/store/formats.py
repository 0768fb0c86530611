"""A format as text: what seat biases, pairings and pages group matches by."""

import json
from hashlib import sha256
from typing import Any

LONGEST = 200


def format_key(num_players: int, settings: dict[str, Any]) -> str:
    """Number of players and settings as canonical text, cut by a hash where it is long."""
    text = json.dumps(settings, sort_keys=True, separators=(",", ":"))
    key = f"{num_players}:{text}"
    if len(key) <= LONGEST:
        return key
    digest = sha256(key.encode()).hexdigest()
    return f"{key[: LONGEST - len(digest) - 1]}#{digest}"
