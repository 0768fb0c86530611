"""Leagues: made, joined, run and left from the site's forms or the API."""

from collections.abc import Callable
from datetime import datetime, timedelta

from scuffle import registry
from scuffle.registry import UnknownGame
from scuffle_platform import quotas
from scuffle_platform.context import store
from scuffle_platform.names import BadName, clean_title
from scuffle_platform.problems import Problem, forbidden, invalid, not_found, unknown_game
from scuffle_platform.stamps import stamp
from scuffle_platform.store import Session, accounts, sight
from scuffle_platform.store import leagues as rows
from scuffle_platform.store.leagues import Plan
from scuffle_platform.store.models import Account, Bot, BotState, League, Member, now

LONGEST = timedelta(days=400)


def create(account: Account, game: str, plan: Plan, *, is_admin: bool = False) -> str:
    """A league of this account that is open from now on; its id.

    Raises:
        Problem: game, name or time are not acceptable, or the account has as many leagues as it
            may.
    """
    plan = checked(game, plan)
    with store().session() as session:
        if not is_admin:
            quotas.check_leagues(session, account.id)
        return rows.create(session, registry.game(game), account.id, plan, now()).ladder_id


def checked(game: str, plan: Plan) -> Plan:
    """The plan with its name as it will be shown.

    Raises:
        Problem: 422, a part of it is not acceptable.
    """
    try:
        registry.game(game)
        name = clean_title(plan.name, "league's name")
    except UnknownGame as unknown:
        raise unknown_game(str(unknown)) from None
    except BadName as error:
        raise invalid(str(error), "Change the name and send it again.") from None
    check_time(plan.closes)
    return Plan(name, plan.visibility, plan.replays, plan.closes)


def check_time(closes: datetime) -> None:
    """Let a league close at a time that is to come, and not too far away.

    Raises:
        Problem: 422.
    """
    at = now()
    if not at < closes <= at + LONGEST:
        raise invalid(
            f"The league would close on {stamp(closes)}; it is now {stamp(at)}.",
            f"Choose a time that is to come, within {LONGEST.days} days; all times are UTC.",
        )


def found(session: Session, league_id: str, account: Account | None, is_admin: bool) -> League:
    """A league that whoever asks may know of.

    Raises:
        Problem: 404.
    """
    league = session.get(League, league_id[:64])
    who = account.id if account else None
    if league is None or not (is_admin or sight.sees(session, league.ladder_id, who)):
        raise not_found("such league", "Join it with its code; its owner has that.")
    return league


def invited(session: Session, account: Account, code: str) -> League:
    """The league that a code leads to.

    Raises:
        Problem: 404, to none; 403, its owner has removed this account.
    """
    league = rows.by_code(session, code)
    if league is None:
        raise not_found(
            "league with this code", "Ask its owner for the code; it may have been renewed."
        )
    if not rows.may_join(session, league, account.id):
        raise forbidden(
            f"The owner of '{league.ladder.name}' has removed you from it.",
            "Ask for a code that was made since.",
        )
    return league


def join(account: Account, code: str) -> str:
    """Become a member of the league that a code leads to; its id.

    Raises:
        Problem: the code leads nowhere, or not for this account; or the league has closed.
    """
    with store().session() as session:
        # One at a time for an account, or a button pressed twice would make it a member twice.
        accounts.lock(session, account.id)
        league = invited(session, account, code)
        if rows.member(session, league.ladder_id, account.id) is None:
            _check_going(league, "It takes no members any more.")
            rows.join(session, league, account.id, now())
        return league.ladder_id


def leave(account: Account, league_id: str) -> None:
    """End one's own membership.

    Raises:
        Problem: there is none.
    """
    with store().session() as session:
        accounts.lock(session, account.id)
        rows.leave(session, _membership(session, league_id, account), now())


def enter(account: Account, league_id: str, bot_id: str | None) -> None:
    """Play with this bot from now on, or with ``None`` with none.

    Raises:
        Problem: the account is no member, the league has closed, or it is no bot of one's own
            that could play there.
    """
    with store().session() as session:
        accounts.lock(session, account.id)
        _membership(session, league_id, account)
        league = session.get_one(League, league_id)
        session.refresh(league, with_for_update=True)
        _check_going(league, "Who plays in it stays as it is.")
        if bot_id is None:
            rows.withdraw(session, league_id, account.id, now())
        else:
            rows.enter(session, league_id, _own_bot(session, account, league, bot_id), now())


def remove(account: Account, league_id: str, name: str, *, is_admin: bool = False) -> None:
    """The owner ends somebody's membership.

    Args:
        account: who does it.
        league_id: the league.
        name: the member's account name, however it is written.
        is_admin: whether an administrator asks.

    Raises:
        Problem: the league is another account's, or has no such member.
    """
    with store().session() as session:
        owned(session, league_id, account, is_admin)
        one = rows.member_named(session, league_id, name)
        if one is None:
            raise not_found(f"member '{name[:64]}' of this league", "Its page lists them.")
        # It may be choosing a bot at this moment, which must not stay behind.
        accounts.lock(session, one.account_id)
        rows.leave(session, one, now(), removed=True)


def renew_code(account: Account, league_id: str, *, is_admin: bool = False) -> None:
    """The owner makes a new code; the old one leads nowhere from then on.

    Raises:
        Problem: the league is another account's.
    """
    with store().session() as session:
        rows.renew_code(owned(session, league_id, account, is_admin), now())


def set_close(
    account: Account, league_id: str, closes: datetime | None, *, is_admin: bool = False
) -> None:
    """The owner says when it closes; ``None``: now.

    Raises:
        Problem: the league is another account's or has closed, or the time is not acceptable.
    """
    if closes is not None:
        check_time(closes)
    with store().session() as session:
        league = owned(session, league_id, account, is_admin)
        _check_going(league, "Its final has begun.")
        at = now()
        rows.set_close(session, league, closes or at, at)


def owned(session: Session, league_id: str, account: Account, is_admin: bool) -> League:
    """A league that the account runs.

    Raises:
        Problem: 404 or 403.
    """
    league = found(session, league_id, account, is_admin)
    if league.account_id != account.id and not is_admin:
        raise forbidden(
            f"'{league.ladder.name}' is somebody else's league.", "Only its owner may do this."
        )
    return league


def check_open(session: Session, bot: Bot) -> None:
    """Leave a bot as it is once a league in which it plays has closed.

    Raises:
        Problem: 409 with the time.
    """
    ladder = rows.closed_for(session, bot.id, now())
    if ladder is not None and ladder.closes is not None:
        raise Problem(
            409,
            "league-closed",
            f"The league '{ladder.name}', in which '{bot.name}' plays, closed on "
            f"{stamp(ladder.closes)}; since then its versions stay as they are.",
            "Upload to another bot, or leave the league first.",
        )


def own_choice(account: Account, league: League) -> Callable[[Bot], bool]:
    """Whether a bot could be one's choice in a league."""
    gone = (BotState.RETIRED, BotState.DISABLED)
    return lambda bot: (
        bot.account_id == account.id and bot.game == league.ladder.game and bot.state not in gone
    )


def _own_bot(session: Session, account: Account, league: League, bot_id: str) -> Bot:
    bot = session.get(Bot, bot_id[:64])
    if bot is None or bot.account_id != account.id:
        raise forbidden("This is no bot of yours.", "Choose one of your own; My Bots lists them.")
    if not own_choice(account, league)(bot):
        why = "has retired" if bot.game == league.ladder.game else f"plays '{bot.game}'"
        raise invalid(
            f"'{bot.name}' {why}; the league is for bots of '{league.ladder.game}' that play.",
            "Choose another bot of yours, or make one.",
        )
    return bot


def _membership(session: Session, league_id: str, account: Account) -> Member:
    league = found(session, league_id, account, is_admin=False)
    one = rows.member(session, league.ladder_id, account.id)
    if one is None:
        raise forbidden(
            f"You are no member of '{league.ladder.name}'.", "Join it with its code first."
        )
    return one


def _check_going(league: League, since: str) -> None:
    if sight.is_closed(league) and league.ladder.closes is not None:
        raise Problem(
            409,
            "league-closed",
            f"'{league.ladder.name}' closed on {stamp(league.ladder.closes)}. {since}",
            "Its standings and its final stay to be seen.",
        )
