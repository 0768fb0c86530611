"""Large simulated ladders: shares, seats, mixes, newcomers, and a bot that never finishes."""

import random
from collections import Counter
from collections.abc import Callable
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
    ladder.run(2500, every=50)
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
        table = replace(after(table, proposal), players=table.players, last_hour=0)
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


def matches_until_known(ladder: Simulation) -> int:
    """Ladder matches from a newcomer's entry until its posterior sd is below 100 Elo."""
    ladder.enter("newcomer", 150.0)
    for matches in range(2, 2000, 2):
        ladder.run(1, every=2)
        if "newcomer" in ladder.games:
            ladder.rate()
        if ladder.find("newcomer").plus_minus / 1.96 < 100:
            return matches
    raise AssertionError("it never became known")


def test_a_newcomer_among_fifty_is_known_in_a_fifth_of_what_random_pairing_needs() -> None:
    ours, random_ones = [], []
    for seed in (3, 4):
        ladder = Simulation(strengths(50), seed)
        ladder.run(600, every=200)
        ladder.rate()
        ours.append(matches_until_known(ladder))
        ladder = Simulation(strengths(50), seed)
        ladder.run(600, every=200)
        ladder.pair = at_random(random.Random(seed))
        random_ones.append(matches_until_known(ladder))
    assert sum(ours) <= sum(random_ones) / 5, (ours, random_ones)
    assert max(ours) <= 50


def test_a_bot_whose_matches_never_end_holds_up_nobody() -> None:
    """It and whom it keeps waiting fill their own places; the others go on as if without it."""
    ladder = Simulation(strengths(8), seed=9)
    held: list[Proposal] = []
    for k in range(300):
        proposal = next_set(ladder.table)
        assert proposal is not None
        if "bot000" in proposal.versions:
            held.append(proposal)
            ladder.table = replace(after(ladder.table, proposal), last_hour=0)
            ladder.met = dict(ladder.table.met)
            continue
        ladder.run(1, every=1 if k % 20 == 0 else 2)
    assert len(held) == OPEN_SETS_A_BOT
    waiting = {version for proposal in held for version in proposal.versions}
    others = [ladder.games[name] for name in ladder.strengths if name not in waiting]
    assert min(others) > 0.5 * max(others)
    assert ladder.games.total() == 4 * (300 - OPEN_SETS_A_BOT)
