"""Leagues: made, joined, left; whose bot plays in which; what was read by an owner."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from scuffle.contract import Game
from scuffle_platform.names import name_key
from scuffle_platform.store import audit, inbox, ladders, sweeps, tournaments
from scuffle_platform.store.inbox import News
from scuffle_platform.store.models import (
    Account,
    Audit,
    Bot,
    Entrant,
    Entry,
    Ladder,
    LadderKind,
    League,
    Match,
    MatchStatus,
    Member,
    NoticeKind,
    Replays,
    SeatRow,
    Tournament,
    Visibility,
)

DAY = timedelta(days=1)
CODE_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 10
READ_LOG, READ_SOURCE = "league-read-log", "league-read-source"


@dataclass(frozen=True, slots=True)
class Plan:
    """What an owner wants.

    Attributes:
        name: its title.
        visibility: for everybody, or ``private``: for owner and members.
        replays: when others' replays may be watched.
        closes: when its ladder ends and its final begins.
    """

    name: str
    visibility: Visibility
    replays: Replays
    closes: datetime


def create(
    session: Session, game: type[Game[Any]], account_id: str, plan: Plan, at: datetime
) -> League:
    """A league that is open from now on."""
    ladder = Ladder(
        game=game.id,
        kind=LadderKind.LEAGUE,
        name=plan.name,
        visibility=plan.visibility,
        formats=ladders.formats_of(game),
        rules_hash=game.rules_hash(),
        opens=at,
        closes=plan.closes,
        created=at,
    )
    session.add(ladder)
    session.flush()
    made = League(
        ladder_id=ladder.id,
        account_id=account_id,
        code=new_code(),
        code_made=at,
        replays=plan.replays,
        ladder=ladder,
    )
    session.add(made)
    session.flush()
    return made


def new_code() -> str:
    """Ten letters and digits that nobody mistakes for others; 49 random bits."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def clean_code(typed: str) -> str:
    """A code as it is kept, however it was typed."""
    return "".join(typed.split()).replace("-", "").upper()


def by_code(session: Session, typed: str) -> League | None:
    """The league that a code leads to."""
    return session.scalar(select(League).where(League.code == clean_code(typed)))


def renew_code(league: League, at: datetime) -> None:
    """Let the old code lead nowhere; who is a member stays one."""
    league.code, league.code_made = new_code(), at


def member(session: Session, league_id: str, account_id: str | None) -> Member | None:
    """An account's membership, if it has one now."""
    found = session.get(Member, (league_id, account_id)) if account_id else None
    return found if found and found.left is None else None


def member_named(session: Session, league_id: str, name: str) -> Member | None:
    """The member whose account has this name, however it is written."""
    query = select(Member).join(Account, Account.id == Member.account_id)
    query = query.where(Member.ladder_id == league_id, Member.left.is_(None))
    return session.scalar(query.where(Account.name_key == name_key(name)))


def may_join(session: Session, league: League, account_id: str) -> bool:
    """Whether the code lets an account in: who was removed needs one that was made since."""
    before = session.get(Member, (league.ladder_id, account_id))
    if before is None or before.left is None or not before.removed:
        return True
    return league.code_made > before.left


def join(session: Session, league: League, account_id: str, at: datetime) -> None:
    """Make an account a member; one that is stays as it is."""
    before = session.get(Member, (league.ladder_id, account_id))
    if before is None:
        session.add(Member(ladder_id=league.ladder_id, account_id=account_id, joined=at))
    elif before.left is not None:
        before.joined, before.left, before.removed = at, None, False
    session.flush()


def leave(session: Session, one: Member, at: datetime, *, removed: bool = False) -> None:
    """End a membership; its bot plays here no more, what was played counts."""
    withdraw(session, one.ladder_id, one.account_id, at)
    one.left, one.removed = at, removed
    if removed:
        key = f"removed/{one.ladder_id}/{one.joined.timestamp():.0f}"
        _tell(session, [one], "removed", key, at)
    session.flush()


def set_close(session: Session, league: League, closes: datetime, at: datetime) -> None:
    """Let a league close then; its members are told."""
    league.ladder.closes = closes
    key = f"closes/{league.ladder_id}/{closes.timestamp():.0f}"
    _tell(session, _members(session, league.ladder_id), "closes", key, at)


def remind(session: Session, at: datetime) -> None:
    """Tell the members of leagues that close within a day, once."""
    soon = Ladder.kind == LadderKind.LEAGUE, Ladder.closes > at, Ladder.closes <= at + DAY
    for ladder in session.scalars(select(Ladder).where(*soon)).all():
        assert ladder.closes is not None
        key = f"soon/{ladder.id}/{ladder.closes.timestamp():.0f}"
        _tell(session, _members(session, ladder.id), "soon", key, at)


def _members(session: Session, league_id: str) -> Sequence[Member]:
    here = Member.ladder_id == league_id, Member.left.is_(None)
    return session.scalars(select(Member).where(*here)).all()


def _tell(session: Session, members: Sequence[Member], event: str, key: str, at: datetime) -> None:
    inbox.tell(
        session,
        [
            News(one.account_id, NoticeKind.LEAGUE, key, {"ladder": one.ladder_id, "event": event})
            for one in members
        ],
        at,
    )


def entrant(session: Session, league_id: str, account_id: str) -> Bot | None:
    """The bot with which a member plays."""
    row = session.scalars(_entrants(league_id, account_id)).first()
    return session.get(Bot, row.bot_id) if row else None


def _entrants(league_id: str, account_id: str) -> Select[Entrant]:
    return (
        select(Entrant)
        .join(Bot, Bot.id == Entrant.bot_id)
        .where(Entrant.ladder_id == league_id, Entrant.left.is_(None))
        .where(Bot.account_id == account_id)
    )


def enter(session: Session, league_id: str, bot: Bot, at: datetime) -> None:
    """Let a member play with this bot, and with no other."""
    now_playing = entrant(session, league_id, bot.account_id)
    if now_playing is not None and now_playing.id == bot.id:
        return
    withdraw(session, league_id, bot.account_id, at)
    before = session.get(Entrant, (league_id, bot.id))
    if before is None:
        session.add(Entrant(ladder_id=league_id, bot_id=bot.id, joined=at))
    else:
        before.joined, before.left = at, None
    session.flush()


def withdraw(session: Session, league_id: str, account_id: str, at: datetime) -> None:
    """Take a member's bot out of the ladder, and out of a final that is being played."""
    for row in session.scalars(_entrants(league_id, account_id)).all():
        row.left = at
        _cancel_queued(session, league_id, row.bot_id, at)
    final = session.get_one(League, league_id).final_id
    entry = tournaments.entry_of(session, final, account_id) if final else None
    if entry is not None:
        _forfeit(session, entry, at)
    session.flush()


def _forfeit(session: Session, entry: Entry, at: datetime) -> None:
    one = session.get_one(Tournament, entry.tournament_id)
    if one.status in tournaments.OPEN:
        tournaments.withdraw(session, one, entry, at)


def _cancel_queued(session: Session, league_id: str, bot_id: str, at: datetime) -> None:
    query = select(Match).where(
        Match.ladder_id == league_id,
        Match.status == MatchStatus.QUEUED,
        Match.id.in_(select(SeatRow.match_id).where(SeatRow.bot_id == bot_id)),
    )
    for match in session.scalars(query).all():
        sweeps.cancel(session, match, "Cancelled: a bot left the league.", at)


def forget(session: Session, account_id: str, at: datetime) -> None:
    """An account is erased: it is a member of nothing any more."""
    query = select(Member).where(Member.account_id == account_id, Member.left.is_(None))
    for one in session.scalars(query).all():
        leave(session, one, at)


def count_open(session: Session, account_id: str, at: datetime) -> int:
    """How many leagues of an owner are not closed."""
    query = select(func.count()).select_from(League).join(Ladder, Ladder.id == League.ladder_id)
    query = query.where(League.account_id == account_id, Ladder.closes > at)
    return session.scalar(query) or 0


def count_members(session: Session, league_id: str) -> int:
    """How many members a league has."""
    query = select(func.count()).where(Member.ladder_id == league_id, Member.left.is_(None))
    return session.scalar(query) or 0


def closed_for(session: Session, bot_id: str, at: datetime) -> Ladder | None:
    """The closed league in which a bot plays, if any: from then on it stays what it is."""
    query = (
        select(Ladder)
        .join(Entrant, Entrant.ladder_id == Ladder.id)
        .where(Entrant.bot_id == bot_id, Entrant.left.is_(None))
        .where(Ladder.kind == LadderKind.LEAGUE, Ladder.closes <= at)
        .order_by(Ladder.closes.desc())
    )
    return session.scalars(query).first()


def reads_source(session: Session, account_id: str, bot: Bot) -> str | None:
    """The league as whose owner an account may read a bot's sources: where that plays now."""
    query = (
        select(League.ladder_id)
        .join(Entrant, Entrant.ladder_id == League.ladder_id)
        .join(Member, Member.ladder_id == League.ladder_id)
        .where(League.account_id == account_id)
        .where(Entrant.bot_id == bot.id, Entrant.left.is_(None))
        .where(Member.account_id == bot.account_id, Member.left.is_(None))
    )
    return session.scalars(query).first()


@dataclass(frozen=True, slots=True)
class Reading:
    """Something of a member's that an owner read.

    Attributes:
        action: ``READ_LOG`` or ``READ_SOURCE``.
        league: the league's id.
        bot: the bot's id.
        name: the bot's name then.
        detail: of a log ``match`` and ``seat``, of a source ``version``.
    """

    action: str
    league: str
    bot: str
    name: str
    detail: dict[str, Any]


def note_reading(session: Session, reader: str, owner: str, reading: Reading) -> None:
    """Keep who read what of whom, where its owner and an operator find it."""
    told = {"league": reading.league, "bot": reading.bot, "name": reading.name, **reading.detail}
    audit.note(session, reader, reading.action, owner, **told)


def readings(session: Session, owner: str, league_id: str) -> Sequence[tuple[Audit, str]]:
    """What of an account's was read in a league, with the reader's name, the newest first."""
    query = (
        select(Audit, Account.name)
        .join(Account, Account.id == Audit.account_id)
        .where(Audit.subject == owner, Audit.action.in_((READ_LOG, READ_SOURCE)))
        .order_by(Audit.at.desc())
    )
    rows = session.execute(query).all()
    return [(row, name) for row, name in rows if row.detail.get("league") == league_id]
