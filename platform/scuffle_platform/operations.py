"""What an administrator does, from a page or the command line: done, and noted in the trail."""

from dataclasses import dataclass
from datetime import datetime

from scuffle.registry import games
from scuffle_platform.names import name_key
from scuffle_platform.store import (
    Session,
    Store,
    accounts,
    alerts,
    audit,
    inbox,
    lifecycle,
    pauses,
    people,
    publishing,
    sessions,
    voiding,
    workers,
)
from scuffle_platform.store import bots as every_bot
from scuffle_platform.store import ladders as every_ladder
from scuffle_platform.store import versions as every_version
from scuffle_platform.store.models import Account, Bot, Ladder, NoticeKind, Worker
from scuffle_platform.store.voiding import Preview, Selection

AT_ONCE = 200
"""Matches that are taken back in one transaction, so that others get their turn."""


class Refused(ValueError):
    """It cannot be done; one sentence for the administrator."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Who acts, on what, when.

    Attributes:
        session: a transaction that may write.
        account: the administrator's account id; ``None``: the command line.
        at: this moment.
    """

    session: Session
    account: str | None
    at: datetime

    def note(self, action: str, subject: str, **detail: object) -> None:
        """Note in the audit trail what is done."""
        audit.note(self.session, self.account, action, subject, **detail)


def pause(hand: Hand, subject: str, why: str = "") -> str:
    """Let a game, a ladder or everything rest; says so in a sentence.

    Raises:
        Refused: there is no such game or ladder.
    """
    found = _subject(hand.session, subject)
    said = why.strip()[:500]
    hand.note("pause", subject, why=said)
    if isinstance(found, Ladder):
        found.paused = True
        return f"The ladder {found.name} rests: no matches are made for it; what waits is played."
    pauses.begin(hand.session, found, said or "An administrator paused it.", hand.at)
    what = "Everything" if found == pauses.ALL else found
    return f"{what} rests: nothing is started; what is being played ends, and nothing is lost."


def resume(hand: Hand, subject: str) -> str:
    """End a pause; says so in a sentence.

    Raises:
        Refused: there is no such game or ladder, or it does not rest.
    """
    found = _subject(hand.session, subject)
    if isinstance(found, Ladder):
        rested, found.paused = found.paused, False
    else:
        rested = pauses.end(hand.session, found, hand.at)
        alerts.resolve(hand.session, "game", found, hand.at)
    if not rested:
        raise Refused(f"'{subject}' does not rest, so there is nothing to resume.")
    hand.note("resume", subject)
    return f"{subject} is played again."


def drain(hand: Hand, name: str) -> str:
    """Let a worker take nothing more.

    Raises:
        Refused: there is no such worker.
    """
    workers.drain(_worker(hand.session, name), hand.at)
    hand.note("drain", name)
    return f"{name} ends what it plays and takes nothing more."


def undrain(hand: Hand, name: str) -> str:
    """Let a drained worker work again.

    Raises:
        Refused: there is no such worker, or it is not drained.
    """
    worker = _worker(hand.session, name)
    if worker.drained is None:
        raise Refused(f"{name} is not drained.")
    workers.undrain(worker)
    hand.note("undrain", name)
    return f"{name} works again."


def quarantine(hand: Hand, name: str, why: str) -> str:
    """Take a worker out of work whose results are not to be believed.

    Raises:
        Refused: there is no such worker.
    """
    worker = _worker(hand.session, name)
    said = why.strip()[:500] or "An administrator took it out."
    workers.quarantine(hand.session, worker, said, hand.at)
    hand.note("quarantine", name, why=said)
    return f"{name} is in quarantine. {workers.RELEASE.format(name)}"


def release(hand: Hand, name: str) -> str:
    """Let a worker out of quarantine.

    Raises:
        Refused: there is no such worker, or it is not in quarantine.
    """
    worker = _worker(hand.session, name)
    if worker.quarantined is None:
        raise Refused(f"{name} is not in quarantine.")
    workers.release(hand.session, worker, hand.at)
    hand.note("release", name)
    return f"{name} works again; what it did before is not held against it."


def preview(session: Session, selection: Selection) -> Preview:
    """What taking the selected matches back would touch.

    Raises:
        Refused: the selection names neither worker nor engine.
    """
    if not selection.words:
        raise Refused("Name a worker or an engine, so that not everything is taken back.")
    return voiding.preview(session, selection)


def preview_words(found: Preview) -> str:
    """A preview as a sentence or two."""
    said = (
        f"{_matches(found.matches)} of {found.bots} bots would be taken back and played again; "
        f"{found.ranked} count for a rating."
    )
    if found.kept:
        said += f" {found.kept} of series and tournaments stay: those have drawn their conclusions."
    return said


def _matches(count: int) -> str:
    return f"{count} match{'' if count == 1 else 'es'}"


def void(store: Store, account: str | None, selection: Selection, why: str, at: datetime) -> str:
    """Take the selected matches back and have them played again, a part at a time.

    Raises:
        Refused: there is none, or the selection names neither worker nor engine.
    """
    with store.reading() as session:
        preview(session, selection)
    said = why.strip()[:500] or f"It was played by {selection.words}."
    voided = again = 0
    while True:
        with store.session() as session:
            some, more = voiding.void_some(session, selection, said, at, AT_ONCE)
            voided, again = voided + some, again + more
            if some:
                detail = {"why": said, "matches": some, "again": more}
                span = {"since": str(selection.since), "until": str(selection.until)}
                audit.note(session, account, "void", selection.words, **detail, **span)
        if some < AT_ONCE:
            break
    if not voided:
        raise Refused(f"No finished match of {selection.words} lies in that time.")
    return f"{_matches(voided)} taken back; {again} played again. Ratings follow by themselves."


def rebuild(hand: Hand, subject: str) -> str:
    """Have a ladder's ratings fitted anew from all its results.

    Raises:
        Refused: there is no such ladder.
    """
    found = _subject(hand.session, subject)
    ladder = found if isinstance(found, Ladder) else every_ladder.public(hand.session, found)
    if ladder is None:
        raise Refused(f"'{subject}' has no ladder.")
    # The fitting process has counted the results as they came; two steps make it read them all.
    ladder.stale = Ladder.stale + 2
    hand.note("rebuild", subject)
    return f"The ratings of {ladder.name} are fitted anew within a few seconds."


def dismiss(hand: Hand, alert_id: str) -> str:
    """End an alert that has been looked at.

    Raises:
        Refused: it does not stand.
    """
    if not alerts.dismiss(hand.session, alert_id, hand.at):
        raise Refused("That alert does not stand any more.")
    hand.note("dismiss", alert_id)
    return "The alert is put away."


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
    said = _why(why)
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
    said = _why(why)
    if version.status == "checking":
        lifecycle.reject(hand.session, version, said, hand.at)
    every_version.retire(hand.session, version, said)
    publishing.take_back(version)
    _tell(hand, bot, version=number, why=said)
    hand.note("disable-version", bot.id, name=bot.name, version=number, why=said)
    return f"Version {number} of {bot.name} is out of play."


def _why(words: str) -> str:
    return words.strip()[:500] or "Disabled by an administrator."


def _tell(hand: Hand, bot: Bot, **about: object) -> None:
    """Tell a bot's owner what an administrator did to it."""
    key = f"disabled/{bot.id}/{hand.at.timestamp()}"
    inbox.tell_owner(hand.session, bot, NoticeKind.DISABLED, key, hand.at, **about)


def _subject(session: Session, word: str) -> str | Ladder:
    """A game's id, ``all``, or a ladder by its id."""
    if word == pauses.ALL or word in games():
        return word
    ladder = session.get(Ladder, word)
    if ladder is None:
        known = ", ".join(sorted(games()))
        raise Refused(f"'{word}' is no game, no ladder's id and not 'all'; games are {known}.")
    return ladder


def _worker(session: Session, name: str) -> Worker:
    worker = session.get(Worker, name)
    if worker is None:
        known = ", ".join(one.name for one in workers.every(session)) or "none"
        raise Refused(f"There is no worker '{name}'; known are {known}.")
    return worker


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
