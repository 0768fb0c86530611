"""Who may sit in an unranked match: asked before any row is made, told with the reason."""

from scuffle.registry import UnknownGame
from scuffle.registry import game as game_class
from scuffle_platform.problems import Problem, invalid, unknown_game
from scuffle_platform.store import Session, versions
from scuffle_platform.store.models import Bot, BotState, Version, VersionStatus


def check_size(game: str, count: int) -> None:
    """Whether a game takes that many players.

    Raises:
        Problem: 422, it does not, or there is no such game.
    """
    try:
        sizes = game_class(game).players
    except UnknownGame as unknown:
        raise unknown_game(str(unknown)) from None
    if count not in sizes:
        raise invalid(
            f"{count} players were named; '{game}' is for {' or '.join(map(str, sizes))}.",
            "Name one bot for each seat; the same bot may sit twice.",
        )


def seat(session: Session, game: str, bot_id: str, number: int | None) -> Version:
    """The version that would sit there.

    Args:
        session: any transaction.
        game: what is to be played.
        bot_id: whose version.
        number: which one; ``None``: the active one.

    Raises:
        Problem: 422, it is no bot of the game; 409, it has no version that could play.
    """
    bot = session.get(Bot, bot_id)
    if bot is None or bot.game != game:
        raise invalid(
            f"'{bot.name if bot else bot_id}' is no bot of '{game}'.",
            "Choose bots of the game that is played.",
        )
    if bot.state in (BotState.RETIRED, BotState.DISABLED):
        raise _cannot_play(f"'{bot.name}' is {bot.state}.")
    if bot.account.disabled is not None:
        raise _cannot_play(f"'{bot.name}' does not play while its owner's account is closed.")
    return _ready(session, bot, number)


def _ready(session: Session, bot: Bot, number: int | None) -> Version:
    if number is None:
        version = session.get(Version, bot.active_version_id) if bot.active_version_id else None
    else:
        version = versions.by_number(session, bot.id, number)
    if version is None:
        raise _cannot_play(
            f"'{bot.name}' has no version {number}."
            if number is not None
            else f"'{bot.name}' has no version that is ready."
        )
    if version.status != VersionStatus.READY:
        raise _cannot_play(f"Version {version.number} of '{bot.name}' is {version.status}.")
    if version.retired is not None:
        was = f"Version {version.number} of '{bot.name}' was taken out of play."
        raise _cannot_play(f"{was} {version.reason}".strip())
    return version


def _cannot_play(sentence: str) -> Problem:
    return Problem(409, "cannot-play", sentence, "Choose a bot with a version that is ready.")
