"""What an administrator tells everybody: written, changed, withdrawn, and noted in the trail."""

from scuffle_platform.names import BadName, clean_title
from scuffle_platform.operations import Hand, Refused
from scuffle_platform.store.models import Announcement

LONGEST = 20_000
"""Characters of one announcement."""


def announce(hand: Hand, title: str, text: str) -> Announcement:
    """Tell everybody something.

    Args:
        hand: who does it.
        title: as it was typed.
        text: Markdown.

    Raises:
        Refused: title or text will not do.
    """
    clean, said = _clean(title), _said(text)
    made = Announcement(account_id=hand.account, title=clean, text=said, created=hand.at)
    hand.session.add(made)
    hand.session.flush()
    hand.note("announce", made.id, title=clean)
    return made


def change(hand: Hand, announcement_id: str, title: str, text: str) -> Announcement:
    """Say it differently; the page tells that it was changed.

    Raises:
        Refused: there is none of that id, or title or text will not do.
    """
    found = _one(hand, announcement_id)
    found.title, found.text, found.changed = _clean(title), _said(text), hand.at
    hand.note("change-announcement", found.id, title=found.title)
    return found


def withdraw(hand: Hand, announcement_id: str) -> str:
    """Tell it nobody any more; says so in a sentence.

    Raises:
        Refused: there is none of that id.
    """
    found = _one(hand, announcement_id)
    hand.session.delete(found)
    hand.note("withdraw-announcement", found.id, title=found.title)
    return f"'{found.title}' is withdrawn."


def _one(hand: Hand, announcement_id: str) -> Announcement:
    found = hand.session.get(Announcement, announcement_id)
    if found is None:
        raise Refused("There is no such announcement any more.")
    return found


def _clean(title: str) -> str:
    try:
        return clean_title(title)
    except BadName as error:
        raise Refused(str(error)) from None


def _said(text: str) -> str:
    said = text.replace("\r\n", "\n").strip()
    if not 0 < len(said) <= LONGEST:
        raise Refused(f"The text has {len(said):,} characters; write 1 to {LONGEST:,}.")
    return said
