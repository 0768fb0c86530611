"""What of leagues an account may see: one condition for lists, one question for single rows.

A league that is private is its owner's and its members'; for everybody else it, its matches and
its final do not exist. Who has left it is like everybody else.
"""

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.orm import Session

from scuffle_platform.store.models import (
    Bot,
    Ladder,
    League,
    Match,
    Member,
    Replays,
    Visibility,
    now,
)


def seen_leagues(account_id: str | None) -> Select[str]:
    """Ids of the leagues that an account, or with ``None`` a stranger, may see."""
    query = select(League.ladder_id).join(Ladder, Ladder.id == League.ladder_id)
    open_to_all = Ladder.visibility != Visibility.PRIVATE
    if account_id is None:
        return query.where(open_to_all)
    mine = League.account_id == account_id
    return query.where(or_(open_to_all, mine, League.ladder_id.in_(_joined(account_id))))


def _joined(account_id: str) -> Select[str]:
    return select(Member.ladder_id).where(Member.account_id == account_id, Member.left.is_(None))


def seen_matches(account_id: str | None) -> ColumnElement[bool]:
    """Matches of no league, or of one that the account may see."""
    return or_(Match.league_id.is_(None), Match.league_id.in_(seen_leagues(account_id)))


def sees(session: Session, ladder_id: str | None, account_id: str | None) -> bool:
    """Whether an account may know of a ladder; those that are no league are for everybody."""
    if ladder_id is None or session.get(League, ladder_id) is None:
        return True
    query = seen_leagues(account_id).where(League.ladder_id == ladder_id)
    return session.scalar(query) is not None


def watches(match: Match, account_id: str | None) -> bool:
    """Whether an account that may know of a match may watch it played, too.

    In a league whose replays open after the close, until then one watches one's own matches; its
    owner watches all.

    Args:
        match: with its league, its seats and their bots.
        account_id: who asks; ``None`` for a stranger.
    """
    league = match.league
    if league is None or league.replays is Replays.AT_ONCE or is_closed(league):
        return True
    sits = any(seat.bot is not None and seat.bot.account_id == account_id for seat in match.seats)
    return account_id is not None and (sits or league.account_id == account_id)


def is_closed(league: League) -> bool:
    """Whether its time is over."""
    return league.ladder.closes is not None and league.ladder.closes <= now()


def owner_of(session: Session, league_id: str | None, bot: Bot | None) -> str | None:
    """The account that may read a bot's logs of a league's matches, beside the bot's own.

    It is the league's owner, as long as the bot's owner is a member.
    """
    if league_id is None or bot is None:
        return None
    query = (
        select(League.account_id)
        .join(Member, Member.ladder_id == League.ladder_id)
        .where(League.ladder_id == league_id)
        .where(Member.account_id == bot.account_id, Member.left.is_(None))
    )
    return session.scalar(query)
