"""What one match changed, in numbers and in words: the fit with it against the fit without."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scuffle_platform.rating.fit import Fitted, fit
from scuffle_platform.rating.results import Contestant, Result, distinct, tally

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
    contestants: Sequence[Contestant],
    results: Sequence[Result],
    anchor: str | None,
    fitted: Fitted,
    wanted: Iterable[str],
) -> dict[str, tuple[Change, ...]]:
    """For each wanted match, what it changed, by seat."""
    counted = {result.match for result in distinct(results).values()}
    by_match = {result.match: result for result in results}
    counts = tally(results)
    found = {}
    for match in wanted:
        without = fitted
        if match in counted:
            rest = counts.without(by_match[match])
            without = fit(contestants, rest, anchor, start=fitted)
        found[match] = tuple(
            Change(
                without.estimates[one].rating,
                fitted.estimates[one].rating,
                repeated=match not in counted,
                fixed=one == anchor,
            )
            for one in by_match[match].versions
        )
    return found


def change_sentence(result: Result, seat: int, change: Change, names: Mapping[str, str]) -> str:
    """One sentence for the match page; ``names`` are by version."""
    mine = names[result.versions[seat]]
    if change.repeated:
        return f"The same game had been played before, so it counts once: {mine} stays."
    moved = f"from {change.before:.1f} to {change.after:.1f} ({change.difference:+.2f})"
    if change.fixed:
        rule = f"{mine} stays at {change.after:.0f}, which the scale hangs on"
        return f"{_deed(result, seat, names)} moved others only: {rule}."
    if change.difference == 0:
        return f"{_deed(result, seat, names)} left {mine} at {change.after:.1f}."
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
    best, worst = min(result.places), max(result.places)
    place = result.places[seat]
    won, lost = place == best != worst, place == worst != best
    if (won and change.difference < 0) or (lost and change.difference > 0):
        return " It says more about what this seat is worth than about the bot."
    return ""
