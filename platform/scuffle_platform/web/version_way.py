"""A version's way from the upload to its first loss: what has been, and what is to come."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for

from scuffle.limits import Limits
from scuffle_platform.store import Session, abilities
from scuffle_platform.store.bots import TRIALS
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    BotState,
    Match,
    Rating,
    Version,
    VersionStatus,
)
from scuffle_platform.store.pages import leaderboards, matches
from scuffle_platform.store.pages import queue as waiting

PATIENT_GAMES = 30
"""After so many without a loss the page waits no longer for the first."""
_TITLES = {"build": "Build", "start": "Three starts", "match": "Check match"}
_LATER = {
    "build": "Compiled, if its language is.",
    "start": "How long it takes to be ready.",
    "match": "One match against the game’s sample bot.",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way.

    Attributes:
        tone: ``good``, ``bad``, ``busy`` or ``later``.
        title: a word or two.
        sentence: what came of it.
        log: what the program or its build wrote.
        link: a page about it, ``""`` for none.
        label: the link's text.
    """

    tone: str
    title: str
    sentence: str
    log: str = ""
    link: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a version stands on its game's public ladder.

    Attributes:
        rating: ``None`` before the first fit that holds a match of it.
        of: how many have a rank.
        loss: the first match that it did not win.
    """

    rating: Rating | None
    of: int
    loss: Match | None


def standing(session: Session, found: Version) -> Standing:
    """Where a version stands now."""
    rating = leaderboards.rating_of(session, found.id)
    of = leaderboards.entrants(session, rating.ladder_id) if rating and rating.rank else 0
    loss = matches.first_loss(session, found.id) if rating else None
    return Standing(rating, of, loss)


def poll_s(found: Version, stands: Standing) -> int:
    """Seconds until the page looks again; 0 when nothing more will change soon."""
    if found.status == VersionStatus.CHECKING:
        return 2
    if found.status != VersionStatus.READY or not _plays(found):
        return 0
    rating = stands.rating
    waits = rating is None or (stands.loss is None and rating.games < PATIENT_GAMES)
    return 5 if waits else 0


def steps(session: Session, found: Version, stands: Standing, own: bool) -> list[Step]:
    """The way so far, and what is to come; the check's findings are for the owner."""
    first = Step("good", "Uploaded", _upload_sentence(found))
    done = [_done(found, step) for step in found.check_steps] if own else []
    if found.status == VersionStatus.CHECKING:
        later = [Step("later", _TITLES[name], words) for name, words in _LATER.items()]
        return [first, _waiting(session, found), *later]
    if found.status == VersionStatus.REJECTED:
        title = "Withdrawn" if found.withdrawn else "Rejected"
        # The step that failed has said why, mostly.
        said = any(step.sentence == found.reason for step in done)
        return [first, *done, Step("bad", title, found.reason if own and not said else "")]
    ready = Step("good", "Ready", "It passed every step of the check.")
    way = [first, *done, ready, *_ladder(found, stands), *_loss(found, stands, own)]
    return [*way, Step("bad", "Out of play", found.reason)] if found.retired else way


def _upload_sentence(found: Version) -> str:
    files = "1 file" if found.files == 1 else f"{found.files} files"
    return f"{files}, {found.language}, sha256 {found.source_hash[:12]}."


def _done(found: Version, step: dict[str, Any]) -> Step:
    tone, name = "good" if step["passed"] else "bad", step["name"]
    sentence = step["sentence"]
    if name == "start" and step["passed"]:
        sentence = f"{sentence} {_margin(found)}".strip()
    link = label = ""
    if name == "match" and found.check_match_id:
        link, label = url_for("matches.match", match_id=found.check_match_id), "Watch it"
    return Step(tone, _TITLES[name], sentence, step.get("log", ""), link, label)


def _margin(found: Version) -> str:
    """How far the slowest start stayed below the limit."""
    if not found.start_ms:
        return ""
    share = max(1, round(100 * max(found.start_ms) / Limits().start_ms))
    return f"The slowest took {share} % of what is allowed."


def _waiting(session: Session, found: Version) -> Step:
    attempts = waiting.check_attempts(session, found.id)
    if any(attempt.status == AttemptStatus.RUNNING for attempt in attempts):
        return Step("busy", "Being checked", "A worker builds it, starts it and plays one match.")
    if why := abilities.lacking(found.reason):
        return Step("busy", "Queued for its check", why)
    if found.our_faults:
        return Step("busy", "Checked again soon", _our_fault(found, attempts))
    place = waiting.checks_before(session, found.created) + 1
    ahead = "It is next." if place == 1 else f"Position {place}; a check takes about 10 seconds."
    return Step("busy", "Queued for its check", ahead)


def _our_fault(found: Version, attempts: Sequence[Attempt]) -> str:
    why = next((attempt.why for attempt in reversed(attempts) if attempt.why), "")
    words = "The check failed by our fault, not yours, and is tried again by itself."
    return f"{words} {found.reason or why}".strip()


def _plays(found: Version) -> bool:
    bot = found.bot
    return bot.state is BotState.ACTIVE and bot.active_version_id == found.id


def _ladder(found: Version, stands: Standing) -> list[Step]:
    rating, bot = stands.rating, found.bot
    if bot.why == TRIALS:
        return [Step("good", "Tried", "It plays on no ladder; submit it from Practice for that.")]
    if rating is not None and rating.rank and rating.games:
        place = f"Placed {rating.rank} of {stands.of}."
        return [Step("good", "On the ladder", f"{place} {rating.games} games so far.")]
    if rating is not None and rating.games:
        words = f"Not ranked any more. It played {rating.games} games."
        return [Step("good", "On the ladder", words)]
    if _plays(found):
        return [Step("busy", "On the ladder", "Its first matches are on their way.")]
    if bot.retired or found.retired:
        return []
    why = bot.why or "Another version of the bot plays."
    return [Step("later", "On the ladder", f"It has not played. {why}")]


def _loss(found: Version, stands: Standing, own: bool) -> list[Step]:
    whose = "Your first loss" if own else "Its first loss"
    if stands.loss is not None:
        words = "It is the fastest way to a better version." if own else "What beat it."
        link = url_for("matches.match", match_id=stands.loss.id)
        return [Step("good", whose, words, link=link, label="Watch it")]
    if stands.rating is not None and stands.rating.games and _plays(found):
        return [Step("later", whose, "None so far.")]
    return []
