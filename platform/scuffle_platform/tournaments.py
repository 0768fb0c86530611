"""Tournaments: held, entered, left and ended from the site's forms or the API."""

from datetime import datetime, timedelta

from scuffle import registry
from scuffle.registry import BadSettings, UnknownGame
from scuffle.tournament import names_no_table
from scuffle_platform import quotas
from scuffle_platform.context import store
from scuffle_platform.names import is_disguised
from scuffle_platform.problems import Problem, forbidden, invalid, not_found, unknown_game
from scuffle_platform.seating import seat
from scuffle_platform.stamps import stamp
from scuffle_platform.store import Session
from scuffle_platform.store import tournaments as rows
from scuffle_platform.store.models import Account, Bot, Tournament, TournamentStatus, now
from scuffle_platform.store.pages import tournaments as read
from scuffle_platform.store.tournaments import Plan

MOST_SETS = 20
LONGEST_ENTRY = timedelta(days=60)
SHORTEST_NAME, LONGEST_NAME = 3, 60


def hold(account: Account, plan: Plan, entry_until: datetime, *, is_admin: bool = False) -> str:
    """Open a tournament's entry; its id. The scheduler starts it when the entry ends.

    Raises:
        Problem: game, players, settings, name or time are not acceptable, or the account has as
            many tournaments as it may.
    """
    plan = _checked(plan)
    at = now()
    if not at < entry_until <= at + LONGEST_ENTRY:
        raise invalid(
            f"The entry would end at {stamp(entry_until)}; it is now {stamp(at)}.",
            f"Choose a time that is to come, within {LONGEST_ENTRY.days} days.",
        )
    with store().session() as session:
        if not is_admin:
            quotas.check_tournaments(session, account.id)
        return rows.create(session, account.id, plan, entry_until, at).id


def enter(account: Account, tournament_id: str, bot_id: str) -> None:
    """Enter a bot of one's own, or another one in its place.

    Raises:
        Problem: the entry has ended, the bot is another account's or could not play, or no more
            entrants fit.
    """
    with store().session() as session:
        one = _lock(session, tournament_id, account)
        _check_open(one)
        bot = seat(session, one.game, bot_id, None).bot
        if bot.account_id != account.id:
            raise forbidden(f"'{bot.name}' is another account's bot.", "Enter a bot of yours.")
        if rows.entry_of(session, one.id, account.id) is None:
            quotas.check_entry(one, rows.count_entries(session, one.id) + 1)
        rows.enter(session, one, session.get_one(Bot, bot_id), now())


def withdraw(account: Account, tournament_id: str) -> None:
    """Take one's entry back; while it is played, what is left of it is lost.

    Raises:
        Problem: there is no entry of this account, or the tournament is over.
    """
    with store().session() as session:
        one = _lock(session, tournament_id, account)
        entry = rows.entry_of(session, one.id, account.id)
        if entry is None:
            raise not_found("entry of yours", "Enter a bot first; the tournament's page does it.")
        if one.status not in rows.OPEN:
            raise _over(one)
        rows.withdraw(session, one, entry, now())


def start(account: Account, tournament_id: str, *, is_admin: bool = False) -> None:
    """End the entry now; the scheduler draws within a second.

    Raises:
        Problem: it is somebody else's, it has begun, or too few have entered.
    """
    with store().session() as session:
        one = _own(session, tournament_id, account, is_admin)
        _check_open(one)
        _check_enough(session, one)
        one.entry_until = now()


def cancel(account: Account, tournament_id: str, *, is_admin: bool = False) -> None:
    """End a tournament without a result; one that is over stays as it is.

    Raises:
        Problem: it is somebody else's.
    """
    with store().session() as session:
        one = _own(session, tournament_id, account, is_admin)
        if one.status in rows.OPEN:
            who = "its organiser" if one.account_id == account.id else "an administrator"
            rows.cancel(session, one, f"Cancelled by {who}.", now())


def _checked(plan: Plan) -> Plan:
    """The plan with its name as it is shown.

    Raises:
        Problem: 422, a part of it is not acceptable.
    """
    name = " ".join(plan.name.split())
    # Only what can be seen: controls and marks of direction could disguise a title.
    choose = f"Choose {SHORTEST_NAME} to {LONGEST_NAME} letters, digits and signs."
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise invalid(f"The name has {len(name)} characters.", choose)
    if is_disguised(name):
        raise invalid("The name has characters that cannot be seen.", choose)
    if not 1 <= plan.sets <= MOST_SETS:
        raise invalid(
            f"{plan.sets} sets for each table were asked for.", f"Choose 1 to {MOST_SETS}."
        )
    try:
        registry.make(plan.game, plan.settings or {})
        why = names_no_table(plan.kind, plan.size, registry.game(plan.game).players)
    except UnknownGame as unknown:
        raise unknown_game(str(unknown)) from None
    except BadSettings as error:
        raise invalid(str(error), "Mend the settings; the game's page lists them.") from None
    if why:
        raise invalid(why, "Choose another number of players at a table, or another game.")
    return Plan(plan.game, name, plan.kind, plan.size, plan.sets, plan.settings)


def _lock(session: Session, tournament_id: str, account: Account) -> Tournament:
    """A tournament, kept as it is until the transaction ends: two may enter at once."""
    one = session.get(Tournament, tournament_id, with_for_update=True)
    if one is None or not read.visible(session, one, account.id):
        raise not_found("such tournament", "GET /api/v1/tournaments lists them.")
    return one


def _own(session: Session, tournament_id: str, account: Account, is_admin: bool) -> Tournament:
    one = _lock(session, tournament_id, account)
    if one.account_id != account.id and not is_admin:
        raise forbidden("This is somebody else's tournament.", "Only its organiser may do this.")
    return one


def _check_open(one: Tournament) -> None:
    if one.status is not TournamentStatus.OPEN or one.entry_until <= now() or one.ladder_id:
        raise Problem(
            409,
            "entry-over",
            f"The entry of '{one.name}' ended on {one.entry_until:%d %b %Y, %H:%M} UTC.",
            "Look for another one on the page of tournaments, or hold one of your own.",
        )


def _check_enough(session: Session, one: Tournament) -> None:
    least = rows.least_of(one)
    count = rows.count_entries(session, one.id)
    if count < least:
        raise Problem(
            409, "too-few", f"{count} of at least {least} have entered, so nothing could be drawn.",
            "Wait for more entrants, or cancel it.",
        )  # fmt: skip


def _over(one: Tournament) -> Problem:
    return Problem(
        409, "tournament-over", f"'{one.name}' is over.", "What was played stays as it is."
    )
