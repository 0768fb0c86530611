"""Leagues in both databases: who plays in them, how they close, what their end waits for."""

from datetime import timedelta
from typing import Any

import pytest
from ladder_tournaments import places, play_out, seat_players
from sqlalchemy import func, select

from scuffle import registry
from scuffle_platform.store import ladders, league_final, leagues, sight
from scuffle_platform.store.completeness import gaps
from scuffle_platform.store.integrity import violations
from scuffle_platform.store.leagues import Plan
from scuffle_platform.store.models import (
    Bot,
    Entry,
    Ladder,
    League,
    Match,
    MatchStatus,
    Member,
    Rating,
    Replays,
    Tournament,
    TournamentStatus,
    Visibility,
)
from scuffle_platform.store.pages import leagues as pages

TERM = timedelta(days=30)


def begin(town: Any, names: tuple[str, ...] = ("ada", "bea", "cleo")) -> tuple[str, dict[str, str]]:
    """A private league of an owner, with a member and a bot of each name."""
    owner = town.person("owner")
    with town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True
        plan = Plan("7 b", Visibility.PRIVATE, Replays.AT_ONCE, town.now + TERM)
        made = leagues.create(session, registry.game(town.game), owner, plan, town.now).ladder_id
    bots = {name: town.bot(f"bot-{name}", town.person(name)) for name in names}
    with town.store.session() as session:
        league = session.get_one(League, made)
        for bot in bots.values():
            found = session.get_one(Bot, bot)
            leagues.join(session, league, found.account_id, town.now)
            leagues.enter(session, made, found, town.now)
    return made, bots


def last(names: Any) -> Any:
    """Whoever comes later in the alphabet fails."""
    return [max(names)]


def final_of(town: Any, league: str) -> str | None:
    """The id of a league's final."""
    with town.store.reading() as session:
        return session.get_one(League, league).final_id


def playing(town: Any, league: str) -> set[str]:
    """Names of the bots on a league's ladder."""
    with town.store.session() as session:
        ladder = session.get_one(Ladder, league)
        ladders.reconcile(session, ladder, town.now)
        return {bot.name for bot in ladders.entrants(session, ladder)}


def test_a_league_plays_closes_and_ends(town: Any) -> None:
    league, _ = begin(town)
    seat_players(town, last)
    assert playing(town, league) == {
        "greedy", "planner", "random", "bot-ada", "bot-bea", "bot-cleo"
    }  # fmt: skip
    for _ in range(2):
        town.show_card()
        town.tick(3)
        town.work()
        town.record()
    assert {match.league_id for match in town.matches(ladder_id=league)} == {league}
    town.later(TERM.total_seconds())
    town.scheduler.carry_on(town.now)
    final = final_of(town, league)
    assert final
    assert play_out(town, final).status is TournamentStatus.ENDED
    assert places(town, final) == {"bot-ada": 1, "bot-bea": 2, "bot-cleo": 3}
    with town.store.reading() as session:
        house, lines = pages.table(session, session.get_one(League, league))
        assert house == ["greedy", "planner", "random"]
        assert [line.final for line in sorted(lines, key=lambda line: line.account)] == [1, 2, 3]
        assert all(line.rating for line in lines)
        assert not sight.sees(session, league, None)
        of_league = select(Match).where(Match.league_id == league)
        assert len(session.scalars(of_league).all()) > 30
        assert session.scalars(of_league.where(sight.seen_matches(None))).all() == []
    assert town.read(Tournament, final).sets * 2 * 2 >= 20


@pytest.mark.parametrize("ready", [True, False])
def test_the_final_waits_for_what_was_uploaded_in_time(quiet: Any, ready: bool) -> None:
    league, bots = begin(quiet, ("ada", "bea"))
    late = quiet.version(bots["ada"], ready=False)
    quiet.later(TERM.total_seconds())
    with quiet.store.session() as session:
        assert league_final.going(session, quiet.now) == [league]
        league_final.step(session, league, quiet.now)
    assert final_of(quiet, league) is None
    if ready:
        # The town's clock stands: the upload is as old as the close allows.
        quiet.tick()
        quiet.work()
        quiet.record()
    else:
        quiet.later(league_final.WAITS_FOR_CHECKS.total_seconds())
    with quiet.store.session() as session:
        league_final.step(session, league, quiet.now)
    final = final_of(quiet, league)
    assert final
    assert (late in bound(quiet, final)) is ready
    with quiet.store.session() as session:
        assert league_final.going(session, quiet.now) == []


def bound(town: Any, final: str) -> set[str | None]:
    """Ids of the versions that play a final."""
    with town.store.reading() as session:
        entries = session.scalars(select(Entry).where(Entry.tournament_id == final))
        return {entry.version_id for entry in entries}


def test_who_leaves_plays_no_more_and_forfeits_the_final(quiet: Any) -> None:
    league, bots = begin(quiet)
    quiet.later(TERM.total_seconds())
    quiet.scheduler.carry_on(quiet.now)
    final = final_of(quiet, league)
    assert final
    with quiet.store.session() as session:
        account = session.get_one(Bot, bots["ada"]).account_id
        leagues.leave(session, session.get_one(Member, (league, account)), quiet.now)
        assert not sight.sees(session, league, account)
    seat_players(quiet, last)
    assert play_out(quiet, final).status is TournamentStatus.ENDED
    assert places(quiet, final)["bot-bea"] == 1


def test_an_empty_league_plays_nothing_and_its_final_is_cancelled(quiet: Any) -> None:
    league, _ = begin(quiet, ())
    assert playing(quiet, league) == set()
    quiet.later(TERM.total_seconds())
    quiet.scheduler.carry_on(quiet.now)
    final = final_of(quiet, league)
    assert final
    assert quiet.read(Tournament, final).status is TournamentStatus.CANCELLED


def play_on(town: Any) -> None:
    for _ in range(3):
        town.show_card()
        town.tick(3)
        town.work()
        town.record()
    town.fit()


def rated_games(town: Any, league: str) -> int:
    with town.store.reading() as session:
        query = select(func.sum(Rating.games)).where(Rating.ladder_id == league)
        return session.scalar(query) or 0


@pytest.mark.parametrize("closed", [False, True])
def test_rules_that_change_in_the_middle_of_a_term_begin_its_ratings_anew(
    sqlite_town: Any, monkeypatch: pytest.MonkeyPatch, closed: bool
) -> None:
    """Unless the league has closed: what it ended with stays."""
    town = sqlite_town
    league, _ = begin(town)
    play_on(town)
    before = rated_games(town, league)
    assert before > 0

    monkeypatch.setattr(registry.game(town.game), "rules_hash", classmethod(lambda _: "f" * 16))
    with town.store.session() as session:
        if closed:
            session.get_one(Ladder, league).closes = town.now
        ladders.follow_rules(session, registry.game(town.game), town.now)
    town.fit()
    assert rated_games(town, league) == (before if closed else 0)
    if closed:
        return
    play_on(town)
    under_new = town.matches(ladder_id=league, rules_hash="f" * 16, status=MatchStatus.FINISHED)
    assert rated_games(town, league) == 2 * len(under_new) > 0
    with town.store.reading() as session:
        assert [*violations(session), *gaps(session, town.now)] == []
