"""What of a match is still secret, decided where bytes are served."""

import gzip

from scuffle.film import EVERYONE
from scuffle.replay import Replay
from scuffle_platform.auth import caller, is_admin
from scuffle_platform.problems import Problem, not_found
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
    replay = _named(match, Replay.from_bytes(gzip.decompress(packed)))
    if shown_seed(match) is None:
        return replay.model_copy(update={"seed": WITHHELD})
    return replay


def _named(match: Match, replay: Replay) -> Replay:
    """With what who played by hand is called now: a name is kept with its account alone."""
    if not has_person(match):
        return replay
    players = [
        player.model_copy(update={"name": seat.name}) if seat.account_id else player
        for player, seat in zip(replay.players, match.seats, strict=True)
    ]
    return replay.model_copy(update={"players": tuple(players)})


def may_watch(match: Match) -> bool:
    """Whether whoever asks may see how a match is played; some leagues show it after the close.

    What of it may be seen before its end, ``perspectives_of`` says.
    """
    who = caller()
    return is_admin() or sight.watches(match, who.account.id if who else None)


def has_person(match: Match) -> bool:
    """Whether somebody plays in it by hand."""
    return any(seat.account_id is not None for seat in match.seats)


def perspectives_of(match: Match) -> tuple[str, ...]:
    """Through whose eyes whoever asks may see the match now, the widest first.

    ``all`` and every seat: it is over, or only bots play. While a person plays in it, that person
    sees through the own seat, and nobody else sees anything: an empty tuple.

    Args:
        match: with its league, its seats and their bots.
    """
    if not may_watch(match):
        return ()
    if match.status in OVER or not has_person(match):
        return (EVERYONE, *(str(player) for player in range(match.num_players)))
    who = caller()
    return tuple(
        str(seat.player) for seat in match.seats if who and seat.account_id == who.account.id
    )


def check_perspective(match: Match, perspective: str | None) -> str:
    """The perspective asked for, ``None`` standing for the widest, if it may be seen now.

    Raises:
        Problem: 403, its league shows it later, or a person is playing; 404, it has no such seat.
    """
    check_watch(match)
    shown = perspectives_of(match)
    if perspective in shown or (perspective is None and shown):
        return perspective or shown[0]
    if perspective is None or has_person(match):
        raise Problem(
            403,
            "being-played",
            "While a person plays a match, nobody sees it but that person, from the own seat.",
            "Come back when it has ended; then everybody may watch it.",
        )
    raise not_found("such view of this match", f"It has {', '.join(shown)}.")


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
