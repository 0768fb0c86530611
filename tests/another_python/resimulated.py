"""What a recorded match comes to when its actions are played again; any Python runs this file."""

import json
from hashlib import sha256

from scuffle.contract import CHANCE
from scuffle.replay import Replay


def resimulated(data: str) -> str:
    """Outcome and verdicts of a replay's actions, and one hash of every position on the way.

    Args:
        data: the replay's bytes as text.

    Returns:
        JSON, the same on every Python that agrees with the one that recorded the match.
    """
    replay = Replay.from_bytes(data.encode())
    rules, found = replay.rules, replay.refold()
    seen = sha256()
    for state in found.states:
        player = rules.to_act(state)
        legal = [] if player is None else list(rules.legal_actions(state, player))
        whose = None if player in (None, CHANCE) else player
        told = {"view": rules.view(state, whose), "legal": legal}
        seen.update(_text(told).encode())
    outcome = found.outcome.to_dict() if found.outcome else None
    return _text(
        {
            "outcome": outcome,
            "as_recorded": _text(outcome) == _text(replay.outcome),
            "verdicts": [one.verdict for one in replay.verdicts],
            "positions": len(found.states),
            "hash": seen.hexdigest(),
        }
    )


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)
