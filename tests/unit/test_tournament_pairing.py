"""Who meets whom: rings of tables, brackets, byes, sizes."""

from collections import Counter
from itertools import chain, combinations

import pytest

from scuffle.tournament import (
    Kind,
    feeders,
    first_tables,
    most_matches,
    names_no_table,
    rings,
    rounds_of,
    top_down,
)

SIZES = [(size, entrants) for size in (2, 3, 4) for entrants in range(2, 34)]


@pytest.mark.parametrize(("size", "entrants"), [one for one in SIZES if one[1] >= one[0]])
def test_all_meet_and_all_play_the_same_number_of_tables(size: int, entrants: int) -> None:
    tables = list(chain.from_iterable(rings(entrants, size)))
    assert {len(set(table)) for table in tables} == {size}
    assert len({frozenset(table) for table in tables}) == len(tables)
    played = Counter(chain.from_iterable(tables))
    assert len(played) == entrants
    assert len(set(played.values())) == 1
    pairs = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    assert len(pairs) == entrants * (entrants - 1) // 2
    assert max(pairs.values()) <= (1 if size == 2 else 4)


def test_too_few_fill_no_table() -> None:
    with pytest.raises(ValueError, match="2 entrants do not fill a table of 3"):
        rings(2, 3)


@pytest.mark.parametrize(("size", "entrants"), SIZES)
def test_a_bracket_ends_with_one_and_byes_are_in_its_first_round(size: int, entrants: int) -> None:
    tables = first_tables(entrants, size)
    assert sorted(chain.from_iterable(tables)) == list(range(entrants))
    assert {len(table) for table in tables} <= set(range(1, size + 1))
    # Seats left free are as many at one table as at another, so nobody waits beside an empty one.
    assert max(map(len, tables)) - min(map(len, tables)) <= 1
    rounds = 1
    while len(tables) > 1:
        above = feeders(len(tables), size)
        assert sorted(chain.from_iterable(above)) == list(range(len(tables)))
        tables, rounds = above, rounds + 1
        assert {len(table) for table in tables} == {size}
    assert rounds == rounds_of(entrants, size)


@pytest.mark.parametrize(
    ("entrants", "size", "tables"),
    [
        (2, 2, ((0, 1),)),
        (3, 2, ((0,), (1, 2))),
        (5, 2, ((0,), (1,), (2,), (3, 4))),
        (6, 2, ((0,), (1,), (2, 5), (3, 4))),
        (8, 2, ((0, 7), (1, 6), (2, 5), (3, 4))),
        (5, 3, ((0,), (1, 4), (2, 3))),
        (9, 3, ((0, 5, 6), (1, 4, 7), (2, 3, 8))),
        (5, 4, ((0,), (1,), (2,), (3, 4))),
        (4, 4, ((0, 1, 2, 3),)),
    ],
)
def test_the_draw(entrants: int, size: int, tables: tuple[tuple[int, ...], ...]) -> None:
    assert first_tables(entrants, size) == tables


def test_the_two_strongest_meet_in_the_final() -> None:
    tables: tuple[tuple[int, ...], ...] = first_tables(16, 2)
    while len(tables) > 2:
        tables = tuple(
            tuple(min(tables[feeder]) for feeder in above) for above in feeders(len(tables), 2)
        )
    assert sorted(min(table) for table in tables) == [0, 1]


def test_lines_of_a_drawn_bracket_do_not_cross() -> None:
    assert top_down(8, 2) == ((0, 3, 1, 2), (0, 1), (0,))
    assert top_down(9, 3) == ((0, 1, 2), (0,))


@pytest.mark.parametrize(
    ("kind", "entrants", "size", "sets", "matches"),
    [
        (Kind.ROUND_ROBIN, 5, 2, 1, 20),
        (Kind.ROUND_ROBIN, 4, 3, 2, 24),
        (Kind.ROUND_ROBIN, 2, 3, 2, 0),
        (Kind.ELIMINATION, 5, 2, 1, 8),
        (Kind.ELIMINATION, 5, 4, 1, 6),
        (Kind.ELIMINATION, 8, 2, 3, 42),
        (Kind.ELIMINATION, 1, 2, 3, 0),
    ],
)
def test_how_many_matches(kind: Kind, entrants: int, size: int, sets: int, matches: int) -> None:
    assert most_matches(kind, entrants, size, sets) == matches


@pytest.mark.parametrize(
    ("kind", "size", "players", "holds"),
    [
        (Kind.ROUND_ROBIN, 2, (2,), True),
        (Kind.ROUND_ROBIN, 3, (2,), False),
        (Kind.ROUND_ROBIN, 3, (3, 4), True),
        (Kind.ELIMINATION, 3, (3, 4), False),
        (Kind.ELIMINATION, 4, (2, 3, 4), True),
        (Kind.ELIMINATION, 1, (2, 3, 4), False),
    ],
)
def test_which_games_hold_which_tables(
    kind: Kind, size: int, players: tuple[int, ...], holds: bool
) -> None:
    assert (names_no_table(kind, size, players) == "") is holds
