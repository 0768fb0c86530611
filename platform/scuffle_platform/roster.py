"""Making bots and changing what they do: shared by the site's forms and the API."""

from scuffle.registry import UnknownGame
from scuffle.registry import game as game_class
from scuffle_platform.context import store
from scuffle_platform.names import BadName
from scuffle_platform.problems import Problem, invalid, unknown_game
from scuffle_platform.store import Session, bots
from scuffle_platform.store.models import Account, Bot


def make_bot(account: Account, game: str, name: str) -> Bot:
    """Make a bot of an account.

    Raises:
        Problem: there is no such game, or the name cannot be had.
    """
    with store().session() as session:
        made = add_bot(session, account, game, name)
        return bots.find(session, made.id)[0]


def add_bot(session: Session, account: Account, game: str, name: str) -> Bot:
    """Make a bot of an account, as part of a transaction.

    Raises:
        Problem: there is no such game, or the name cannot be had.
    """
    try:
        game_class(game)
    except UnknownGame as unknown:
        raise unknown_game(str(unknown)) from None
    try:
        return bots.create(session, account.id, game, name)
    except bots.BotNameTaken as taken:
        raise Problem(409, "name-taken", str(taken), "Change the name and send it again.") from None
    except BadName as error:
        raise invalid(str(error), "Change the name and send it again.") from None
