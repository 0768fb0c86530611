"""Matchmaking: its rules one by one, then simulated ladders."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from ladder_simulation import TWO, Simulation, player

from scuffle_platform.matchmaker import (
    FAST_AN_HOUR,
    OPEN_SETS_A_BOT,
    Player,
    Proposal,
    Table,
    after,
    next_set,
    pace,
    pairing_of,
    seed_of,
)


def table(*players: Player, **changes: object) -> Table:
    return replace(Table("secret", TWO, 0, 0, players), **changes)  # type: ignore[arg-type]


def proposals(start: Table, count: int) -> list[Proposal]:
    """``count`` sets in a row, each ended before the next is made."""
    made = []
    for _ in range(count):
        proposal = next_set(start)
        assert proposal is not None
        made.append(proposal)
        start = replace(after(start, proposal), open=(), last_hour=0)
    return made


def test_bots_of_one_account_never_meet() -> None:
    crowd = [player(name, account=f"account-{k % 3}") for k, name in enumerate("abcdefghi")]
    owner = {one.version: one.account for one in crowd}
    for proposal in proposals(table(*crowd), 200):
        assert len({owner[version] for version in proposal.versions}) == 2


def test_two_bots_of_one_account_alone_wait() -> None:
    assert next_set(table(player("a", account="x"), player("b", account="x"))) is None


def test_house_bots_may_meet_each_other() -> None:
    house = [player(name, account="house", house=True) for name in ("random", "greedy")]
    assert next_set(table(*house)) is not None


def test_nobody_plays_alone() -> None:
    assert next_set(table()) is None
    assert next_set(table(player("a"))) is None


def test_a_bot_has_at_most_so_many_open_sets() -> None:
    state, made = table(*(player(name) for name in "abcd")), 0
    while (proposal := next_set(state)) is not None:
        state, made = after(state, proposal), made + 1
    assert max(state.open_sets.values()) == OPEN_SETS_A_BOT
    assert made == 2 * OPEN_SETS_A_BOT


def test_a_pairing_has_one_open_set() -> None:
    state = table(*(player(name) for name in "abcdefgh"))
    while (proposal := next_set(state)) is not None:
        state = after(state, proposal)
    assert len(set(state.open)) == len(state.open) >= 6
    two = after(table(player("a"), player("b")), Proposal(("a", "b"), 0, "a+b/duel", 0, ""))
    assert next_set(two) is None


def test_at_larger_tables_those_meet_who_have_no_open_set_together_if_there_are_any() -> None:
    start = table(
        *(player(name) for name in "abcdef"), formats=[("three", 3)], open=["a+b+c/three"]
    )
    for number in range(40):
        proposal = next_set(replace(start, sets_made=number))
        assert proposal is not None
        assert len({*proposal.versions} & {*"abc"}) <= 1
    few = replace(start, players=start.players[:3])
    assert next_set(few) is not None


def test_new_versions_come_first() -> None:
    old = [player(f"old{k}", games=200, plus_minus=60) for k in range(10)]
    made = proposals(table(*old, player("new")), 30)
    assert all("new" in proposal.versions for proposal in made)


def test_a_new_version_without_possible_opponents_stops_nobody() -> None:
    crowd = [player("a", account="x", games=50), player("b", account="x"), player("c", games=50)]
    assert next_set(table(crowd[0], crowd[1])) is None
    assert next_set(table(*crowd)) is not None


def test_formats_take_turns() -> None:
    start = table(*(player(name) for name in "abcdef"), formats=[("two", 2), ("three", 3)])
    assert [len(one.versions) for one in proposals(start, 6)] == [2, 3, 2, 3, 2, 3]


THREE_SIZES = [("two", 2), ("three", 3), ("four", 4)]


def test_a_format_for_more_than_there_are_is_left_out() -> None:
    crowd = [player(name, account="house", house=True) for name in ("greedy", "planner", "random")]
    sizes = [len(one.versions) for one in proposals(table(*crowd, formats=THREE_SIZES), 6)]
    assert sizes == [2, 3, 2, 3, 2, 3]
    friends = [player(name, account="ada") for name in ("a1", "a2")]
    assert next_set(table(*friends, formats=THREE_SIZES)) is None
    sizes = [
        len(one.versions) for one in proposals(table(*crowd, *friends, formats=THREE_SIZES), 6)
    ]
    assert sizes == [2, 3, 4, 2, 3, 4]


def test_every_bot_gets_the_same_mix_of_player_counts() -> None:
    """Newcomers, who come first, and bots of one account as well as everybody else."""
    crowd = [
        player(name, account=f"account-{k // 2}", games=100 * (k % 3), plus_minus=300.0 - k)
        for k, name in enumerate("abcdefghij")
    ]
    counts: dict[str, Counter[int]] = {one.version: Counter() for one in crowd}
    for proposal in proposals(table(*crowd, formats=THREE_SIZES), 450):
        for version in proposal.versions:
            counts[version][len(proposal.versions)] += 1
    for mix in counts.values():
        for size in (2, 3, 4):
            assert abs(mix[size] - mix.total() * size / 9) <= 3, counts


def test_the_first_set_of_a_pairing_is_bare_and_later_ones_open_by_chance() -> None:
    made = proposals(table(player("a"), player("b")), 3)
    assert [(one.number, one.opening_turns) for one in made] == [(0, 0), (1, 2), (2, 2)]


def test_seeds_follow_from_secret_pairing_and_number_and_never_repeat() -> None:
    made = proposals(table(*(player(name) for name in "abcdef")), 300)
    assert len({one.seed for one in made}) == 300
    assert all(one.seed == seed_of("secret", one.pairing, one.number) for one in made)
    assert all(len(one.seed) == 32 and int(one.seed, 16) >= 0 for one in made)
    assert seed_of("other", made[0].pairing, 0) != seed_of("secret", made[0].pairing, 0)


def test_a_pairing_is_the_same_whoever_sits_first() -> None:
    assert pairing_of(["b", "a"], "duel") == pairing_of(["a", "b"], "duel") == "a+b/duel"


def test_the_same_state_gives_the_same_set_in_any_order_of_players() -> None:
    crowd = [player(name) for name in "abcdef"]
    assert next_set(table(*crowd)) == next_set(table(*reversed(crowd)))


SETTLED = {"games": 100, "plus_minus": 30.0}


@pytest.mark.parametrize(
    ("players", "last_hour", "room"),
    [
        ([player("a"), player("b")], 0, FAST_AN_HOUR),
        ([player("a"), player("b")], 599, 1),
        ([player("a"), player("b")], 700, 0),
        ([player("a", **SETTLED), player("b", **SETTLED)], 0, 60),
        ([player("a", **SETTLED), player("b", **SETTLED)], 60, 0),
        ([player("a", **SETTLED), player("b", games=10, plus_minus=30.0)], 60, 540),
        ([player("a", house=True, **SETTLED), player("b", house=True, **SETTLED)], 0, 0),
        ([player("a", house=True, games=300), player("b", house=True, **SETTLED)], 0, 0),
    ],
)
def test_pace(players: list[Player], last_hour: int, room: int) -> None:
    assert pace(table(*players, last_hour=last_hour)) == room


def test_a_settled_house_is_woken_by_a_new_version() -> None:
    house = [player(n, house=True, account="house", **SETTLED) for n in ("random", "greedy")]
    assert next_set(table(*house)) is None
    assert next_set(table(*house, player("new"))) is not None


def test_a_newcomer_is_placed_after_thirty_matches() -> None:
    rng = random.Random(3)
    ladder = Simulation({f"bot{k:02d}": rng.gauss(0, 200) for k in range(20)}, seed=4)
    ladder.run(400)
    ladder.enter("newcomer", 150.0)
    ladder.run(15, every=1)
    ladder.rate()
    newcomer = next(one for one in ladder.table.players if one.version == "newcomer")
    assert newcomer.games == 30
    assert newcomer.plus_minus / 1.96 < 100
