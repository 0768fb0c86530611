"""Tournaments at tables of three and four: who sits there, who goes on, who is level."""

from pathlib import Path
from typing import Any

import pytest
from ladder_tournaments import (
    entries,
    hold,
    last_ones,
    leave,
    matches_of,
    meetings,
    places,
    play_out,
    seat_players,
    work,
)
from ladder_town import Town
from sqlalchemy import select

from scuffle.tournament import Kind
from scuffle_platform.queue import Queue
from scuffle_platform.store import Store, integrity
from scuffle_platform.store.models import Ending, Ladder, TournamentStatus

GAME = "virus-roll-write"


def first_clean(state: dict[str, Any]) -> dict[str, Any]:
    """Something clean if there is any, the same for the same state."""
    actions = state["legal_actions"]
    plain = [one for one in actions if one["params"].get("value") == one["params"].get("die")]
    return dict(plain[len(plain) // 2])


@pytest.fixture
def dice(sqlite_store: Store, queue: Queue, tmp_path: Path) -> Town:
    """A quiet house that plays Virus Roll & Write only."""
    town = Town(sqlite_store, queue, tmp_path, game=GAME, player=first_clean)
    with sqlite_store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True
    return town


def whole(town: Town) -> None:
    with town.store.reading() as session:
        assert integrity.violations(session) == []


def test_a_round_robin_at_tables_of_three(dice: Town) -> None:
    one = hold(dice, Kind.ROUND_ROBIN, 4, size=3, settings=None)
    seat_players(dice, last_ones)
    assert play_out(dice, one).status is TournamentStatus.ENDED
    assert len(meetings(dice, one)) == 4
    matches = matches_of(dice, one)
    assert len(matches) == 12
    assert {match.num_players for match in matches} == {3}
    # All but the first by name crash at their first request, so the first wins every match.
    assert places(dice, one)["bot-ada"] == 1
    assert sorted(place or 0 for place in places(dice, one).values()) == [1, 2, 3, 4]
    whole(dice)


def test_a_bracket_at_tables_of_four_seats_fewer_where_nobody_is(dice: Town) -> None:
    one = hold(dice, Kind.ELIMINATION, 5, size=4, settings=None)
    seat_players(dice, last_ones)
    assert play_out(dice, one).status is TournamentStatus.ENDED
    played = meetings(dice, one)
    assert [len(meeting.members) for meeting in played] == [1, 1, 1, 2, 4]
    assert {match.num_players for match in matches_of(dice, one)} == {2, 4}
    assert places(dice, one)["bot-ada"] == 1
    whole(dice)


def test_equal_bots_end_level_and_stand_as_drawn(dice: Town) -> None:
    one = hold(dice, Kind.ROUND_ROBIN, 3, size=3, settings=None)
    # One seat crashes first, wherever it is: over all rotations everybody is level.
    seat_players(dice, lambda names: names[:1])
    play_out(dice, one)
    [meeting] = meetings(dice, one)
    assert {sum(row) for row in meeting.ahead} == {6}
    numbers = {entry.number: entry.place for entry in entries(dice, one).values()}
    assert numbers == {1: 1, 2: 2, 3: 3}


def test_who_leaves_a_table_of_three_leaves_two_who_play(dice: Town) -> None:
    one = hold(dice, Kind.ELIMINATION, 3, size=3, settings=None)
    dice.show_card()
    dice.tick()
    before = {match.id for match in matches_of(dice, one)}
    leave(dice, "bot-cleo")
    seat_players(dice, last_ones)
    work(dice)
    play_out(dice, one)
    [meeting] = meetings(dice, one)
    assert (len(meeting.members), len(meeting.seated)) == (3, 2)
    assert meeting.ending is Ending.PLAYED
    assert places(dice, one) == {"bot-ada": 1, "bot-bea": 2, "bot-cleo": 3}
    fresh = [match for match in matches_of(dice, one) if match.id not in before]
    assert {match.num_players for match in fresh} == {2}
    whole(dice)


def test_who_leaves_a_round_robin_of_three_shares_its_points_out(dice: Town) -> None:
    one = hold(dice, Kind.ROUND_ROBIN, 3, size=3, settings=None)
    dice.tick()
    leave(dice, "bot-ada")
    play_out(dice, one)
    [meeting] = meetings(dice, one)
    assert meeting.ending is Ending.FORFEIT
    gone = meeting.seated.index(entries(dice, one)["bot-ada"].number)
    assert [sum(row) for row in meeting.ahead] == [0 if n == gone else 9 for n in range(3)]
    whole(dice)
