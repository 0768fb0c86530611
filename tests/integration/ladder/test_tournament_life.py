"""Tournaments from entry to the last place: draws, restarts, losses, leavers, ties."""

from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from ladder_tournaments import (
    SMALL,
    entries,
    hold,
    last_ones,
    leave,
    matches_of,
    meetings,
    nobody,
    places,
    play_out,
    rate,
    seat_players,
    work,
)
from sqlalchemy import select

from scuffle.tournament import Kind
from scuffle_platform.scheduler import Scheduler
from scuffle_platform.store import integrity, tournaments
from scuffle_platform.store.models import (
    Account,
    Ending,
    Ladder,
    Match,
    MatchKind,
    MatchSet,
    MatchStatus,
    Tournament,
    TournamentStatus,
)
from scuffle_platform.store.tournament_play import FURTHER_SETS, SETS_A_BOT
from scuffle_platform.store.tournaments import Plan


def whole(town: Any) -> None:
    with town.store.reading() as session:
        assert integrity.violations(session) == []


def test_a_round_robin_is_played_to_its_table_whatever_restarts(quiet: Any) -> None:
    one = hold(quiet, Kind.ROUND_ROBIN, 4)
    seat_players(quiet, last_ones)
    while quiet.read(Tournament, one).status is not TournamentStatus.ENDED:
        work(quiet)
        # The queue forgets everything, and the scheduler is another process.
        quiet.queue.connection.flushall()
        quiet.scheduler = Scheduler(quiet.store, quiet.queue, quiet.settings)
    assert places(quiet, one) == {"bot-ada": 1, "bot-bea": 2, "bot-cleo": 3, "bot-dora": 4}
    matches = matches_of(quiet, one)
    assert len(matches) == 12
    assert {match.kind for match in matches} == {MatchKind.TOURNAMENT}
    assert not any(match.ranked for match in matches)
    assert {match.settings["opening_turns"] for match in matches} == {2}
    assert len({match.seed for match in matches}) == 6
    whole(quiet)


def test_a_bracket_of_five_has_byes_for_the_first_three(quiet: Any) -> None:
    one = hold(quiet, Kind.ELIMINATION, 5)
    seat_players(quiet, last_ones)
    assert play_out(quiet, one).status is TournamentStatus.ENDED
    first = [meeting for meeting in meetings(quiet, one) if meeting.round == 1]
    assert [meeting.members for meeting in first] == [[1], [2], [3], [4, 5]]
    assert [meeting.ending for meeting in first] == [Ending.BYE] * 3 + [Ending.PLAYED]
    assert [meeting.round for meeting in meetings(quiet, one)] == [1, 1, 1, 1, 2, 2, 3]
    found = places(quiet, one)
    assert found["bot-ada"] == 1
    assert sorted(place or 0 for place in found.values()) == [1, 2, 3, 3, 5]
    whole(quiet)


def test_versions_are_bound_at_the_start(quiet: Any) -> None:
    one = hold(quiet, Kind.ROUND_ROBIN, 3)
    before = entries(quiet, one)["bot-ada"]
    assert (before.version_id, before.number) == (None, None)
    quiet.tick()
    bound = entries(quiet, one)["bot-ada"]
    assert sorted(entry.number or 0 for entry in entries(quiet, one).values()) == [1, 2, 3]
    quiet.version(bound.bot_id)
    seat_players(quiet, nobody)
    play_out(quiet, one)
    played = {seat.version_id for match in matches_of(quiet, one) for seat in match.seats}
    assert played == {entry.version_id for entry in entries(quiet, one).values()}
    assert bound.version_id in played


def test_the_draw_follows_the_ladder_and_then_the_lot(quiet: Any) -> None:
    one = hold(quiet, Kind.ELIMINATION, 4)
    rate(quiet, {"bot-cleo": 1200.0, "bot-dora": 1100.0})
    quiet.tick()
    drawn = {entry.number: name for name, entry in entries(quiet, one).items()}
    assert (drawn[1], drawn[2]) == ("bot-cleo", "bot-dora")
    assert {drawn[3], drawn[4]} == {"bot-ada", "bot-bea"}


@pytest.mark.parametrize(("kind", "count"), [(Kind.ROUND_ROBIN, 1), (Kind.ELIMINATION, 1)])
def test_too_few_cancel_it_with_the_reason(quiet: Any, kind: Kind, count: int) -> None:
    one = hold(quiet, kind, count)
    quiet.tick()
    found = quiet.read(Tournament, one)
    assert found.status is TournamentStatus.CANCELLED
    assert found.sentence == "It needs 2 bots, and only 1 was there at the start."
    whole(quiet)


def test_a_void_match_is_played_again_on_its_seed_and_is_no_bye(quiet: Any) -> None:
    one = hold(quiet, Kind.ELIMINATION, 2)
    seat_players(quiet, last_ones)
    quiet.tick()
    broken = matches_of(quiet, one)[0]
    with quiet.store.session() as session:
        match = session.get_one(Match, broken.id)
        match.status, match.finished, match.deadline = MatchStatus.VOID, quiet.now, None
    assert play_out(quiet, one).status is TournamentStatus.ENDED
    assert places(quiet, one) == {"bot-ada": 1, "bot-bea": 2}
    again = [match for match in matches_of(quiet, one) if match.rotation == broken.rotation]
    assert {match.status for match in again} == {MatchStatus.VOID, MatchStatus.FINISHED}
    assert {match.seed for match in again} == {broken.seed}
    assert [meeting.ending for meeting in meetings(quiet, one)] == [Ending.PLAYED]


def test_level_bots_play_further_sets_and_then_the_draw_decides(quiet: Any) -> None:
    one = hold(quiet, Kind.ELIMINATION, 2)
    # Whoever sits second crashes: each wins once in every set.
    seat_players(quiet, lambda names: names[1:])
    play_out(quiet, one)
    with quiet.store.reading() as session:
        query = select(MatchSet).where(MatchSet.contest_id == one)
        assert len(session.scalars(query).all()) == 1 + FURTHER_SETS
    number = {entry.number: entry.place for entry in entries(quiet, one).values()}
    assert number == {1: 1, 2: 2}


def test_when_all_fail_the_match_is_shared(quiet: Any) -> None:
    one = hold(quiet, Kind.ROUND_ROBIN, 3)
    seat_players(quiet, lambda names: names)
    play_out(quiet, one)
    assert {meeting.ahead[0][1] for meeting in meetings(quiet, one)} == {2}
    by_number = {entry.number: entry.place for entry in entries(quiet, one).values()}
    assert by_number == {1: 1, 2: 2, 3: 3}


def test_who_leaves_a_round_robin_loses_what_is_left(quiet: Any) -> None:
    one = hold(quiet, Kind.ROUND_ROBIN, 4)
    seat_players(quiet, last_ones)
    work(quiet)
    leave(quiet, "bot-ada")
    assert play_out(quiet, one).status is TournamentStatus.ENDED
    mine = entries(quiet, one)["bot-ada"]
    assert mine.left is not None
    forfeited = [each for each in meetings(quiet, one) if each.ending is Ending.FORFEIT]
    assert forfeited
    for meeting in forfeited:
        seat = meeting.seated.index(mine.number)
        assert meeting.ahead[seat][1 - seat] == 0
        assert meeting.ahead[1 - seat][seat] == 4
    assert not any(match.status is MatchStatus.QUEUED for match in matches_of(quiet, one))
    whole(quiet)


def test_who_leaves_a_bracket_lets_the_others_go_on(quiet: Any) -> None:
    one = hold(quiet, Kind.ELIMINATION, 5)
    seat_players(quiet, last_ones)
    quiet.tick()
    gone = {entry.number: name for name, entry in entries(quiet, one).items()}
    leave(quiet, gone[4])
    leave(quiet, gone[1])
    assert play_out(quiet, one).status is TournamentStatus.ENDED
    first, *_ = [each for each in meetings(quiet, one) if each.members == [4, 5]]
    assert (first.ending, first.winner, first.seated) == (Ending.FORFEIT, 5, [5])
    semi = next(each for each in meetings(quiet, one) if each.round == 2 and 1 in each.members)
    assert (semi.ending, semi.winner) == (Ending.FORFEIT, 5)
    whole(quiet)


def test_when_all_leave_it_ends_all_the_same(quiet: Any) -> None:
    one = hold(quiet, Kind.ELIMINATION, 4)
    quiet.tick()
    for name in entries(quiet, one):
        leave(quiet, name)
    assert play_out(quiet, one).status is TournamentStatus.ENDED
    assert {meeting.winner for meeting in meetings(quiet, one)} == {None}
    assert None not in places(quiet, one).values()
    whole(quiet)


def test_a_withdrawn_entry_vanishes_before_the_start_and_loses_after_it(quiet: Any) -> None:
    one = hold(quiet, Kind.ROUND_ROBIN, 4)

    def withdraw(name: str) -> None:
        with quiet.store.session() as session:
            found = session.get_one(Tournament, one)
            owner = entries(quiet, one)[name].account_id
            entry = tournaments.entry_of(session, one, owner)
            assert entry is not None
            tournaments.withdraw(session, found, entry, quiet.now)

    withdraw("bot-dora")
    assert set(entries(quiet, one)) == {"bot-ada", "bot-bea", "bot-cleo"}
    quiet.tick()
    withdraw("bot-ada")
    seat_players(quiet, last_ones)
    play_out(quiet, one)
    assert places(quiet, one) == {"bot-bea": 1, "bot-cleo": 2, "bot-ada": 3}


def test_a_slow_bot_holds_up_its_own_tables_only(quiet: Any) -> None:
    one = hold(quiet, Kind.ROUND_ROBIN, 5)
    quiet.show_card()
    quiet.tick()
    open_sets = {match.set_id: match for match in matches_of(quiet, one)}
    seated = [seat.bot_id for match in open_sets.values() for seat in match.seats]
    assert max(seated.count(bot) for bot in seated) <= SETS_A_BOT
    slow = entries(quiet, one)["bot-ada"].bot_id
    waiting = {match.id for match in matches_of(quiet, one)}
    seat_players(quiet, nobody)
    for _ in range(12):
        with quiet.store.session() as session:
            # What the slow bot plays never ends here.
            query = select(Match).where(Match.status == MatchStatus.QUEUED)
            for match in session.scalars(query):
                if any(seat.bot_id == slow for seat in match.seats):
                    match.status, match.started = MatchStatus.PLAYING, quiet.now
        work(quiet)
        done = [each for each in meetings(quiet, one) if each.ending is Ending.PLAYED]
        if len(done) == 6:
            break
    number = entries(quiet, one)["bot-ada"].number
    assert len(done) == 6
    assert not any(number in each.members for each in done)
    assert waiting < {match.id for match in matches_of(quiet, one)}


def test_a_closed_organiser_does_not_end_it(quiet: Any) -> None:
    one = hold(quiet, Kind.ROUND_ROBIN, 3)
    with quiet.store.session() as session:
        account = session.get_one(Tournament, one).account_id
        session.get_one(Account, account).disabled = quiet.now
    seat_players(quiet, last_ones)
    found = play_out(quiet, one)
    assert found.status is TournamentStatus.ENDED
    assert places(quiet, one) == {"bot-bea": 1, "bot-cleo": 2, "bot-ada": None}
    assert entries(quiet, one)["bot-ada"].left is not None


def test_the_best_of_each_account_play_a_ladders_final(quiet: Any) -> None:
    ada, bea = quiet.person("ada"), quiet.person("bea")
    for name, owner in (("first", ada), ("second", ada), ("third", bea)):
        quiet.bot(name, owner)
    ladder_id = rate(quiet, {"first": 900.0, "second": 1200.0, "third": 1000.0})
    with quiet.store.session() as session:
        ladder = session.get_one(Ladder, ladder_id)
        plan = Plan(quiet.game, "Final", Kind.ROUND_ROBIN, 2, 1, SMALL)
        one = tournaments.hold_final(session, ladder, ada, plan, quiet.now).id
    seat_players(quiet, last_ones)
    play_out(quiet, one)
    assert places(quiet, one) == {"second": 1, "third": 2}
    assert quiet.read(Tournament, one).ladder_id is not None


def test_a_tournament_lives_in_both_databases(town: Any) -> None:
    with town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True
    one = hold(town, Kind.ROUND_ROBIN, 3)
    seat_players(town, last_ones)
    assert play_out(town, one).status is TournamentStatus.ENDED
    assert places(town, one) == {"bot-ada": 1, "bot-bea": 2, "bot-cleo": 3}
    whole(town)


def test_all_pairs_met_once(quiet: Any) -> None:
    one = hold(quiet, Kind.ROUND_ROBIN, 5)
    quiet.scheduler.carry_on(quiet.later(timedelta(seconds=5).total_seconds()))
    pairs = [tuple(sorted(meeting.members)) for meeting in meetings(quiet, one)]
    assert sorted(pairs) == list(combinations(range(1, 6), 2))
