"""Tournaments: lists, and one with entrants, meetings and matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import Session, joinedload

from scuffle_platform.store import sight
from scuffle_platform.store.models import (
    Bot,
    Entry,
    Ladder,
    Match,
    MatchSet,
    MatchStatus,
    Meeting,
    Tournament,
    TournamentStatus,
    Version,
    Visibility,
)
from scuffle_platform.store.tournament_play import table_word


@dataclass(frozen=True, slots=True)
class Narrowed:
    """Which tournaments a list shows; what is ``None`` narrows nothing.

    Attributes:
        game: a game's id.
        account: the id of the organiser's account.
        status: how far it has come.
    """

    game: str | None = None
    account: str | None = None
    status: TournamentStatus | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A match of a meeting.

    Attributes:
        id: the match's.
        status: how far it has come.
    """

    id: str
    status: MatchStatus


def one(session: Session, tournament_id: str) -> Tournament | None:
    """A tournament with its organiser."""
    query = select(Tournament).where(Tournament.id == tournament_id)
    return session.scalars(query.options(joinedload(Tournament.account))).first()


def visible(session: Session, found: Tournament, account_id: str | None) -> bool:
    """Whether an account may see it: the final of a private league is for who may see that."""
    return sight.sees(session, found.ladder_id, account_id)


def page(
    session: Session, narrowed: Narrowed, after: tuple[datetime, str] | None, limit: int
) -> Sequence[Tournament]:
    """Tournaments that everybody may see, the newest first, from those after moment and id."""
    query = select(Tournament).outerjoin(Ladder, Ladder.id == Tournament.ladder_id)
    query = query.where(*_conditions(narrowed)).options(joinedload(Tournament.account))
    if after:
        created, tournament_id = after
        same = and_(Tournament.created == created, Tournament.id < tournament_id)
        query = query.where(or_(Tournament.created < created, same))
    return session.scalars(
        query.order_by(Tournament.created.desc(), Tournament.id.desc()).limit(limit)
    ).all()


def under_way(session: Session, limit: int) -> Sequence[Tournament]:
    """Tournaments that everybody may see and that are being played, or may still be entered."""
    query = select(Tournament).outerjoin(Ladder, Ladder.id == Tournament.ladder_id)
    open_ones = Tournament.status.in_((TournamentStatus.PLAYING, TournamentStatus.OPEN))
    query = query.where(*_conditions(Narrowed()), open_ones)
    # "playing" comes after "open", and what is played now first.
    ordered = query.order_by(Tournament.status.desc(), Tournament.entry_until, Tournament.id)
    return session.scalars(ordered.limit(limit)).all()


def _conditions(narrowed: Narrowed) -> list[ColumnElement[bool]]:
    listed = or_(Ladder.id.is_(None), Ladder.visibility == Visibility.PUBLIC)
    wanted = {
        Tournament.game: narrowed.game,
        Tournament.account_id: narrowed.account,
        Tournament.status: narrowed.status,
    }
    return [listed, *(column == value for column, value in wanted.items() if value is not None)]


def entries(session: Session, tournament_id: str) -> Sequence[Entry]:
    """Who entered, in the order of the draw, before it in that of entry."""
    query = select(Entry).where(Entry.tournament_id == tournament_id)
    query = query.options(
        joinedload(Entry.bot).load_only(Bot.name, Bot.state),
        joinedload(Entry.version).load_only(Version.number, Version.bot_id),
        joinedload(Entry.account),
    )
    # Before the draw nobody has a number; those that were not drawn come last.
    undrawn = Entry.number.is_(None)
    return session.scalars(query.order_by(undrawn, Entry.number, Entry.joined)).all()


def matches_of(
    session: Session, tournament_id: str, shown: Sequence[Meeting]
) -> dict[tuple[int, int], list[Played]]:
    """By round and number of some meetings their matches, in the order of sets and rotations."""
    places = {table_word(meeting): (meeting.round, meeting.number) for meeting in shown}
    query = (
        select(MatchSet.pairing, Match.id, Match.status)
        .join(Match, Match.set_id == MatchSet.id)
        .where(MatchSet.contest_id == tournament_id, MatchSet.pairing.in_(places))
        .order_by(MatchSet.number, Match.rotation, Match.created)
    )
    found: dict[tuple[int, int], list[Played]] = {place: [] for place in places.values()}
    for word, match, status in session.execute(query):
        found[places[word]].append(Played(match, status))
    return found
