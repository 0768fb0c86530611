"""A public version copied into a bot of one's own, through the same door as any upload."""

from collections.abc import Iterator

from scuffle_platform import intake
from scuffle_platform.context import store
from scuffle_platform.intake import Taken
from scuffle_platform.names import LONGEST
from scuffle_platform.problems import Problem, forbidden, not_found
from scuffle_platform.store import new_id, publishing, versions
from scuffle_platform.store.models import Account, Bot, Version

TRIES = 9
"""Names that are tried before one is drawn."""

_OF_THE_NAME = ("name-taken", "invalid")
"""Why another name may do: it is somebody's, or was too strange to be made of these two."""


def copy(account: Account, version: Version) -> Taken:
    """Make a bot of the account whose first version is this one.

    Args:
        account: who copies.
        version: with its bot and that one's account.

    Raises:
        Problem: the version is not public, or the door or a quota refuses it. No bot is made then.
    """
    bot = version.bot
    if bot.account_id != account.id and not publishing.is_public(version):
        raise forbidden(
            f"Version {version.number} of '{bot.name}' is not public.",
            "The page Community lists versions that may be copied.",
        )
    with store().reading() as session:
        data = versions.blob(session, version.upload_hash)
    if data is None:
        raise not_found("source of this version", "Copy another version.")
    note = f"Copied from {bot.name} version {version.number}."

    def take(name: str) -> Taken:
        return intake.take_first(account, bot.game, name, version.upload_name, data, note)

    for name in _names(account, bot):
        try:
            return take(name)
        except Problem as problem:
            if problem.code not in _OF_THE_NAME:
                raise
    return take(f"copy-{new_id()}")


def _names(account: Account, bot: Bot) -> Iterator[str]:
    half = (LONGEST - 4) // 2
    plain = f"{account.name[:half].rstrip('-_.')}-{bot.name[:half].rstrip('-_.')}"
    yield plain
    for number in range(2, TRIES + 1):
        yield f"{plain}-{number}"
