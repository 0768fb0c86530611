"""Bots, versions and matches by the words that paths and bodies use for them."""

import re

from scuffle_platform.auth import caller, is_admin, required_account
from scuffle_platform.problems import Problem, forbidden, not_found
from scuffle_platform.store import Session, bots, listing, versions
from scuffle_platform.store.models import Bot, Ladder, Series, Tournament, Version
from scuffle_platform.store.pages import matches, series, tournaments
from scuffle_platform.store.pages.matches import Played

_AT_VERSION = re.compile(r"(?P<bot>.+?)(?:@(?P<number>[1-9][0-9]{0,8}))?")


def find_bot(session: Session, word: str, game: str | None = None) -> Bot:
    """The bot that an id, or a name that only one bot has, stands for.

    Raises:
        Problem: 404 for none, 409 for several.
    """
    found = bots.find(session, word[:64], game)
    if not found:
        what = f"bot '{word[:64]}'" + (f" of {game}" if game else "")
        raise not_found(what, "GET /api/v1/bots lists them; ids work everywhere.")
    if len(found) > 1:
        raise Problem(
            409,
            "several-bots",
            f"Bots of several games are named '{word}': {', '.join(bot.game for bot in found)}.",
            "Use the bot's id, which GET /api/v1/bots?name= tells.",
        )
    return found[0]


def own_bot(session: Session, word: str) -> Bot:
    """The caller's bot of that id or name; an administrator's reach is wider.

    Raises:
        Problem: 404 for none, 403 for another account's.
    """
    bot = find_bot(session, word)
    if bot.account_id != required_account().id and not is_admin():
        raise forbidden(
            f"'{bot.name}' is another account's bot.", "Use a bot of yours; GET bots?mine=true."
        )
    return bot


def owns(bot: Bot | None) -> bool:
    """Whether the caller may see what is for a bot's owner only."""
    found = caller()
    if found is None or bot is None:
        return False
    return (found.account.id == bot.account_id and found.may("read")) or found.may("admin")


def find_version(session: Session, bot: Bot, number: int) -> Version:
    """A bot's version.

    Raises:
        Problem: 404, it has none of that number.
    """
    found = versions.by_number(session, bot.id, number)
    if found is None:
        raise not_found(f"version {number} of '{bot.name}'", "GET …/versions lists them.")
    return found


def split_player(word: str) -> tuple[str, int | None]:
    """``"bot@3"`` as bot and number; without ``@`` the number is ``None``."""
    match = _AT_VERSION.fullmatch(word)
    if match is None:
        return word, None
    number = match["number"]
    return match["bot"], int(number) if number else None


def find_match(session: Session, match_id: str) -> Played:
    """A match that the caller may know of.

    Raises:
        Problem: 404.
    """
    found = matches.played(session, match_id) if len(match_id) <= 12 else None
    if found is None or not (is_admin() or listing.visible(session, found.match, _viewer())):
        raise not_found("such match", "GET /api/v1/matches lists them.")
    return found


def find_ladder(session: Session, ladder_id: str) -> Ladder:
    """A ladder that the caller may know of.

    Raises:
        Problem: 404.
    """
    found = listing.ladder(session, ladder_id[:64], _viewer(), sees_all=is_admin())
    if found is None:
        raise not_found("such ladder", "GET /api/v1/ladders lists them.")
    return found


def find_series(session: Session, series_id: str) -> Series:
    """A series.

    Raises:
        Problem: 404.
    """
    found = series.one(session, series_id[:64])
    if found is None:
        raise not_found("such series", "GET /api/v1/series lists them.")
    return found


def find_tournament(session: Session, tournament_id: str) -> Tournament:
    """A tournament that the caller may know of.

    Raises:
        Problem: 404.
    """
    found = tournaments.one(session, tournament_id[:64])
    if found is None or not (is_admin() or tournaments.visible(session, found, _viewer())):
        raise not_found("such tournament", "GET /api/v1/tournaments lists them.")
    return found


def _viewer() -> str | None:
    who = caller()
    return who.account.id if who else None
