"""Deadlines: what has lasted too long ends, and says so."""

from datetime import datetime

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from scuffle_platform.store import abilities, attempts, hands, pauses, presence, sets
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    Bot,
    Fault,
    Match,
    MatchKind,
    MatchStatus,
    SeatRow,
)

NO_TIME = "Cancelled: no worker had time for it."
NO_LANGUAGE = "Cancelled: no worker had its languages in time."
NO_BOARD = "Cancelled: no board became free within a minute."
NO_BOARDS = "Cancelled: no process that plays boards took it within a minute."


def sweep(session: Session, at: datetime) -> None:
    """End attempts, matches and waits that have lasted too long."""
    _end_long_attempts(session, at)
    _cancel_waiting(session, at)
    _cancel_for_gone_bots(session, at)
    _cancel_for_replaced_versions(session, at)


def _end_long_attempts(session: Session, at: datetime) -> None:
    hands = select(Match.id).where(Match.kind == MatchKind.HAND)
    by_hand = and_(Attempt.match_id.is_not(None), Attempt.match_id.in_(hands))
    for condition, patience in ((~by_hand, sets.PLAYING_PATIENCE), (by_hand, sets.HAND_PATIENCE)):
        query = select(Attempt).where(
            Attempt.status == AttemptStatus.RUNNING, Attempt.started < at - patience, condition
        )
        for attempt in session.scalars(query).all():
            why = f"It ran for more than {patience.seconds // 60} minutes."
            attempts.fail(session, attempt, AttemptStatus.LOST, why, at, Fault.WORKER)


def _cancel_waiting(session: Session, at: datetime) -> None:
    """Queued matches past their deadline that no worker has been given; those at rest wait on.

    So do those that were asked for and want a worker that has their languages.
    One that is to be played by hand is given at once, and waits for a board: nobody waits for it
    any more.
    """
    given = select(Attempt.match_id).where(
        Attempt.status.in_(attempts.OPEN), Attempt.match_id.is_not(None)
    )
    query = select(Match).where(
        Match.status == MatchStatus.QUEUED,
        Match.deadline < at,
        Match.id.not_in(given) | (Match.kind == MatchKind.HAND),
    )
    resting = pauses.subjects(session, at)
    for match in session.scalars(query).all():
        if resting & {match.game, pauses.ALL} or _is_kept(match):
            match.deadline = sets.waits_until(match.kind, at)
        else:
            cancel(session, match, _too_late(session, match), at)


def _is_kept(match: Match) -> bool:
    return match.sentence.startswith(abilities.LACK) and match.kind is not MatchKind.LADDER


def _too_late(session: Session, match: Match) -> str:
    if match.kind is not MatchKind.HAND:
        return NO_LANGUAGE if match.sentence.startswith(abilities.LACK) else NO_TIME
    return NO_BOARD if hands.are_open(session) else NO_BOARDS


def _cancel_for_gone_bots(session: Session, at: datetime) -> None:
    """Nothing is played for bots that left before their match began."""
    query = select(Match).where(
        Match.status == MatchStatus.QUEUED, Match.id.in_(presence.matches_of_gone())
    )
    for match in session.scalars(query).all():
        cancel(session, match, "Cancelled: a bot left before it began.", at)


def _cancel_for_replaced_versions(session: Session, at: datetime) -> None:
    """The ladder wants to know how strong the active version is; what is played already counts."""
    replaced = (
        select(SeatRow.match_id)
        .join(Bot, Bot.id == SeatRow.bot_id)
        .where(SeatRow.version_id != Bot.active_version_id)
    )
    query = select(Match).where(
        Match.status == MatchStatus.QUEUED,
        Match.kind == MatchKind.LADDER,
        # What was taken back is played again by the versions that played it.
        Match.replaces_id.is_(None),
        Match.id.in_(replaced),
    )
    for match in session.scalars(query).all():
        cancel(session, match, "Cancelled: another version of a bot plays now.", at)


def cancel(session: Session, match: Match, sentence: str, at: datetime) -> None:
    """Cancel a match that has not begun; an attempt that waits for a worker ends with it."""
    match.status = MatchStatus.CANCELLED
    match.sentence = sentence
    match.finished = at
    match.deadline = None
    query = select(Attempt).where(Attempt.match_id == match.id, Attempt.status.in_(attempts.OPEN))
    for attempt in session.scalars(query).all():
        attempts.end(attempt, AttemptStatus.VOID, at, sentence)
    sets.end_if_over(session, match.set_id, at)
