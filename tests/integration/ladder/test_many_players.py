"""A ladder on which two, three and four play: sets, records, head to head, lists."""

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from ladder_town import Town

from scuffle.contract import Verdict
from scuffle_platform.queue import Queue
from scuffle_platform.store import Store, fits, ladders, listing, sets, standings
from scuffle_platform.store.listing import Wanted
from scuffle_platform.store.models import Bot, Match, MatchKind, MatchStatus, Version
from scuffle_platform.store.pages import bots as pages
from scuffle_platform.store.pages import leaderboards
from scuffle_platform.web.results import result_words

GAME = "virus-roll-write"


@pytest.fixture
def dice_town(sqlite_store: Store, queue: Queue, tmp_path: Path) -> Town:
    """A house that plays Virus Roll & Write only."""
    return Town(sqlite_store, queue, tmp_path, game=GAME, player=pick)


def pick(state: dict[str, Any]) -> dict[str, Any]:
    """Something clean if there is any, the same for the same state."""
    plain = [
        a for a in state["legal_actions"] if a["params"].get("value") == a["params"].get("die")
    ]
    return dict(plain[len(plain) // 2])


def play_sets(town: Town, count: int) -> list[list[Match]]:
    """The first ``count`` sets of the ladder, all played, each in the order of its rotations."""
    found: dict[str, list[Match]] = {}
    while len(found) < count or any(m.status != "finished" for ms in found.values() for m in ms):
        town.show_card()
        town.tick()
        town.work()
        town.record()
        found = {}
        for match in town.matches(kind=MatchKind.LADDER):
            found.setdefault(str(match.set_id), []).append(match)
    return [sorted(ms, key=lambda m: m.rotation) for ms in found.values()][:count]


def seated(match: Match) -> list[str]:
    return [str(seat.version_id) for seat in match.seats]


def test_player_counts_take_turns_and_a_set_has_all_rotations_on_one_seed(
    dice_town: Town,
) -> None:
    dice_town.bot("challenger", dice_town.person("ann"))
    made = play_sets(dice_town, 4)
    assert [len(matches) for matches in made] == [2, 3, 4, 2]
    with dice_town.store.reading() as session:
        for matches in made:
            rows = [session.get_one(Match, match.id) for match in matches]
            assert len({row.seed for row in rows}) == 1
            assert {json.dumps(row.settings) for row in rows} == {json.dumps(rows[0].settings)}
            assert rows[0].settings["lab_cards"] == "draw"
            first, size = seated(rows[0]), len(rows)
            for shift, row in enumerate(rows):
                assert seated(row) == [first[(seat + shift) % size] for seat in range(size)]
                assert sorted(seat.place or 0 for seat in row.seats)[0] == 1


def test_the_cards_and_dice_of_a_set_are_the_same_in_all_its_rotations(dice_town: Town) -> None:
    play_sets(dice_town, 3)
    drawn: dict[str, set[str]] = {}
    sizes: Counter[int] = Counter()
    for job in dice_town.jobs:
        chance = [step.action for step in Town.played(job, *[pick] * job.num_players).steps
                  if step.player < 0]  # fmt: skip
        drawn.setdefault(job.seed, set()).add(json.dumps(chance))
        sizes[job.num_players] += 1
    assert all(len(different) == 1 for different in drawn.values())
    assert sizes[2] >= 2
    assert sizes[3] >= 3


def test_a_ladder_of_many_players_is_fitted_and_ranked(dice_town: Town) -> None:
    dice_town.bot("challenger", dice_town.person("ann"))
    play_sets(dice_town, 3)
    dice_town.tick(5)
    with dice_town.store.reading() as session:
        ladder = ladders.public(session, GAME)
        assert ladder is not None
        rows = leaderboards.standing(session, ladder.id, 0, 50)
        fit = leaderboards.newest_fit(session, ladder.id)
        assert [row.rank for row in rows] == [1, 2, 3, 4]
        for row in rows:
            assert row.games == row.wins + row.draws + row.losses > 0
        assert fit is not None
        assert {one["format"][0] for one in fit.biases} == {"2", "3", "4"}


def places_of(players: int) -> list[tuple[int, ...]]:
    """Every pattern of places, ties included."""
    found = {
        tuple(1 + sum(other < level for other in levels) for level in levels)
        for levels in product(range(players), repeat=players)
    }
    return sorted(found)


@pytest.fixture
def tied(dice_town: Town) -> tuple[Town, list[str], list[tuple[int, ...]]]:
    """Four bots of four people, one ranked match for every pattern of places; the bots' ids."""
    bots = [dice_town.bot(name, dice_town.person(f"p-{name}")) for name in "abcd"]
    patterns = [places for players in (2, 3, 4) for places in places_of(players)]
    with dice_town.store.session() as session:
        ladder = ladders.public(session, GAME)
        versions = [
            session.get_one(Version, session.get_one(Bot, bot).active_version_id) for bot in bots
        ]
        for number, places in enumerate(patterns):
            playing = versions[: len(places)]
            order = sets.SetOrder(MatchKind.LADDER, GAME, {}, playing, f"s{number}", ladder=ladder)
            match = sets.create_match(session, order, dice_town.now)
            match.status, match.finished = MatchStatus.FINISHED, dice_town.now
            match.rules_hash = ladder.rules_hash
            match.outcome = {
                "places": places,
                "scores": [0.0] * len(places),
                "reason": "final-score",
            }
            for seat, place in zip(match.seats, places, strict=True):
                seat.place, seat.verdict = place, Verdict.OK
    return dice_town, bots, patterns


def counted(pairs: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Wins, draws, losses of the first of each pair of places."""
    return (
        sum(one < other for one, other in pairs),
        sum(one == other for one, other in pairs),
        sum(one > other for one, other in pairs),
    )


def test_head_to_head_counts_who_of_the_two_came_out_ahead(tied: Any) -> None:
    town, bots, patterns = tied
    with town.store.reading() as session:
        for one, other in product(range(4), repeat=2):
            if one == other:
                continue
            met = [(p[one], p[other]) for p in patterns if max(one, other) < len(p)]
            count = pages.opponents(session, bots[one])[bots[other]]
            assert (count.wins, count.draws, count.losses) == counted(met)
            for found in (
                pages.by_seat_against(session, bots[one], bots[other]),
                pages.by_version(session, bots[one], bots[other]),
            ):
                total = [sum(getattr(row, w) for row in found) for w in ("wins", "draws", "losses")]
                assert tuple(total) == counted(met)


def test_lists_and_leaderboard_count_a_first_place_alone_shared_or_missed(tied: Any) -> None:
    town, bots, patterns = tied
    with town.store.session() as session:
        ladder = ladders.public(session, GAME)
        assert ladder is not None
        found = standings.material(session, ladder.id)
        fits.save(session, found, standings.solve(found), {}, town.now)
    for index, bot in enumerate(bots):
        mine = [p for p in patterns if index < len(p)]
        wins = sum(p[index] == 1 and p.count(1) == 1 for p in mine)
        draws = sum(p[index] == 1 and p.count(1) > 1 for p in mine)
        with town.store.reading() as session:
            rating = leaderboards.rating_of(session, session.get_one(Bot, bot).active_version_id)
            assert rating is not None
            assert (rating.wins, rating.draws) == (wins, draws)
            assert rating.losses == len(mine) - wins - draws
            for word, count in (("win", wins), ("draw", draws), ("loss", len(mine) - wins - draws)):
                wanted = Wanted(game=GAME, bot=bot, result=word)
                assert len(listing.matches(session, wanted, None, 200)) == count


def test_results_are_told_by_place(tied: Any) -> None:
    town, bots, _ = tied
    with town.store.reading() as session:
        rows = listing.matches(session, Wanted(game=GAME), None, 200)
        told = {tuple(s.place for s in row.seats): row for row in rows}
        assert result_words(told[1, 1, 1]) == "draw, by points"
        assert result_words(told[1, 1, 3]) == "a and b shared the first place, by points"
        assert result_words(told[2, 2, 1, 4], {bots[0]}) == "shared 2nd, by points"
        assert result_words(told[1, 1, 3], {bots[1]}) == "shared 1st, by points"
        assert result_words(told[2, 1, 3], {bots[0]}) == "2nd, by points"
        assert result_words(told[2, 1], {bots[0]}) == "lost, by points"
        assert result_words(told[1, 1], {bots[0]}) == "drew, by points"
