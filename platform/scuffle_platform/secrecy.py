"""What of a match is still secret, decided where bytes are served."""

import gzip

from scuffle.replay import Replay
from scuffle_platform.store.models import Match, MatchStatus

WITHHELD = ""
"""What a replay says for a seed that is not told yet."""

OVER = (MatchStatus.FINISHED, MatchStatus.VOID, MatchStatus.CANCELLED)


def shown_seed(match: Match) -> str | None:
    """The match's seed once nobody can gain by it: when the last match of its set has ended.

    Until then a rotation with the same dice may be waiting for the very same bots.
    """
    over = match.set.ended is not None if match.set else match.status in OVER
    return match.seed if over else None


def shown_replay(match: Match, packed: bytes) -> Replay:
    """A stored replay as it may be seen now.

    Args:
        match: the match, with its set.
        packed: the replay as stored, gzipped JSON.
    """
    replay = Replay.from_bytes(gzip.decompress(packed))
    if shown_seed(match) is None:
        return replay.model_copy(update={"seed": WITHHELD})
    return replay
