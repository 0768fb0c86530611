"""Operations: what an administrator reads and does. Every act is noted in the trail."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scuffle.registry import games
from scuffle_platform import backups, blame, operations
from scuffle_platform.auth import is_admin, required_account
from scuffle_platform.context import settings, store
from scuffle_platform.operations import Hand, Refused
from scuffle_platform.problems import Problem, forbidden, invalid
from scuffle_platform.pyodide import files as practice_files
from scuffle_platform.store import Session, alerts, audit, heartbeats, judging, listing, pauses
from scuffle_platform.store import workers as every_worker
from scuffle_platform.store.models import now
from scuffle_platform.store.pages import queue as waiting
from scuffle_platform.store.voiding import Selection
from scuffle_platform.web.paging import page_number, with_args
from scuffle_platform.web.tournament_words import read_time

bp = Blueprint("operations", __name__, url_prefix="/operations")

ALERTS = 30
ENTRIES = 50
"""Lines of the trail on one page."""
DAY = timedelta(days=1)

ACTS: dict[str, Callable[[Hand, str, str], str]] = {
    "pause": operations.pause,
    "resume": lambda hand, subject, _: operations.resume(hand, subject),
    "drain": lambda hand, subject, _: operations.drain(hand, subject),
    "undrain": lambda hand, subject, _: operations.undrain(hand, subject),
    "quarantine": operations.quarantine,
    "release": lambda hand, subject, _: operations.release(hand, subject),
    "rebuild": lambda hand, subject, _: operations.rebuild(hand, subject),
    "dismiss": lambda hand, subject, _: operations.dismiss(hand, subject),
}


@dataclass(frozen=True, slots=True)
class Machine:
    """How the site's own parts are.

    Attributes:
        parts: scheduler and recorder, each with a word.
        free: bytes left where the data lie.
        total: bytes there.
        copies: how many daily copies are kept.
        newest: when the newest was made.
        practice: whether the Practice page plays in browsers.
    """

    parts: dict[str, str]
    free: int
    total: int
    copies: int
    newest: datetime | None
    practice: str


@bp.before_request
def _administrators_alone() -> None:
    required_account()
    if not is_admin():
        raise forbidden(
            "Operations is for administrators, and this account is none.",
            "An operator makes it one with: scuffle admin user promote NAME.",
        )


@bp.get("")
def overview() -> str:
    """Everything at a glance."""
    at = now()
    with store().reading() as session:
        return render_template(
            "operations.html",
            section="operations",
            alerts=alerts.standing(session, ALERTS),
            machine=_machine(session, at),
            ages=waiting.ages(session),
            counts=waiting.counts(session),
            workers=every_worker.every(session),
            figures=blame.figures(judging.runs(session, at, DAY)),
            nothing=blame.Figures(),
            pauses=pauses.standing(session, at),
            ladders=[one for one in listing.ladders(session) if one.archived is None],
            games=sorted(games()),
        )


@bp.post("/act/<any(pause, resume, drain, undrain, quarantine, release, rebuild, dismiss):act>")
def do(act: str) -> Response:
    """Do one thing to one game, ladder, worker or alert."""
    subject, why = request.form.get("subject", "").strip(), request.form.get("why", "")
    with acting() as hand:
        flash(ACTS[act](hand, subject, why), "good")
    return redirect(url_for("operations.overview"), 303)


@contextmanager
def acting() -> Iterator[Hand]:
    """A hand of the administrator who asks; what is refused is told on a page."""
    try:
        with store().session() as session:
            yield Hand(session, required_account().id, now())
    except Refused as error:
        raise refusal(error) from None


def refusal(error: Refused) -> Problem:
    """What was refused, as a page."""
    return invalid(str(error), "Go back to Operations and look at it again.")


@bp.get("/void")
def void() -> str:
    """How much would be taken back, and the button that does it."""
    at = now()
    selection = _selection(request.args, at)
    found = None
    if selection.words:
        with store().reading() as session:
            found = operations.preview(session, selection)
    with store().reading() as session:
        return render_template(
            "operations_void.html",
            section="operations",
            selection=selection,
            found=found,
            words=operations.preview_words,
            workers=every_worker.every(session),
        )


@bp.post("/void")
def take_back() -> Response:
    """Take the selected matches back, and have them played again."""
    account, at = required_account(), now()
    selection = _selection(request.form, at)
    try:
        said = operations.void(store(), account.id, selection, request.form.get("why", ""), at)
    except Refused as error:
        raise refusal(error) from None
    flash(said, "good")
    return redirect(url_for("operations.overview"), 303)


@bp.get("/trail")
def trail() -> str:
    """What was done by hand, the newest first."""
    number = page_number()
    with store().reading() as session:
        rows = audit.page(session, number, ENTRIES + 1)
    return render_template(
        "operations_trail.html",
        section="operations",
        rows=rows[:ENTRIES],
        newer=with_args(page=number - 1) if number > 1 else None,
        older=with_args(page=number + 1) if len(rows) > ENTRIES else None,
    )


def _selection(sent: Mapping[str, str], at: datetime) -> Selection:
    return Selection(
        since=_moment(sent.get("since", ""), at - timedelta(hours=3)),
        until=_moment(sent.get("until", ""), at),
        worker=sent.get("worker", "")[:64],
        engine=sent.get("engine", "").strip()[:64],
    )


def _moment(text: str, otherwise: datetime) -> datetime:
    """A moment as it was typed; one that cannot be read must not become another one."""
    found = read_time(text) if text.strip() else otherwise
    if found is None:
        raise invalid(f"'{text[:40]}' is no time.", "Give one such as 2026-11-30T14:03, in UTC.")
    return found


def _machine(session: Session, at: datetime) -> Machine:
    parts = (heartbeats.SCHEDULER, heartbeats.RECORDER)
    data = settings().data.resolve()
    disk = shutil.disk_usage(data if data.exists() else data.anchor)
    copies = sorted(backups.backup_folder(data).glob(backups.PATTERN))
    newest = datetime.fromtimestamp(copies[-1].stat().st_mtime, UTC) if copies else None
    words = {part: heartbeats.word(session, part, at) for part in parts}
    return Machine(words, disk.free, disk.total, len(copies), newest, practice_files.state(data))
