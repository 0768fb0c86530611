"""What one match changed, in numbers and in words: the fit with it against the fit without."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from scuffle_platform.rating.fit import Fitted
from scuffle_platform.rating.results import Result, Tally

ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth"}


@dataclass(frozen=True, slots=True)
class Change:
    """What a match did to one seat's version.

    Attributes:
        before: its rating in the fit without the match, Elo.
        after: its rating in the fit with it.
        repeated: the same game had been played before, so it counts for nothing.
        fixed: the version is the anchor, whose rating never moves.
    """

    before: float
    after: float
    repeated: bool = False
    fixed: bool = False

    @property
    def difference(self) -> float:
        """``after - before``, rounded to 0.01."""
        return round(self.after - self.before, 2)


def changes(
    counts: Tally,
    anchor: str | None,
    fitted: Fitted,
    wanted: Iterable[Result],
    repeats: Container[str],
) -> dict[str, tuple[Change, ...]]:
    """For each wanted match, what it changed, by seat.

    Args:
        counts: what was fitted; it holds every wanted match.
        anchor: the version whose rating never moves.
        fitted: the fit with all of them.
        wanted: the matches to be explained.
        repeats: ids of those that counted for nothing.
    """
    found = {}
    for result in wanted:
        repeated = result.match in repeats
        after = {one: fitted.estimates[one].rating for one in result.versions}
        before = after if repeated else fitted.without(counts, result)
        found[result.match] = tuple(
            Change(before[one], after[one], repeated=repeated, fixed=one == anchor)
            for one in result.versions
        )
    return found


def change_sentence(result: Result, seat: int, change: Change, names: Mapping[str, str]) -> str:
    """One sentence for the match page; ``names`` are by version."""
    mine = names[result.versions[seat]]
    if change.repeated:
        return f"The same game had been played before, so it counts once: {mine} stays."
    before, after = round(change.before, 1), round(change.after, 1)
    difference = f"{after - before:+.1f}".replace("-", "\N{MINUS SIGN}")
    moved = f"from {before:.1f} to {after:.1f} ({difference})"
    if change.fixed:
        rule = f"{mine} stays at {change.after:.0f}, which the scale hangs on"
        return f"{_deed(result, seat, names)} moved others only: {rule}."
    if before == after:
        deed = f"{_deed(result, seat, names)} left {mine} at {after:.1f}"
        return f"{deed}, as it was all but certain." if _won(result, seat) else f"{deed}."
    deed = f"{_deed(result, seat, names)} moved {mine} {moved}."
    return deed + _surprise(result, seat, change)


def _deed(result: Result, seat: int, names: Mapping[str, str]) -> str:
    places = result.places
    if len(places) > 2:
        shared = " (shared)" if places.count(places[seat]) > 1 else ""
        return f"Coming {ORDINALS.get(places[seat], places[seat])}{shared} of {len(places)}"
    other = names[result.versions[1 - seat]]
    if places[seat] == places[1 - seat]:
        return f"The draw with {other}"
    return f"The {'win' if places[seat] < places[1 - seat] else 'loss'} against {other}"


def _surprise(result: Result, seat: int, change: Change) -> str:
    place, best, worst = result.places[seat], min(result.places), max(result.places)
    lost = place == worst != best
    if (_won(result, seat) and change.difference < 0) or (lost and change.difference > 0):
        return " It says more about what this seat is worth than about the bot."
    return ""


def _won(result: Result, seat: int) -> bool:
    return result.places[seat] == min(result.places) != max(result.places)
