"""A version: how its check goes, what it found, where the version stands."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, abort, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response as WsgiResponse

from scuffle.limits import Limits
from scuffle_platform import leagues
from scuffle_platform.auth import current_account, required_account
from scuffle_platform.context import store
from scuffle_platform.problems import not_found
from scuffle_platform.readers import check_source, note_source
from scuffle_platform.store import Session, publishing
from scuffle_platform.store import versions as write
from scuffle_platform.store.bots import TRIALS
from scuffle_platform.store.models import Attempt, AttemptStatus, Version, VersionStatus
from scuffle_platform.store.pages import bots as read
from scuffle_platform.store.pages import leaderboards, matches
from scuffle_platform.store.pages import queue as waiting
from scuffle_platform.web import uploads
from scuffle_platform.web.again import Again
from scuffle_platform.web.bots import own_bot
from scuffle_platform.web.version_changes import reads

bp = Blueprint("versions", __name__)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way from upload to ladder."""

    tone: str
    title: str
    sentence: str
    log: str = ""


@bp.get("/bots/<bot_id>/upload")
def upload(bot_id: str) -> str:
    """The form for a new version."""
    with store().reading() as session:
        bot = own_bot(session, bot_id)
    return render_template(
        "bot_new.html", section="bots", problem=None, bot=bot, **uploads.form_facts()
    )


@bp.post("/bots/<bot_id>/upload")
def take(bot_id: str) -> Again | WsgiResponse:
    """Take a new version in."""
    account = required_account()
    with store().reading() as session:
        own_bot(session, bot_id)
    return uploads.take(account, bot_id, *uploads.sent())


@bp.get("/bots/<bot_id>/versions/<int:number>")
def version(bot_id: str, number: int) -> str:
    """One version; the page looks again by itself until nothing more will change."""
    account = current_account()
    with store().reading() as session:
        found = found_version(session, bot_id, number)
        own = bool(account and account.id == found.bot.account_id)
        standing = _standing(session, found)
        return render_template(
            "version.html",
            section="bots" if own else "games",
            version=found,
            bot=found.bot,
            own=own,
            steps=_steps(session, found, own) + _ladder_steps(found, standing),
            poll=_poll(found, standing),
            headroom=_headroom(found),
            active=found.bot.active_version_id == found.id,
            public=publishing.is_public(found),
            trial=found.bot.why == TRIALS,
            comparable=found.number > 1 and reads(session, found),
            **standing,
        )


def found_version(session: Session, bot_id: str, number: int) -> Version:
    """One version with its bot.

    Raises:
        Problem: 404.
    """
    # No database counts further; PostgreSQL and SQLite fail at being asked.
    found = read.version(session, bot_id, number) if number < 2**31 else None
    if found is None:
        raise not_found(f"version {number} of this bot", "The bot's page lists its versions.")
    return found


def _standing(session: Session, found: Version) -> dict[str, Any]:
    rating = leaderboards.rating_of(session, found.id)
    of = leaderboards.entrants(session, rating.ladder_id) if rating and rating.rank else 0
    loss = matches.first_loss(session, found.id) if rating else None
    return {"rating": rating, "of": of, "loss": loss}


def _poll(found: Version, standing: dict[str, Any]) -> int:
    """Seconds until the page looks again; 0 when nothing more will change soon."""
    if found.status == VersionStatus.CHECKING:
        return 2
    gone = found.retired or found.bot.retired
    waits = found.status == VersionStatus.READY and not gone
    return 5 if waits and (standing["rating"] is None or standing["loss"] is None) else 0


def _headroom(found: Version) -> str:
    """How far the slowest start stayed below the limit, in words."""
    if not found.start_ms:
        return ""
    limit = Limits().start_ms
    worst = max(found.start_ms)
    share = max(1, round(100 * worst / limit))
    return f"ready after {worst:.0f} ms at most, {share} % of the {limit:,} ms allowed"


def _steps(session: Session, found: Version, own: bool) -> list[Step]:
    """The check so far: the recorded steps, or where it waits."""
    first = Step("good", "Uploaded", _upload_sentence(found))
    done = [_done(step) for step in found.check_steps] if own else []
    if found.status == VersionStatus.CHECKING:
        return [first, _waiting_step(session, found)]
    if found.status == VersionStatus.REJECTED:
        title = "Withdrawn" if found.withdrawn else "Rejected"
        return [first, *done, Step("bad", title, found.reason if own else "")]
    return [first, *done, Step("good", "Ready", "It passed every step of the check.")]


_TITLES = {"build": "Build", "start": "Three starts", "match": "Check match"}


def _done(step: dict[str, Any]) -> Step:
    tone = "good" if step["passed"] else "bad"
    return Step(tone, _TITLES[step["name"]], step["sentence"], step.get("log", ""))


def _upload_sentence(found: Version) -> str:
    files = "1 file" if found.files == 1 else f"{found.files} files"
    return f"{files}, {found.language}, sha256 {found.source_hash[:12]}."


def _waiting_step(session: Session, found: Version) -> Step:
    attempts = waiting.check_attempts(session, found.id)
    if any(attempt.status == AttemptStatus.RUNNING for attempt in attempts):
        return Step("busy", "Being checked", "A worker builds it, starts it and plays one match.")
    if found.our_faults:
        return Step("busy", "Checked again soon", _our_fault(found, attempts))
    place = waiting.checks_before(session, found.created) + 1
    ahead = "It is next." if place == 1 else f"Position {place}; a check takes about 10 seconds."
    return Step("busy", "Queued for its check", ahead)


def _our_fault(found: Version, attempts: "list[Attempt] | Any") -> str:
    why = next((attempt.why for attempt in reversed(attempts) if attempt.why), "")
    words = "The check failed by our fault, not yours, and is tried again by itself."
    return f"{words} {found.reason or why}".strip()


def _ladder_steps(found: Version, standing: dict[str, Any]) -> list[Step]:
    """From ready to placed."""
    if found.status != VersionStatus.READY:
        return []
    rating = standing["rating"]
    if found.bot.why == TRIALS:
        return [Step("good", "Tried", "It plays on no ladder; submit it from Practice for that.")]
    if rating is None and found.bot.retired:
        return []
    if rating is None:
        return [Step("busy", "On the ladder", "Its first matches are on their way.")]
    place = f"Placed {rating.rank} of {standing['of']}." if rating.rank else "Not ranked any more."
    return [Step("good", "On the ladder", f"{place} {rating.games} games so far.")]


@bp.post("/bots/<bot_id>/versions/<int:number>/<any(activate, retire, withdraw):act>")
def change(bot_id: str, number: int, act: str) -> WsgiResponse:
    """The owner lets a version play, takes it out, or stops waiting for its check."""
    with store().session() as session:
        bot = own_bot(session, bot_id)
        found = found_version(session, bot_id, number)
        if act != "withdraw":
            leagues.check_open(session, bot)
        sentence = _change(session, found, act)
    flash(sentence, "good")
    return redirect(url_for("versions.version", bot_id=bot_id, number=number), 303)


def _change(session: Session, found: Version, act: str) -> str:
    if act == "activate" and found.status == VersionStatus.READY:
        write.activate(found)
        return f"Version {found.number} plays from now on, until you activate another."
    if act == "retire" and found.status == VersionStatus.READY:
        write.retire(session, found)
        return f"Version {found.number} plays no more."
    if act == "withdraw" and found.status == VersionStatus.CHECKING:
        write.withdraw(found)
        return f"Version {found.number} was withdrawn."
    return f"Version {found.number} is {found.status}, so there was nothing to do."


def readable_version(session: Session, bot_id: str, number: int) -> Version:
    """A version whose source whoever asks may read; of a public one that is everybody.

    Raises:
        Problem: 401, 403 or 404.
    """
    found = found_version(session, bot_id, number)
    if not publishing.is_public(found):
        required_account()
    check_source(session, found)
    return found


@bp.get("/bots/<bot_id>/versions/<int:number>/source")
def source(bot_id: str, number: int) -> Response:
    """The very bytes that were uploaded; for whoever may read them."""
    with store().reading() as session:
        found = readable_version(session, bot_id, number)
        data = write.blob(session, found.upload_hash)
    if data is None:
        abort(404, "The bytes of this version are no longer kept.")
    note_source(found)
    # Headers are Latin-1, and names are not.
    name = quote(found.upload_name or "upload", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    return Response(data, mimetype="application/octet-stream", headers=headers)
