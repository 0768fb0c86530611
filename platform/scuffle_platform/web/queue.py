"""The queue: what waits, what runs, who works."""

from flask import Blueprint, render_template

from scuffle_platform.auth import current_account
from scuffle_platform.context import store
from scuffle_platform.store import abilities, pauses
from scuffle_platform.store.models import now
from scuffle_platform.store.pages import queue as read

bp = Blueprint("queue", __name__)


@bp.get("/queue")
def queue() -> str:
    """Everything that waits or runs."""
    account = current_account()
    with store().reading() as session:
        return render_template(
            "queue.html",
            section="queue",
            matches=read.open_matches(session, account.id if account else None, now()),
            pauses=pauses.standing(session, now()),
            checks=read.open_checks(session),
            running=read.running_checks(session),
            workers=read.workers(session),
            counts=read.counts(session),
            lacking=abilities.lacking,
            unmanned=abilities.unmanned(abilities.crew(session)),
        )
