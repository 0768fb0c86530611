"""Matches of the town, played in this process and recorded as the recorder would."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle import registry
from scuffle.function_seat import FunctionSeat
from scuffle.jobs import PlayReport, match_job_id
from scuffle.limits import Limits
from scuffle.match import play_match
from scuffle.replay import ENGINE
from scuffle_platform.reports import believe
from scuffle_platform.store import attempts, recording, versions
from scuffle_platform.store.models import Match, MatchSet, MatchStatus, Version


def play_queued(session: Session, contest: str, at: datetime) -> None:
    """Play what waits of a contest."""
    query = select(Match).join(MatchSet).where(MatchSet.contest_id == contest)
    for match in session.scalars(query.where(Match.status == MatchStatus.QUEUED)).all():
        play(session, match, at)


def play(session: Session, match: Match, at: datetime) -> None:
    """Play a match in this process and record it as the recorder would."""
    end(session, match, begin(session, match, at), at)


def begin(session: Session, match: Match, at: datetime, broken: int | None = None) -> PlayReport:
    """Open an attempt and play it; its report is handed to nobody yet.

    The bot on seat ``broken`` fails at its third request.
    """
    attempt = attempts.open_for_match(session, match, at)
    attempts.see(session, attempt, "worker-1", at)
    attempt.worker = "worker-1"
    game = registry.make(match.game, match.settings)
    functions = [_function(session, seat.version) for seat in match.seats]
    if broken is not None:
        functions[broken] = _failing(functions[broken])
    seats = [FunctionSeat(one) for one in functions]
    record = play_match(game, len(seats), seats, match.seed, Limits())
    return PlayReport(
        match_id=match.id,
        attempt=attempt.number,
        token=attempt.token,
        worker="worker-1",
        status="finished",
        engine=ENGINE,
        rules_hash=game.rules_hash(),
        steps=record.steps,
        seats=record.seats,
        outcome=record.outcome.to_dict() if record.outcome else None,
        started=at.timestamp(),
        ended=at.timestamp() + 2,
    )


def end(session: Session, match: Match, report: PlayReport, at: datetime) -> None:
    """Record what ``begin`` gave."""
    attempt = attempts.by_job(session, match_job_id(match.id, report.attempt))
    assert attempt is not None
    believed = believe(report, recording.setting_of(match))
    recording.record(session, attempt, report, believed, at + timedelta(seconds=2))


def _failing(function: Any) -> Any:
    asked: list[int] = []

    def get_action(state: Any, api: Any) -> Any:
        asked.append(1)
        if len(asked) == 3:
            raise KeyError("plan")
        return function(state, api)

    return get_action


def _function(session: Session, version: Version | None) -> Any:
    assert version is not None
    source = versions.blob(session, version.upload_hash)
    if version.bot.account.is_house and version.bot.name == "planner":
        # Its place is what pages show; its thoughts would take most of a town's time.
        source = registry.house_bots(version.bot.game)["greedy"].read_bytes()
    assert source is not None
    scope: dict[str, Any] = {"__name__": "bot"}
    exec(compile(source, version.upload_name, "exec"), scope)
    return scope["get_action"]
