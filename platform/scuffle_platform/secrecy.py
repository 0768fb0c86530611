"""What of a match is still secret, decided where bytes are served."""

import gzip

from scuffle.replay import Replay
from scuffle_platform.auth import caller, is_admin
from scuffle_platform.problems import Problem
from scuffle_platform.store import sight
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


def may_watch(match: Match) -> bool:
    """Whether whoever asks may see how a match was played, once it is over."""
    who = caller()
    return is_admin() or sight.watches(match, who.account.id if who else None)


def check_watch(match: Match) -> None:
    """Show nothing of how a match was played to who may not see it yet.

    Raises:
        Problem: 403, it is another member's match of a league whose replays open after the close.
    """
    if may_watch(match):
        return
    closes = match.league.ladder.closes if match.league else None
    when = f" on {closes:%d %b %Y, %H:%M} UTC" if closes else ""
    raise Problem(
        403,
        "replay-closed",
        f"The replays of this league open to others when it closes{when}.",
        "Until then watch the matches of your own bot.",
    )
