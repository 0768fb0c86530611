"""What a series says, for people who never heard of a sequential test."""

from collections import Counter
from collections.abc import Sequence

from scuffle.sequential import MOST_SETS, WANTED_ELO, Answer, gain_elo
from scuffle_platform.names import isolated
from scuffle_platform.store.models import Series, SeriesStatus, Version

_PAIR = {
    0.5: "won both",
    0.25: "won one, drew one",
    0.0: "even",
    -0.25: "drew one, lost one",
    -0.5: "lost both",
}
"""The five outcomes of a set of two."""


def side(version: Version, other: Version) -> str:
    """A version in a sentence about two; its bot is named unless both are of one."""
    if version.bot_id == other.bot_id:
        return f"version {version.number}"
    return f"{isolated(version.bot.name)} version {version.number}"


def question(one: Series) -> str:
    """What was asked."""
    if one.new.bot_id == one.old.bot_id:
        return (
            f"Is version {one.new.number} of {isolated(one.new.bot.name)} better than "
            f"version {one.old.number}?"
        )
    return f"Is {side(one.new, one.old)} better than {side(one.old, one.new)}?"


def answer(one: Series) -> str:
    """The answer in a few words."""
    new = side(one.new, one.old)
    if one.answer is None:
        return "Not decided yet."
    if one.answer is Answer.BETTER:
        return f"Yes, {new} is better."
    if one.answer is Answer.UNDECIDED:
        return "Undecided."
    if not one.counted:
        return "No difference."
    return f"No, {new} is worse." if one.high < 0 else f"No, {new} is not better."


def reason(one: Series) -> str:
    """Why that is the answer, and how far it may be trusted."""
    if one.sentence:
        return one.sentence
    if one.answer is Answer.BETTER:
        return "Of a hundred versions that are in truth no better, at most five are called better."
    if one.answer is Answer.NOT_BETTER:
        return (
            f"Of a hundred versions that are better by {WANTED_ELO} Elo or more, at most five are "
            "missed like this. A smaller gain cannot be ruled out."
        )
    return f"After {MOST_SETS} sets the test gives up: whatever the difference is, it is small."


def estimate(one: Series) -> str:
    """How big the difference is, with its interval."""
    if not one.counted:
        return ""
    new, old = side(one.new, one.old), side(one.old, one.new)
    sets = "1 set" if one.counted == 1 else f"{one.counted} sets"
    if one.field:
        return (
            f"In {sets} {new} made {one.gain:+.2f} points a match compared with {old} on the same "
            f"seeds and seats; with 95 % certainty the truth is between {one.low:+.2f} and "
            f"{one.high:+.2f}. A point is every other player left behind."
        ).replace("-", "−")
    low, high = _elo(one.low), _elo(one.high)
    return (
        f"In {sets} {new} took {_share(one.gain)} of the points from {old}; with 95 % certainty "
        f"the truth is between {_share(one.low)} and {_share(one.high)}, which is {low} to {high} "
        "Elo."
    )


def progress(one: Series) -> str:
    """How far it has come."""
    if one.status is SeriesStatus.PLAYING:
        return f"{one.counted} of at most {MOST_SETS} sets counted; it stops as soon as it is sure."
    return ""


def set_words(one: Series, gain: float | None) -> str:
    """What a set came to, from the new one's side."""
    if gain is None:
        return "–"
    word = None if one.field else _PAIR.get(gain)
    if one.field and abs(gain) < 0.005:
        word = "the same"
    return word or f"{gain:+.2f}".replace("-", "−")


def outcomes(one: Series) -> list[tuple[str, int]]:
    """How often each outcome of a set came, the best first."""
    counted: Sequence[float] = one.gains[: one.counted]
    if not one.field:
        found = Counter(counted)
        return [(word, found[gain]) for gain, word in _PAIR.items()]
    signs = Counter((gain > 0) - (gain < 0) for gain in counted)
    return [("better", signs[1]), ("the same", signs[0]), ("worse", signs[-1])]


def _share(gain: float) -> str:
    return f"{100 * min(1.0, max(0.0, 0.5 + gain)):.0f} %"


def _elo(gain: float) -> str:
    if abs(gain) >= 0.499:
        return "more than +1,000" if gain > 0 else "less than −1,000"
    return f"{gain_elo(gain):+.0f}".replace("-", "−")
