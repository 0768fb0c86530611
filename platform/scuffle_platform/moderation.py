"""What administrators do about people and their bots; every deed is noted in the audit trail."""

from scuffle_platform.names import name_key
from scuffle_platform.operations import Hand, Refused, reason
from scuffle_platform.store import Session, accounts, inbox, lifecycle, people, publishing, sessions
from scuffle_platform.store import bots as every_bot
from scuffle_platform.store import versions as every_version
from scuffle_platform.store.models import Account, Bot, NoticeKind

DISABLED = "Disabled by an administrator."
"""The reason where none was given."""


def disable_account(hand: Hand, name: str, *, off: bool = True) -> str:
    """Shut an account out, or let it in again: its sessions and tokens stop, its bots rest.

    Raises:
        Refused: there is no such account, it is the house, or one's own.
    """
    account = _account(hand, name)
    people.disable(hand.session, account, hand.at if off else None)
    hand.note("disable-account" if off else "enable-account", account.name)
    return f"{account.name} is {'shut out, and its bots rest' if off else 'let in again'}."


def make_admin(hand: Hand, name: str, *, on: bool = True) -> str:
    """Let an account run the site, or no longer.

    Raises:
        Refused: there is no such account, it is the house, or one's own.
    """
    account = _account(hand, name)
    account.is_admin = on
    hand.note("admin" if on else "no-admin", account.name)
    return f"{account.name} is {'an' if on else 'no'} administrator{'' if on else ' any more'}."


def login_link(hand: Hand, name: str) -> str:
    """The secret of a link that logs an account in once, within two days.

    Raises:
        Refused: there is no such account, it is the house, or it is shut out.
    """
    account = _account(hand, name, itself=True)
    if account.disabled is not None:
        raise Refused(f"{account.name} is shut out, so no link would lead in; let it in first.")
    hand.note("link", account.name)
    return sessions.make_link(hand.session, account.id)


def invite(hand: Hand) -> str:
    """The code with which one person may make an account, within two weeks."""
    hand.note("invite", "")
    return sessions.make_invite(hand.session, hand.account)


def disable_bot(hand: Hand, word: str, why: str = "", *, off: bool = True) -> str:
    """Take a bot out of play, or let it play again.

    Args:
        hand: who acts.
        word: its id or name.
        why: one sentence for its owner.
        off: whether it is taken out.

    Raises:
        Refused: there is no such bot, or several of that name.
    """
    bot = _bot(hand.session, word)
    said = reason(why) or DISABLED
    if off:
        people.disable_bot(bot, said)
    else:
        people.enable_bot(bot)
    hand.note("disable-bot" if off else "enable-bot", bot.id, name=bot.name, why=said)
    _tell(hand, bot, off=off, why=said if off else "")
    return f"{bot.name} {'is out of play' if off else 'plays again'}."


def disable_version(hand: Hand, word: str, number: int, why: str = "") -> str:
    """Take one version of a bot out of play for good; the newest other one takes its place.

    Args:
        hand: who acts.
        word: the bot's id or name.
        number: the version's.
        why: one sentence for everybody.

    Raises:
        Refused: there is no such bot or version.
    """
    bot = _bot(hand.session, word)
    version = every_version.by_number(hand.session, bot.id, number)
    if version is None:
        raise Refused(f"{bot.name} has no version {number}.")
    said = reason(why) or DISABLED
    if version.status == "checking":
        lifecycle.reject(hand.session, version, said, hand.at)
    every_version.retire(hand.session, version, said)
    publishing.take_back(version)
    _tell(hand, bot, version=number, why=said)
    hand.note("disable-version", bot.id, name=bot.name, version=number, why=said)
    return f"Version {number} of {bot.name} is out of play."


def _tell(hand: Hand, bot: Bot, **about: object) -> None:
    """Tell a bot's owner what an administrator did to it."""
    key = f"disabled/{bot.id}/{hand.at.timestamp()}"
    inbox.tell_owner(hand.session, bot, NoticeKind.DISABLED, key, hand.at, **about)


def _account(hand: Hand, name: str, *, itself: bool = False) -> Account:
    account = accounts.by_name(hand.session, name)
    if account is None:
        raise Refused(f"There is no account '{name_key(name)}'.")
    if account.is_house:
        raise Refused("That is the house's own account, to which nobody logs in.")
    if account.id == hand.account and not itself:
        raise Refused("That is your own account; another administrator must do it.")
    return account


def _bot(session: Session, word: str) -> Bot:
    found = every_bot.find(session, word)
    if not found:
        raise Refused(f"There is no bot '{word}'.")
    if len(found) > 1:
        raise Refused(f"Several bots are named '{word}'; give the id, which is in the page's path.")
    return found[0]
