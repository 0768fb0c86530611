"""How much an account may do: one setting each, named by the Limits page and every refusal."""

from datetime import datetime, timedelta

from scuffle.door.limits import UPLOAD
from scuffle.hand import ENDS_AFTER_S
from scuffle_platform.context import settings
from scuffle_platform.problems import Problem
from scuffle_platform.store import (
    Session,
    accounts,
    contests,
    hands,
    leagues,
    listing,
    series,
    tournaments,
    versions,
)
from scuffle_platform.store.models import Bot, MatchKind, Tournament, now

UPLOAD_MB = UPLOAD.packed_mb
HOUR = timedelta(hours=1)
LOOK_AGAIN_S = 600
"""When it is worth asking whether a series has ended."""


def check_versions_a_day(session: Session, bot: Bot) -> None:
    """Let a bot have so many versions in any 24 hours.

    Raises:
        Problem: 429 with the moment when the next may come.
    """
    most = settings().versions_a_day
    times = versions.times_of_day(session, bot.id)
    if len(times) >= most:
        had = f"'{bot.name}' had {len(times)} versions in the last 24 hours"
        raise over_quota(had, most, "versions_a_day", times[-most] + versions.DAY)


def check_challenges(session: Session, account_id: str) -> None:
    """Let an account ask for so many challenges in any hour.

    Raises:
        Problem: 429 with the moment when the next may come.
    """
    most = settings().challenges_an_hour
    accounts.lock(session, account_id)
    times = listing.challenge_times(session, account_id, now() - HOUR)
    if len(times) >= most:
        had = f"You asked for {len(times)} challenges in the last hour"
        free = times[-most] + HOUR if most else now() + HOUR
        raise over_quota(had, most, "challenges_an_hour", free)


def check_series(session: Session, account_id: str) -> None:
    """Let an account have so many series at a time, and so many matches of them a day.

    Raises:
        Problem: 429, too many are being played, or with the moment when the next may come.
    """
    accounts.lock(session, account_id)
    most, found = settings().series_open, series.count_going(session, account_id)
    if found >= most:
        raise Problem(
            429,
            "series-open",
            f"You have {found} series that are being played; the limit is {most} "
            f"({_variable('series_open')}).",
            f"Wait until one has ended, each does within {series.PATIENCE.days} days and mostly "
            "within the hour; or stop one on its page.",
            headers={"Retry-After": str(LOOK_AGAIN_S)},
        )
    kind, most = MatchKind.SERIES, settings().series_matches_a_day
    if contests.room_today(session, account_id, kind, most, now()) <= 0:
        free = contests.room_again(session, account_id, kind, now())
        had = "Your series had all their matches of the last 24 hours"
        raise over_quota(had, most, "series_matches_a_day", free)


def check_leagues(session: Session, account_id: str) -> None:
    """Let an owner have so many leagues at a time.

    Raises:
        Problem: 429, as many have not closed.
    """
    accounts.lock(session, account_id)
    most, found = settings().leagues_open, leagues.count_open(session, account_id, now())
    if found >= most:
        raise Problem(
            429,
            "leagues-open",
            f"You have {found} leagues that have not closed; the limit is {most} "
            f"({_variable('leagues_open')}).",
            "Wait until one has closed, or close one on its page.",
            headers={"Retry-After": str(LOOK_AGAIN_S)},
        )


def check_tournaments(session: Session, account_id: str) -> None:
    """Let an organiser have so many tournaments at a time.

    Raises:
        Problem: 429, as many are open or being played.
    """
    accounts.lock(session, account_id)
    most, found = settings().tournaments_open, tournaments.count_open(session, account_id)
    if found >= most:
        raise Problem(
            429,
            "tournaments-open",
            f"You have {found} tournaments that are open or being played; the limit is {most} "
            f"({_variable('tournaments_open')}).",
            "Wait until one has ended, or cancel one on its page.",
            headers={"Retry-After": str(LOOK_AGAIN_S)},
        )


def check_boards(session: Session, account_id: str) -> None:
    """Let so many people play by hand at a time, and an account so many matches.

    Raises:
        Problem: 429, no board is free or the account has one; 503, nobody plays boards now.
    """
    if closed := hands.why_closed(session):
        raise Problem(
            503,
            "boards-closed",
            closed,
            "Try again in a minute; an operator sees on the queue page what is missing.",
            headers={"Retry-After": "60"},
        )
    accounts.lock(session, account_id)
    most, mine = settings().hand_boards_each, hands.going(session, account_id)
    if len(mine) >= most:
        raise _boards_full(f"You play at {_boards(len(mine))} already", most, "hand_boards_each")
    most, found = settings().hand_boards, hands.going(session)
    if len(found) >= most:
        raise _boards_full(f"{_boards(len(found))} in use", most, "hand_boards")


def _boards_full(had: str, most: int, setting: str) -> Problem:
    minutes = ENDS_AFTER_S // 60
    return Problem(
        429,
        "boards-full",
        f"{had}; the limit is {most} ({_variable(setting)}).",
        f"A board becomes free as its match ends, {minutes} minutes after the last move at the "
        "latest; one's own match can be given up.",
        headers={"Retry-After": "60"},
    )


def _boards(count: int) -> str:
    return "1 board" if count == 1 else f"{count} boards"


def check_entry(one: Tournament, entrants: int) -> None:
    """Let a tournament have so many entrants as its matches allow.

    Raises:
        Problem: 409, with ``entrants`` it would have too many matches.
    """
    most, needed = settings().tournament_matches, tournaments.matches_of(one, entrants)
    if needed > most:
        raise Problem(
            409,
            "tournament-full",
            f"It is full: with {entrants} bots it would have {needed:,} matches, and {most:,} is "
            f"the limit ({_variable('tournament_matches')}).",
            "Ask the organiser for another one, with fewer sets or as a bracket.",
        )


def check_stored(session: Session, bot: Bot, size: int) -> None:
    """Let an account keep so many bytes of uploads.

    Raises:
        Problem: 422, there is no room for ``size`` more bytes.
    """
    most = settings().stored_mb
    stored = versions.stored_bytes(session, bot.account_id)
    if stored + size > most * 2**20:
        raise Problem(
            422,
            "storage-full",
            f"Your uploads take {stored / 2**20:.0f} MB of {most} MB ({_variable('stored_mb')}), "
            f"and this one {size / 2**20:.1f} MB more.",
            "Make the upload smaller: leave out logs and training data; 'scuffle.toml' has "
            "'ignore' for that.",
        )


def over_quota(had: str, most: int, setting: str, free: datetime) -> Problem:
    """A refusal that names number and setting of the limit, and when it ends."""
    wait_s = max(1, round((free - now()) / timedelta(seconds=1)))
    return Problem(
        429,
        "quota",
        f"{had}; the limit is {most:,} ({_variable(setting)}).",
        f"The next is possible at {free:%H:%M} UTC, in {_span(wait_s)}.",
        headers={"Retry-After": str(wait_s)},
    )


def _variable(setting: str) -> str:
    return f"SCUFFLE_{setting.upper()}"


def _span(wait_s: int) -> str:
    hours, minutes = divmod(wait_s // 60 + 1, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
