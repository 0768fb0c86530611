"""A version's check, recorded."""

from datetime import datetime
from hashlib import sha256

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle.contract import Verdict
from scuffle.jobs import CheckReport, Program
from scuffle.registry import game, make, sample_bot
from scuffle_platform.reports import Believed
from scuffle_platform.store import attempts, lifecycle, versions
from scuffle_platform.store.formats import format_key
from scuffle_platform.store.models import (
    Account,
    Attempt,
    AttemptStatus,
    Bot,
    Fault,
    Match,
    MatchKind,
    MatchStatus,
    Version,
)
from scuffle_platform.store.recording import plain, seats_of, write_match


def seed_of(attempt: Attempt) -> str:
    """The seed of the check's match; follows from the attempt's secret token."""
    return sha256(f"check/{attempt.token}".encode()).hexdigest()[:32]


def sample_version(session: Session, game_id: str) -> Version:
    """The version of the game's sample bot that every upload meets.

    Raises:
        LookupError: the house bots were not seeded.
    """
    name = sample_bot(game_id).stem.removesuffix("_bot").replace("_", "-")
    bot = session.scalar(
        select(Bot).join(Account).where(Account.is_house, Bot.game == game_id, Bot.name == name)
    )
    version = bot.active_version if bot else None
    if version is None:
        raise LookupError(f"the sample bot {name} of {game_id} is not there; seed the house bots")
    return version


def check_match(session: Session, attempt: Attempt) -> Match:
    """The match of a check as a row, not yet added: the version in seat 0, else sample bots."""
    version = session.get_one(Version, attempt.version_id)
    kind = game(version.bot.game)
    first = kind.ladder_formats[0]
    settings = make(kind.id, first.settings).settings.model_dump(mode="json")
    size = first.num_players
    return Match(
        kind=MatchKind.CHECK,
        game=kind.id,
        settings=settings,
        format_key=format_key(size, settings),
        num_players=size,
        seed=seed_of(attempt),
        status=MatchStatus.PLAYING,
        attempts=attempt.number,
        seats=seats_of([version] + [sample_version(session, kind.id)] * (size - 1)),
    )


def record(
    session: Session,
    attempt: Attempt,
    report: CheckReport,
    believed: Believed | None,
    built: bytes | None,
    at: datetime,
) -> None:
    """Store what a check found and close its attempt.

    Args:
        session: the one transaction.
        attempt: at the check.
        report: ``ready`` or ``rejected``.
        believed: the match of the check, where it came to one that folds.
        built: the bytes of ``report.program`` where the check built something.
        at: this moment.
    """
    version = session.get_one(Version, attempt.version_id)
    fault = Fault.NONE if report.status == "ready" else Fault.BOT
    attempts.end(attempt, AttemptStatus.REPORTED, at, plain(report.reason, 4000), fault)
    attempts.keep_report(attempt, report)
    version.check_steps = [step.model_dump(mode="json") for step in report.steps]
    version.start_ms = list(report.start_ms)
    version.toolchain = plain(report.toolchain, 200)
    if believed is not None and report.match is not None:
        match = check_match(session, attempt)
        session.add(match)
        session.flush()
        write_match(session, match, report.match, believed, at)
        version.check_match_id = match.id
    if report.status == "ready" and report.program is not None:
        _make_ready(session, version, report.program, built, at)
    else:
        lifecycle.reject(session, version, plain(why_rejected(report), 4000), at)


def why_rejected(report: CheckReport) -> str:
    """The sentence of the step that failed."""
    failed = [step.sentence for step in report.steps if not step.passed]
    return failed[0] if failed else (report.reason or "The check failed without a word.")


def passed_match(report: CheckReport) -> bool:
    """Whether a report of ``ready`` is borne out by its match: the bot played and did not fail."""
    return (
        report.program is not None
        and report.match is not None
        and report.match.status == "finished"
        and report.match.seats[0].verdict.verdict is Verdict.OK
    )


def _make_ready(
    session: Session, version: Version, program: Program, built: bytes | None, at: datetime
) -> None:
    if built is not None:
        versions.put_blob(session, built)
    version.program = program.model_dump(mode="json")
    version.program_hash = program.hash
    lifecycle.make_ready(session, version, at)
