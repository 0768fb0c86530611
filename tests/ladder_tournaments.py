"""Tournaments in a town: entered by people of its own, played by workers who know the order."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from ladder_players import crash, played
from sqlalchemy import select

from scuffle.jobs import PlayJob
from scuffle.tournament import Kind
from scuffle_platform.store import bots, ladders, tournament_play, tournaments
from scuffle_platform.store.models import (
    Bot,
    Entry,
    Fit,
    Match,
    MatchSet,
    Meeting,
    Rating,
    Tournament,
    TournamentStatus,
)
from scuffle_platform.store.tournaments import Plan

SMALL = {"size": 6, "can_pass": False}
NAMES = ("ada", "bea", "cleo", "dora", "emmy", "fay", "gene")


def hold(
    town: Any, kind: Kind, count: int, size: int = 2, sets: int = 1, settings: Any = SMALL
) -> str:
    """A tournament of the first ``count`` people's bots, begun with the next tick; its id."""
    people = [town.person(name) for name in NAMES[:count]]
    bots = [town.bot(f"bot-{name}", owner) for name, owner in zip(NAMES, people, strict=False)]
    with town.store.session() as session:
        plan = Plan(town.game, "Spring cup", kind, size, sets, settings)
        one = tournaments.create(
            session, people[0], plan, town.now + timedelta(minutes=1), town.now
        )
        for bot in bots:
            tournaments.enter(session, one, session.get_one(Bot, bot), town.now)
    town.later(60)
    return str(one.id)


def seat_players(town: Any, loser: Callable[[Sequence[str]], Sequence[str]]) -> None:
    """Of the bots' names at a table, those that ``loser`` names crash at once."""

    def play(payload: dict[str, Any]) -> dict[str, Any]:
        job = PlayJob.model_validate(payload)
        town.jobs.append(job)
        names = names_of(town, job.match_id)
        lost = loser(names)
        players = [crash if name in lost else town.player for name in names]
        return played(job, *players, at=town.now).model_dump(mode="json")

    town._play = play


def last_ones(names: Sequence[str]) -> Sequence[str]:
    """All but the first by name."""
    return sorted(names)[1:]


def nobody(_: Sequence[str]) -> Sequence[str]:
    """All play."""
    return ()


def names_of(town: Any, match_id: str) -> list[str]:
    """By seat the names of the bots of a match."""
    with town.store.reading() as session:
        match = session.get_one(Match, match_id)
        return [seat.bot.name for seat in match.seats]


def work(town: Any, rounds: int = 1) -> None:
    """Let scheduler, workers and recorder do what is due."""
    for _ in range(rounds):
        town.show_card()
        town.tick(3)
        town.work()
        town.record()


def play_out(town: Any, tournament_id: str, rounds: int = 120) -> Tournament:
    """Work until it is over."""
    for _ in range(rounds):
        found: Tournament = town.read(Tournament, tournament_id)
        if found.status not in (TournamentStatus.OPEN, TournamentStatus.PLAYING):
            return found
        work(town)
    raise AssertionError(f"not over after {rounds} rounds")


def entries(town: Any, tournament_id: str) -> dict[str, Entry]:
    """By the bot's name."""
    with town.store.reading() as session:
        query = select(Entry, Bot.name).join(Bot, Bot.id == Entry.bot_id)
        rows = session.execute(query.where(Entry.tournament_id == tournament_id)).all()
        session.expunge_all()
        return {name: entry for entry, name in rows}


def places(town: Any, tournament_id: str) -> dict[str, int | None]:
    """By the bot's name."""
    return {name: entry.place for name, entry in entries(town, tournament_id).items()}


def meetings(town: Any, tournament_id: str) -> list[Meeting]:
    with town.store.reading() as session:
        found = list(tournament_play.meetings(session, tournament_id))
        session.expunge_all()
        return found


def matches_of(town: Any, tournament_id: str) -> list[Match]:
    with town.store.reading() as session:
        query = select(Match).join(MatchSet).where(MatchSet.contest_id == tournament_id)
        return list(
            session.scalars(query.order_by(MatchSet.pairing, MatchSet.number, Match.rotation))
        )


def rate(town: Any, ratings: dict[str, float]) -> str:
    """Give bots, by name, a rating in the ladder as if it had been played; the ladder's id."""
    with town.store.session() as session:
        ladder = ladders.public(session, town.game)
        ladders.reconcile(session, ladder, town.now)
        fit = Fit(ladder_id=ladder.id, number=1, created=town.now, matches=9, biases=[])
        session.add(fit)
        session.flush()
        for name, rating in ratings.items():
            bot = session.scalars(select(Bot).where(Bot.name == name)).one()
            place = {"ladder_id": ladder.id, "version_id": bot.active_version_id, "bot_id": bot.id}
            figures = {"rating": rating, "plus_minus": 50.0, "games": 9, "wins": 9}
            session.add(Rating(**place, **figures, fit_id=fit.id, draws=0, losses=0))
        ladder.fitted = ladder.stale
        return str(ladder.id)


def leave(town: Any, name: str) -> None:
    """A bot retires."""
    with town.store.session() as session:
        bots.retire(session.scalars(select(Bot).where(Bot.name == name)).one())
