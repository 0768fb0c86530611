"""What became of a match, in words."""

from collections.abc import Collection

from scuffle.contract import Verdict
from scuffle_platform.names import isolated
from scuffle_platform.reasons import REASONS
from scuffle_platform.store.models import Match, MatchStatus, SeatRow
from scuffle_platform.web.words import VERDICTS, place_word


def name_of(seat: SeatRow) -> str:
    """Who sat there."""
    return isolated(seat.name)


def failed(match: Match) -> bool:
    """Whether some seat failed in it."""
    return any(seat.verdict not in (None, Verdict.OK) for seat in match.seats)


def winners(match: Match) -> list[SeatRow]:
    """The seats on the first place."""
    return [seat for seat in match.seats if seat.place == 1]


def reason_words(match: Match) -> str:
    """Why it ended; of a forfeit, who failed and how."""
    reason = str((match.outcome or {}).get("reason", ""))
    if reason == "forfeit":
        failed = [seat for seat in match.seats if seat.verdict not in (None, Verdict.OK)]
        return " and ".join(f"{name_of(s)} {VERDICTS[str(s.verdict)]}" for s in failed)
    return REASONS.get(reason, reason.replace("-", " "))


def result_words(match: Match, mine: Collection[str] | None = None) -> str:
    """One short sentence for a list; ``mine`` are the bots from whose side it is told.

    Where several of them sit, there is no one side.
    """
    if match.status != MatchStatus.FINISHED:
        return match.status.value
    first = winners(match)
    if not first:
        return "unranked: nobody could start"
    own = [seat for seat in match.seats if mine and seat.bot_id in mine]
    if len(own) == 1:
        return f"{_own_word(own[0], match)}, {reason_words(match)}"
    if len(first) == len(match.seats):
        return f"draw, {reason_words(match)}"
    names = " and ".join(name_of(seat) for seat in first)
    deed = "won" if len(first) == 1 else "shared the first place"
    return f"{names} {deed}, {reason_words(match)}"


def _own_word(seat: SeatRow, match: Match) -> str:
    """``won``, ``drew``, ``lost``; of three and more the place, ``shared 2nd``."""
    shared = sum(other.place == seat.place for other in match.seats) > 1
    if seat.place == 1 and not shared:
        return "won"
    if len(match.seats) == 2 or seat.place is None:
        return "drew" if shared else "lost"
    return f"shared {place_word(seat.place)}" if shared else place_word(seat.place)


def headline(match: Match) -> str:
    """The result as the match page's own sentence."""
    if match.status != MatchStatus.FINISHED:
        return match.sentence or f"This match is {match.status.value}."
    words = result_words(match)
    return f"Draw{words[4:]}" if words.startswith("draw,") else words


def verdict_words(seat: SeatRow) -> str:
    """What became of a seat, public: the verdict and when, nothing else."""
    if seat.verdict is None:
        return ""
    words = VERDICTS[seat.verdict.value]
    if seat.verdict.value == "ok" or seat.verdict_step is None:
        return words
    return f"{words} after step {seat.verdict_step}"
