"""Tournaments: made, entered, left, started with a draw, cancelled."""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from scuffle.tournament import Kind, Score, first_tables, most_matches, rings
from scuffle_platform.store import contests, inbox, ladders
from scuffle_platform.store.inbox import News
from scuffle_platform.store.models import (
    Account,
    Bot,
    BotState,
    Ending,
    Entry,
    Ladder,
    Meeting,
    NoticeKind,
    Rating,
    Tournament,
    TournamentStatus,
)

OPEN = (TournamentStatus.OPEN, TournamentStatus.PLAYING)
SETS = 2
"""How many sets a table plays unless the organiser says otherwise."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What an organiser wants.

    Attributes:
        game: the game's id.
        name: its title.
        kind: how it is played.
        size: how many sit at a table.
        sets: how many sets a table plays.
        settings: ``None``: in turn what the ladder plays.
    """

    game: str
    name: str
    kind: Kind
    size: int = 2
    sets: int = SETS
    settings: dict[str, Any] | None = None


def create(
    session: Session, account_id: str, plan: Plan, entry_until: datetime, at: datetime
) -> Tournament:
    """A tournament that may be entered until then; the scheduler starts it."""
    made = Tournament(
        account_id=account_id,
        game=plan.game,
        name=plan.name,
        kind=plan.kind,
        size=plan.size,
        sets=plan.sets,
        settings=plan.settings,
        entry_until=entry_until,
        created=at,
    )
    session.add(made)
    session.flush()
    return made


def hold_final(
    session: Session, ladder: Ladder, account_id: str, plan: Plan, at: datetime
) -> Tournament:
    """A ladder's final: entered are its bots, of each account the one that stands highest.

    A bot on the bench is entered, too, as it may be in any tournament.

    It starts with the scheduler's next step. Who may see the ladder sees its final.
    """
    made = create(session, account_id, plan, at, at)
    made.ladder_id = ladder.id
    ranks, able = _lower_ends(session, ladder), (BotState.ACTIVE, BotState.BENCHED)
    by_rank = sorted(
        (bot for bot in ladders.entrants(session, ladder, able) if not bot.house),
        key=lambda bot: (-ranks.get(bot.active_version_id, 0.0), bot.id),
    )
    seen: set[str] = set()
    for bot in by_rank:
        if bot.account_id not in seen:
            seen.add(bot.account_id)
            enter(session, made, session.get_one(Bot, bot.id), at)
    return made


def enter(session: Session, one: Tournament, bot: Bot, at: datetime) -> Entry:
    """Enter a bot; another one of its account that was entered before makes room for it."""
    mine = entry_of(session, one.id, bot.account_id)
    if mine is not None and mine.bot_id == bot.id:
        return mine
    if mine is not None:
        session.delete(mine)
        session.flush()
    made = Entry(tournament_id=one.id, bot_id=bot.id, account_id=bot.account_id, joined=at)
    session.add(made)
    session.flush()
    return made


def withdraw(session: Session, one: Tournament, entry: Entry, at: datetime) -> None:
    """Take an entry back; once it is drawn, what it has not played is lost."""
    if one.status is TournamentStatus.OPEN:
        session.delete(entry)
    else:
        entry.left = entry.left or at
    session.flush()


def entry_of(session: Session, tournament_id: str, account_id: str) -> Entry | None:
    """What an account has entered."""
    query = select(Entry).where(
        Entry.tournament_id == tournament_id, Entry.account_id == account_id
    )
    return session.scalar(query)


def count_entries(session: Session, tournament_id: str) -> int:
    """How many are entered."""
    query = select(func.count()).where(Entry.tournament_id == tournament_id)
    return session.scalar(query) or 0


def count_open(session: Session, account_id: str) -> int:
    """How many tournaments of an organiser are open or being played."""
    query = select(func.count()).where(
        Tournament.account_id == account_id, Tournament.status.in_(OPEN)
    )
    return session.scalar(query) or 0


def matches_of(one: Tournament, entrants: int) -> int:
    """How many matches it has with so many entrants."""
    return most_matches(one.kind, entrants, one.size, one.sets)


def going(session: Session, at: datetime) -> Sequence[str]:
    """Ids of those that are due: being played, or past the time of entry."""
    due = or_(
        Tournament.status == TournamentStatus.PLAYING,
        (Tournament.status == TournamentStatus.OPEN) & (Tournament.entry_until <= at),
    )
    query = select(Tournament.id).where(due)
    return session.scalars(query.order_by(Tournament.created, Tournament.id)).all()


def start(session: Session, one: Tournament, at: datetime) -> None:
    """End the entry, bind the versions, and draw; too few entrants cancel it."""
    playing = _bind(session, one, at)
    least = least_of(one)
    if len(playing) < least:
        there = "nobody" if not playing else f"only {len(playing)}"
        cancel(session, one, f"It needs {least} bots, and {there} was there at the start.", at)
        tell_organiser(session, one, "cancelled", at)
        return
    for number, entry in enumerate(_drawn(session, one, playing), 1):
        entry.number = number
    for round_, tables in enumerate(_first(one, len(playing)), 1):
        for number, table in enumerate(tables):
            add_meeting(session, one, (round_, number), [place + 1 for place in table])
    one.status, one.started = TournamentStatus.PLAYING, at
    tell(session, one, "begun", at)


def least_of(one: Tournament) -> int:
    """How many bots it needs to begin."""
    return one.size if one.kind is Kind.ROUND_ROBIN else 2


def tell(session: Session, one: Tournament, event: str, at: datetime) -> None:
    """Tell everybody who entered how a tournament goes on, with number and place of their bots."""
    session.flush()
    entries = session.scalars(select(Entry).where(Entry.tournament_id == one.id)).all()
    news = [
        _news(
            one, entry.account_id, event,
            bot=entry.bot_id, number=entry.number, place=entry.place, of=len(entries),
            why=one.sentence,
        )
        for entry in entries
    ]  # fmt: skip
    inbox.tell(session, news, at)


def _news(one: Tournament, account_id: str, event: str, **about: Any) -> News:
    told = {"tournament": one.id, "event": event, **about}
    return News(account_id, NoticeKind.TOURNAMENT, f"{event}/{one.id}", told)


def tell_organiser(session: Session, one: Tournament, event: str, at: datetime) -> None:
    """Tell whoever holds a tournament, unless as one of those who entered."""
    inbox.tell(session, [_news(one, one.account_id, event, why=one.sentence)], at)


def cancel(session: Session, one: Tournament, sentence: str, at: datetime) -> None:
    """End a tournament without a result; what was played stays to be seen."""
    one.status, one.sentence, one.ended = TournamentStatus.CANCELLED, sentence, at
    contests.cancel_queued(session, one.id, "Cancelled: so was its tournament.", at)
    tell(session, one, "cancelled", at)


def add_meeting(
    session: Session, one: Tournament, place: tuple[int, int], members: list[int]
) -> Meeting:
    """A table; in a bracket who is alone at it goes on at once.

    Args:
        session: a transaction that may write.
        one: the tournament.
        place: the round from 1, and the table's number in it from 0.
        members: draw numbers.
    """
    nothing = Score.nothing(members)
    made = Meeting(
        tournament_id=one.id,
        round=place[0],
        number=place[1],
        members=members,
        seated=members,
        ahead=nothing.ahead,
        firsts=nothing.firsts,
        ordered=0,
        counted=0,
    )
    if len(members) < 2:
        made.winner = members[0] if members else None
        made.ending = Ending.BYE if place[0] == 1 else Ending.FORFEIT
    session.add(made)
    return made


def _first(one: Tournament, entrants: int) -> Sequence[Sequence[tuple[int, ...]]]:
    if one.kind is Kind.ROUND_ROBIN:
        return rings(entrants, one.size)
    return (first_tables(entrants, one.size),)


def _bind(session: Session, one: Tournament, at: datetime) -> list[Entry]:
    """Fix the versions of those who can play; the others have left."""
    query = select(Entry, Bot, Account).join(Bot, Bot.id == Entry.bot_id)
    query = query.join(Account, Account.id == Entry.account_id)
    playing = []
    for entry, bot, account in session.execute(query.where(Entry.tournament_id == one.id)).all():
        able = bot.state in (BotState.ACTIVE, BotState.BENCHED) and account.disabled is None
        if able and bot.active_version_id:
            entry.version_id = bot.active_version_id
            playing.append(entry)
        else:
            entry.left = at
    return playing


def _drawn(session: Session, one: Tournament, entries: list[Entry]) -> list[Entry]:
    """The strongest by the ladder first; those whom it does not know, and ties, by lot."""
    ladder = session.get(Ladder, one.ladder_id) if one.ladder_id else None
    ladder = ladder or ladders.public(session, one.game)
    known = _lower_ends(session, ladder) if ladder else {}

    def strength(entry: Entry) -> tuple[float, bytes]:
        lot = hmac.digest(one.secret.encode(), f"draw/{entry.bot_id}".encode(), sha256)
        return -known.get(entry.version_id or "", float("-inf")), lot

    return sorted(entries, key=strength)


def _lower_ends(session: Session, ladder: Ladder) -> dict[str, float]:
    """By version the lower end of its rating's interval."""
    query = select(Rating.version_id, Rating.rating, Rating.plus_minus)
    rows = session.execute(query.where(Rating.ladder_id == ladder.id))
    return {version: rating - plus_minus for version, rating, plus_minus in rows}
