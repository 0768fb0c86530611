"""Who may read a bot's logs and sources: its owner, an administrator, the owner of a league.

A league's owner reads the logs of the league's own matches, and the sources of the bots that play
in it, as long as their owners are members; each reading is noted, and told to the bot's owner.
"""

from scuffle_platform.api.lookup import owns
from scuffle_platform.auth import caller, require
from scuffle_platform.context import store
from scuffle_platform.problems import forbidden
from scuffle_platform.store import Session, leagues, publishing, sight
from scuffle_platform.store.leagues import READ_LOG, READ_SOURCE, Reading
from scuffle_platform.store.models import Bot, Match, SeatRow, Version


def reads_log(match: Match, seat: SeatRow) -> bool:
    """Whether whoever asks may read a seat's log."""
    if owns(seat.bot):
        return True
    reader = _reader()
    if reader is None or match.league is None or match.league.account_id != reader:
        return False
    with store().reading() as session:
        return sight.owner_of(session, match.league_id, seat.bot) == reader


def note_log(match: Match, seat: SeatRow) -> None:
    """A seat's log is about to be served: if to a league's owner, that is noted."""
    reader, bot = _reader(), seat.bot
    if reader is None or bot is None or reader == bot.account_id:
        return
    with store().session() as session:
        if sight.owner_of(session, match.league_id, bot) == reader:
            detail = {"match": match.id, "seat": seat.player}
            read = Reading(READ_LOG, match.league_id or "", bot.id, bot.name, detail)
            leagues.note_reading(session, reader, bot.account_id, read)


def check_source(session: Session, version: Version) -> None:
    """Let nobody read a source who may not.

    Raises:
        Problem: 401, it is not public, and nobody asks; 403, it is another account's bot, and plays
            in no league of the caller, or the token may not read.
    """
    if publishing.is_public(version):
        return
    require("read")
    if not owns(version.bot) and _league_of(session, version.bot) is None:
        raise forbidden(
            f"'{version.bot.name}' is another account's bot.",
            "Sources are for a bot's owner and whoever runs a league that it plays in, unless "
            "their owner makes them public.",
        )


def note_source(version: Version) -> None:
    """A source is about to be served: if to a league's owner, that is noted."""
    reader, bot = _reader(), version.bot
    if reader is None or reader == bot.account_id or publishing.is_public(version):
        return
    with store().session() as session:
        league = _league_of(session, bot)
        if league is not None:
            read = Reading(READ_SOURCE, league, bot.id, bot.name, {"version": version.number})
            leagues.note_reading(session, reader, bot.account_id, read)


def _reader() -> str | None:
    found = caller()
    return found.account.id if found and found.may("read") else None


def _league_of(session: Session, bot: Bot) -> str | None:
    reader = _reader()
    return leagues.reads_source(session, reader, bot) if reader else None
