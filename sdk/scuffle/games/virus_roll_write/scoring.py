"""Points and places (rulebook: scoring; ruling 13 for the places behind the first)."""

from collections.abc import Sequence

from scuffle.games.virus_roll_write import sheet
from scuffle.games.virus_roll_write.state import Sheet


def score(own: Sheet) -> int:
    """The final evaluation of a sheet as it is written."""
    return (
        sum(sheet.disease_points(crossed) for crossed in own.boxes)
        + sheet.CURE_POINTS * len(own.cures)
        + sheet.WILDCARD_POINTS * (own.circled - own.used)
        - sum(own.virus)
    )


def places(sheets: Sequence[Sheet]) -> tuple[int, ...]:
    """Places by seat: points, then more laboratory boxes, then less contamination, else shared."""
    keys = [(score(own), own.lab.bit_count(), -sum(own.virus)) for own in sheets]
    return tuple(1 + sum(other > key for other in keys) for key in keys)
