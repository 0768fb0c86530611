"""Large simulated ladders: shares, seats, mixes, newcomers, and a bot that never finishes."""

import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import pytest
from ladder_simulation import Simulation

from scuffle_platform.matchmaker import (
    OPEN_SETS_A_BOT,
    Proposal,
    Table,
    after,
    next_set,
    pairing_of,
    seed_of,
)

CHI_SQUARE_999 = {1: 10.83, 2: 13.82, 3: 16.27}
"""Exceeded once in a thousand by chance, by degrees of freedom (Abramowitz and Stegun, 26.8)."""


def strengths(count: int, spread: float = 200) -> dict[str, float]:
    rng = random.Random(5)
    return {f"bot{k:03d}": rng.gauss(0, spread) for k in range(count)}


def test_two_hundred_bots_and_a_runaway_leader_all_get_their_share() -> None:
    ladder = Simulation(strengths(199) | {"leader": 1500.0}, seed=6)
    ladder.run(2500, every=200)
    counts = sorted(ladder.games.values())
    middle = counts[len(counts) // 2]
    assert len(counts) == 200
    assert counts[0] >= middle / 2
    assert counts[-1] <= 3 * middle


@pytest.mark.parametrize("size", [2, 3, 4])
def test_seats_are_balanced_over_all_and_for_each_bot(size: int) -> None:
    ladder = Simulation(strengths(12), seed=7, formats=[("table", size)])
    ladder.run(300, every=60)
    for counts in ladder.seats.values():
        assert len(set(counts.values())) == 1, "each set seats everybody everywhere"
    first: Counter[int] = Counter()
    table = ladder.table
    for _ in range(600):
        proposal = next_set(table)
        assert proposal is not None
        first[sorted(proposal.versions).index(proposal.versions[0])] += 1
        table = replace(after(table, proposal), open=(), last_hour=0)
    expected = 600 / size
    chi_square = sum((first[k] - expected) ** 2 / expected for k in range(size))
    assert chi_square < CHI_SQUARE_999[size - 1], first


def test_everybody_plays_each_number_of_players_alike() -> None:
    ladder = Simulation(strengths(30), seed=8, formats=[("two", 2), ("three", 3), ("four", 4)])
    ladder.run(600, every=60)
    for mix in ladder.mixes.values():
        for size in (2, 3, 4):
            # A set of n gives n matches to each of its n, so a share is as the square of the size.
            assert mix[size] / mix.total() == pytest.approx(size**2 / 29, abs=0.15), mix


def at_random(rng: random.Random) -> Callable[[Table], Proposal]:
    """Anybody against anybody else."""

    def pair(table: Table) -> Proposal:
        versions = tuple(one.version for one in rng.sample(list(table.players), 2))
        pairing = pairing_of(versions, "duel")
        number = table.met.get(pairing, 0)
        return Proposal(versions, 0, pairing, number, seed_of("secret", pairing, number))

    return pair


def matches_until_known(ladder: Simulation, sets: int) -> int:
    """Ladder matches from a newcomer's entry until its posterior sd is below 100 Elo.

    It is looked at after every so many sets.
    """
    ladder.enter("newcomer", 150.0)
    for looked in range(1, 1000):
        ladder.run(sets, every=sets)
        ladder.rate()
        if ladder.find("newcomer").plus_minus / 1.96 < 100:
            return 2 * sets * looked
    raise AssertionError("it never became known")


@pytest.mark.parametrize("seed", [3, 4])
def test_a_newcomer_among_fifty_is_known_in_a_fifth_of_what_random_pairing_needs(seed: int) -> None:
    """Random pairing is looked at every ten sets, and the last of those are not counted."""
    ladder = Simulation(strengths(50), seed)
    ladder.run(800, every=200)
    ladder.rate()
    assert all(one.placed for one in ladder.table.players), "else others are new as well"
    drawn = deepcopy(ladder)
    drawn.pair = at_random(random.Random(seed))
    ours = matches_until_known(ladder, 1)
    assert ours <= 30
    assert ours <= (matches_until_known(drawn, 10) - 20) / 5


def test_a_bot_whose_sets_never_end_holds_up_nobody() -> None:
    """Not even those that it plays with: each keeps a place for others (field report C29)."""
    ladder, free = (Simulation(strengths(8), seed=9) for _ in range(2))
    play_with_open_sets(free, 400, never_ends="")
    held = play_with_open_sets(ladder, 400, never_ends="bot000")
    assert len(held) == OPEN_SETS_A_BOT
    assert len({proposal.pairing for proposal in held}) == len(held)
    del ladder.games["bot000"]
    even, usual = 1600 / len(ladder.games), 1600 / len(free.games)
    assert ladder.games.total() == free.games.total() == 1600
    assert min(ladder.games.values()) / even > 0.8 * min(free.games.values()) / usual


def play_with_open_sets(ladder: Simulation, sets: int, never_ends: str) -> list[Proposal]:
    """Play with four sets open at a time, as two workers do; returns what was left open."""
    under_way: list[Proposal] = []
    held: list[Proposal] = []
    ended = 0
    while ended < sets:
        open_now = [one.pairing for one in (*held, *under_way)]
        proposal = next_set(replace(ladder.table, open=open_now))
        if proposal is not None and len(under_way) < 4:
            ladder.take(proposal)
            (held if never_ends in proposal.versions else under_way).append(proposal)
            continue
        ladder.play(under_way.pop(0))
        ended += 1
        if ended % 20 == 0:
            ladder.rate()
    return held
