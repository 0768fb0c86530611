"""A town's names and texts that are hard to show: other scripts, marks of direction, no spaces."""

from datetime import datetime

from sqlalchemy.orm import Session

from scuffle.door import open_upload
from scuffle_platform import announcing
from scuffle_platform.operations import Hand
from scuffle_platform.store import accounts, bots, lifecycle, versions
from scuffle_platform.store.models import Account
from scuffle_platform.store.versions import Sent

HEBREW, ARABIC, LONG = "נעמי", "مهندس-الفيروسات", "W" * 32
"""An account that is written from right to left, a bot that is, and the longest name."""

FILE, NOTE = "\u202etxt.yp\u200b.py", f"\u202egnorw eht\u202c way\u200b{'w' * 300}<b>bold</b>"
"""A file's name and a note that would turn what stands around them, and one endless word."""
SHOWN_NOTE = NOTE.encode("unicode_escape").decode()
"""The note as it is kept, so that it turns and hides nothing."""

SOURCE = b"def get_action(state, api):\n    return state['legal_actions'][0]\n"


def name_them(session: Session, admin: Account, at: datetime) -> dict[str, str]:
    """Make them; what paths of pages are filled with."""
    account = accounts.create(session, HEBREW, None)
    session.flush()
    found = {}
    for key, name in (("arabic", ARABIC), ("long", LONG)):
        bot = bots.create(session, account.id, "virus-war", name)
        session.flush()
        version = versions.add(session, bot, Sent(FILE, SOURCE, NOTE), open_upload("a.py", SOURCE))
        version.bot = bot
        session.flush()
        lifecycle.make_ready(session, version, at)
        found[key] = bot.id
    made = announcing.announce(Hand(session, admin.id, at), "Winter", f"# Come\n\n{LONG * 9}")
    return found | {"announcement": made.id}
