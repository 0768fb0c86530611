"""Every pattern of places of two, three and four players, in records and ratings."""

from itertools import product

import pytest

from scuffle_platform.rating import Contestant, Result, change_sentence, fit, tally
from scuffle_platform.rating.sentences import Change
from scuffle_platform.store.standings import Ledger


def patterns(players: int) -> list[tuple[int, ...]]:
    """All places that can be: 1, 1, 3 but never 1, 1, 2."""
    found = {
        tuple(1 + sum(other < level for other in levels) for level in levels)
        for levels in product(range(players), repeat=players)
    }
    return sorted(found)


ALL = [places for players in (2, 3, 4) for places in patterns(players)]
NAMES = "abcd"


def rotations(places: tuple[int, ...]) -> list[Result]:
    """A set in which every bot takes the same place from every seat."""
    size = len(places)
    found = []
    for shift in range(size):
        seats = [(seat + shift) % size for seat in range(size)]
        versions = tuple(NAMES[bot] for bot in seats)
        found.append(Result(f"m{shift}", "f", versions, tuple(places[bot] for bot in seats)))
    return found


def test_there_are_as_many_patterns_as_weak_orders() -> None:
    assert [len(patterns(players)) for players in (2, 3, 4)] == [3, 13, 75]


@pytest.mark.parametrize("places", ALL, ids=str)
def test_a_record_counts_a_win_alone_a_shared_first_place_and_the_rest(
    places: tuple[int, ...],
) -> None:
    (match, *_) = rotations(places)
    ledger = Ledger()
    ledger.add(match)
    for bot, place in enumerate(places):
        record = ledger.records[NAMES[bot]]
        word = "losses" if place > 1 else "wins" if places.count(1) == 1 else "draws"
        assert (record.games, getattr(record, word)) == (1, 1)


@pytest.mark.parametrize("places", ALL, ids=str)
def test_a_match_weighs_one_win_for_each_of_its_players_halves_shared(
    places: tuple[int, ...],
) -> None:
    """Each bot gets 1/(n-1) for each it beat, half of it for each it tied with."""
    counts = tally(rotations(places)[:1])
    gained = dict.fromkeys(NAMES[: len(places)], 0.0)
    names = list(counts.versions)
    for (one, _, other, *_), won, lost in zip(counts.pairs, counts.won, counts.lost, strict=True):
        gained[names[one]] += won
        gained[names[other]] += lost
    for bot, place in enumerate(places):
        others = [other for k, other in enumerate(places) if k != bot]
        points = sum((place < other) + (place == other) / 2 for other in others)
        assert gained[NAMES[bot]] == pytest.approx(points / len(others))


@pytest.mark.parametrize("places", ALL, ids=str)
def test_ratings_after_a_set_stand_as_its_places(places: tuple[int, ...]) -> None:
    crowd = [Contestant(name) for name in NAMES[: len(places)]]
    estimates = fit(crowd, tally(rotations(places)), None).estimates
    levels = [estimates[name].rating for name in NAMES[: len(places)]]
    for one, other in product(range(len(places)), repeat=2):
        if places[one] == places[other]:
            assert levels[one] == levels[other]
        if places[one] < places[other]:
            assert levels[one] > levels[other]


@pytest.mark.parametrize("places", ALL, ids=str)
def test_a_sentence_tells_place_and_sharing(places: tuple[int, ...]) -> None:
    (match, *_) = rotations(places)
    names = {name: name.upper() for name in NAMES}
    for seat, place in enumerate(places):
        said = change_sentence(match, seat, Change(1000.0, 1010.0), names)
        if len(places) > 2:
            assert said.startswith("Coming " + ["first", "second", "third", "fourth"][place - 1])
            assert ("(shared)" in said) is (places.count(place) > 1)
        else:
            assert said.split()[1] == ("draw" if places == (1, 1) else ["win", "loss"][place - 1])
