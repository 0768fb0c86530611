"""The laboratory cards: four letters, a two-slot side for 2 or 4 players, a one-slot side for 3."""

from collections.abc import Callable

PAIRS = ("AB", "AC", "AD", "BC", "BD", "CD")
"""The pairs that chance may draw, in its order."""

_TWO_SLOTS: dict[str, Callable[[int, int], bool]] = {
    "A": lambda left, right: left == right,
    "B": lambda left, right: left % 2 != right % 2,
    "C": lambda left, right: left >= right,
    "D": lambda left, right: left != right,
}

_ONE_SLOT: dict[str, dict[int, int]] = {
    "A": {2: 3, 4: 5, 6: 7},
    "B": {2: 4, 4: 8, 6: 12},
    "C": {1: 3, 3: 5, 5: 7},
    "D": {1: 2, 3: 6, 5: 10},
}


def slots_of(num_players: int) -> int:
    """How many slots each laboratory card has: 1 with three players, else 2."""
    return 1 if num_players == 3 else 2


def pair_box(letter: str, left: int, right: int) -> int | None:
    """The laboratory box of two dice on a two-slot card, or ``None`` if it refuses them."""
    return left + right if _TWO_SLOTS[letter](left, right) else None


def single_box(letter: str, value: int) -> int | None:
    """The laboratory box of a die on a one-slot card, or ``None`` if it refuses it."""
    return _ONE_SLOT[letter].get(value)
