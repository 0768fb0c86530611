"""What an administrator does, from a page or the command line: done, and noted in the trail."""

from dataclasses import asdict, dataclass
from datetime import datetime

from scuffle.registry import games
from scuffle_platform.names import isolated, written
from scuffle_platform.store import (
    Session,
    Store,
    alerts,
    audit,
    pauses,
    voiding,
    workers,
)
from scuffle_platform.store import ladders as every_ladder
from scuffle_platform.store.models import Ladder, Worker
from scuffle_platform.store.voiding import Preview, Selection, Taken

LONGEST_WHY = 500
"""Characters of a reason that are kept."""
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


def reason(why: str) -> str:
    """What an administrator gives as the reason, fit to stand amid other words of any page."""
    return isolated(written(why, LONGEST_WHY))


def pause(hand: Hand, subject: str, why: str = "") -> str:
    """Let a game, a ladder or everything rest; says so in a sentence.

    Raises:
        Refused: there is no such game or ladder.
    """
    found = _subject(hand.session, subject)
    said = reason(why)
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
    said = reason(why) or "An administrator took it out."
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
    said = reason(why) or f"It was played by {selection.words}."
    taken = Taken()
    while True:
        with store.session() as session:
            part = voiding.void_some(session, selection, said, at, AT_ONCE)
            taken += part
            if part.matches:
                detail = {"why": said, **asdict(part)}
                span = {"since": str(selection.since), "until": str(selection.until)}
                audit.note(session, account, "void", selection.words, **detail, **span)
        if part.matches < AT_ONCE:
            break
    if not taken.matches:
        raise Refused(f"No finished match of {selection.words} lies in that time.")
    return _taken_words(taken)


def _taken_words(taken: Taken) -> str:
    said = f"{_matches(taken.matches)} taken back; {taken.again} played again."
    if taken.back:
        said += f" {taken.back} bot{'' if taken.back == 1 else 's'} came back from the bench."
    return f"{said} Ratings follow by themselves."


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
