"""One match, recorded: match, seats, replay and logs, all in the caller's one transaction."""

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256

from sqlalchemy.orm import Session

from scuffle.contract import Verdict
from scuffle.jobs import PlayReport, SeatReport, StepRecord
from scuffle.replay import ReplayPlayer
from scuffle_platform.reports import Believed, Setting, pack, pack_log
from scuffle_platform.store import attempts, benching, inbox, sets
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    Fault,
    Ladder,
    Log,
    Match,
    MatchKind,
    MatchStatus,
    NoticeKind,
    Replay,
    SeatRow,
    Version,
)

DETAIL_LENGTH = 4000
PERSON = "A person"
"""Who plays by hand, in what is stored: the name stays with its account, and goes with it."""
UNRANKED = "Every bot failed before the first step, so nobody won and it counts for nothing."
UNMEASURED = "It counts for nothing, since its worker cannot measure CPU time."


def setting_of(match: Match, given: Sequence[StepRecord] = ()) -> Setting:
    """What a match was asked to be; ``given`` are the steps that it begins with."""
    players = [_player(seat) for seat in match.seats]
    return Setting(match.game, match.settings, match.seed, players, given)


def record(
    session: Session, attempt: Attempt, report: PlayReport, believed: Believed, at: datetime
) -> None:
    """Store a finished match and close its attempt."""
    match = session.get_one(Match, attempt.match_id)
    failed = any(seat.verdict.verdict is not Verdict.OK for seat in report.seats)
    attempts.end(attempt, AttemptStatus.REPORTED, at, fault=Fault.BOT if failed else Fault.NONE)
    attempts.keep_report(attempt, report)
    write_match(session, match, report, believed, at)
    match.worker = attempt.worker
    sets.end_if_over(session, match.set_id, at)
    if match.ladder_id is not None:
        ladder = session.get_one(Ladder, match.ladder_id, with_for_update=True)
        ladder.stale += 1
    for seat in match.seats:
        _tell_first_fault(session, seat, at)
    if match.kind is MatchKind.LADDER:
        benching.consider(session, match, at)


def write_match(
    session: Session, match: Match, report: PlayReport, believed: Believed, at: datetime
) -> None:
    """Fill in what was played: the match, its seats, its replay and its logs."""
    match.status = MatchStatus.FINISHED
    match.started = moment(report.started)
    match.finished = at
    match.deadline = None
    match.outcome = believed.outcome.to_dict() if believed.outcome else None
    unmeasured = report.evidence.get("clock") == "none"
    was_ranked = match.ranked
    match.ranked = was_ranked and believed.outcome is not None and not unmeasured
    match.steps = len(report.steps)
    match.rules_hash = report.rules_hash
    match.engine = plain(report.engine, 64)
    match.actions_hash = believed.actions_hash
    match.tags = list(believed.tags)
    for seat, said, cpu_ms in zip(match.seats, report.seats, believed.cpu_ms, strict=True):
        _write_seat(seat, said, believed, cpu_ms)
        if seat.account_id is None:
            session.add(_log(match, seat, said, at))
    match.sentence = sentence_of(match)
    if was_ranked and match.outcome and unmeasured:
        match.sentence += f" {UNMEASURED}"
    session.add(_replay(match, believed.replay, at))
    session.flush()


def _tell_first_fault(session: Session, seat: SeatRow, at: datetime) -> None:
    """Whether it is the first, the inbox knows: of a version it tells one."""
    if seat.bot is None or seat.version is None or seat.verdict in (None, Verdict.OK):
        return
    about = {"match": seat.match_id, "version": seat.version.number, "verdict": seat.verdict}
    key = f"fault/{seat.version_id}"
    inbox.tell_owner(session, seat.bot, NoticeKind.FAULT, key, at, step=seat.verdict_step, **about)


def moment(posix_s: float) -> datetime:
    """A worker's POSIX seconds as a moment."""
    return datetime.fromtimestamp(posix_s, UTC)


def plain(text: str, most: int) -> str:
    """Text that every database takes: cut, and without the NUL that PostgreSQL refuses."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")[:most]


def sentence_of(match: Match) -> str:
    """How a finished match ended, in one public sentence."""
    if match.outcome is None:
        return UNRANKED
    reason = match.outcome["reason"]
    first = [_name(seat) for seat in match.seats if seat.place == 1]
    if len(first) == 1:
        return f"{first[0]} won: {reason}."
    return f"{' and '.join(first)} share the first place: {reason}."


def _write_seat(seat: SeatRow, said: SeatReport, believed: Believed, cpu_ms: float) -> None:
    outcome = believed.outcome
    seat.place = outcome.places[seat.player] if outcome else None
    seat.score = outcome.scores[seat.player] if outcome else None
    seat.verdict = said.verdict.verdict
    seat.verdict_step = said.verdict.step
    seat.detail = plain(said.detail, DETAIL_LENGTH)
    seat.exit_code = said.exit_code
    seat.signal = plain(said.signal, 16) if said.signal else None
    seat.cpu_ms = cpu_ms


def _log(match: Match, seat: SeatRow, said: SeatReport, at: datetime) -> Log:
    return Log(
        match_id=match.id,
        player=seat.player,
        bot_id=seat.bot_id,
        data=pack_log(said.log),
        requests=len(said.log),
        created=at,
    )


def _replay(match: Match, data: bytes, at: datetime) -> Replay:
    return Replay(
        match_id=match.id,
        data=pack(data),
        hash=sha256(data).hexdigest(),
        size=len(data),
        created=at,
    )


def _player(seat: SeatRow) -> ReplayPlayer:
    version = seat.version
    return ReplayPlayer(
        name=_name(seat),
        version=version.number if version else None,
        hash=version.source_hash if version else None,
    )


def _name(seat: SeatRow) -> str:
    if seat.account_id is not None:
        return PERSON
    return seat.bot.name if seat.bot else f"player {seat.player}"


def seats_of(versions: Sequence[Version]) -> list[SeatRow]:
    """Rows for versions in the order of their seats."""
    return [
        SeatRow(
            player=player,
            bot_id=version.bot_id,
            bot=version.bot,
            version_id=version.id,
            version=version,
        )
        for player, version in enumerate(versions)
    ]
