"""From rows to jobs: which match or check is given to the queue next, and as what."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from scuffle.hand import HandJob
from scuffle.jobs import CheckJob, PlayJob, Program
from scuffle.limits import Limits
from scuffle_platform.store import attempts, checks, origins, stalling
from scuffle_platform.store.abilities import Places
from scuffle_platform.store.models import (
    Attempt,
    Bot,
    Match,
    MatchKind,
    MatchStatus,
    Version,
    VersionStatus,
)
from scuffle_platform.store.workers import Layer

CAGED = (
    MatchKind.LADDER,
    MatchKind.CHALLENGE,
    MatchKind.SERIES,
    MatchKind.TOURNAMENT,
    MatchKind.PRACTICE,
)

PLAYED = (*CAGED, MatchKind.HAND)
"""What is played in attempts that are kept with it."""
_BESIDE = (MatchKind.CANARY, MatchKind.HAND)
"""What takes no place from others: a canary has its worker, a person a board."""

LATELY = timedelta(minutes=10)
"""How long an account's last turn is remembered after its match has ended."""


def waiting_matches(session: Session, resting: Collection[str] = ()) -> list[Match]:
    """Queued matches without an attempt under way, oldest first; none of the ``resting`` games."""
    query = _waiting().where(Match.kind.in_(CAGED), Match.game.not_in(resting))
    return list(session.scalars(query.order_by(Match.created, Match.id)))


def waiting_canaries(session: Session) -> list[Match]:
    """Queued canaries without an attempt under way, oldest first."""
    query = _waiting().where(Match.kind == MatchKind.CANARY)
    return list(session.scalars(query.order_by(Match.created, Match.id)))


def waiting_hands(session: Session, resting: Collection[str] = ()) -> list[Match]:
    """Queued matches of people without an attempt, oldest first; none of the ``resting`` games."""
    query = _waiting().where(Match.kind == MatchKind.HAND, Match.game.not_in(resting))
    return list(session.scalars(query.order_by(Match.created, Match.id)))


def _waiting() -> Select[Match]:
    under_way = select(Attempt.match_id).where(
        Attempt.status.in_(attempts.OPEN), Attempt.match_id.is_not(None)
    )
    return select(Match).where(Match.status == MatchStatus.QUEUED, Match.id.not_in(under_way))


def waiting_checks(session: Session, at: datetime, resting: Collection[str] = ()) -> list[Version]:
    """Versions whose check is due and not under way, oldest first; none of ``resting`` games."""
    under_way = select(Attempt.version_id).where(
        Attempt.status.in_(attempts.OPEN), Attempt.version_id.is_not(None)
    )
    query = select(Version).where(
        Version.status == VersionStatus.CHECKING,
        Version.check_due.is_(None) | (Version.check_due <= at),
        Version.id.not_in(under_way),
        Version.bot.has(Bot.game.not_in(resting)),
    )
    return list(session.scalars(query.order_by(Version.created, Version.id)))


def under_way(session: Session) -> list[Match]:
    """The matches that have an open attempt, without those that take no place from others."""
    query = select(Match).join(Attempt, Attempt.match_id == Match.id)
    query = query.where(Match.kind.not_in(_BESIDE))
    return list(session.scalars(query.where(Attempt.status.in_(attempts.OPEN))))


def last_turns(session: Session, waiting: Iterable[Match], at: datetime) -> dict[str, datetime]:
    """By account whose asked matches wait, when one was last given to the queue, if lately."""
    accounts = {match.asked_by for match in waiting if match.kind is not MatchKind.LADDER}
    if len(accounts) < 2:
        return {}
    query = (
        select(Match.asked_by, func.max(Attempt.created))
        .join(Attempt, Attempt.match_id == Match.id)
        .where(Match.asked_by.in_(accounts), Match.kind != MatchKind.LADDER)
        .where(Match.finished.is_(None) | (Match.finished > at - LATELY))
        .group_by(Match.asked_by)
    )
    return {account: moment for account, moment in session.execute(query) if account}


def next_matches(
    waiting: Sequence[Match],
    busy: Sequence[Match],
    places: Places,
    last: Mapping[str, datetime],
) -> list[Match]:
    """Which matches the queue gets next, so that as many are under way as there are ``places``.

    What people asked for (challenges, series, tournaments) takes at most half of the places while
    ladder matches wait, turn about by account: whoever has the fewest under way, and of those
    whoever had its last turn the longest ago (``last``). Within an account, and on the ladder, the
    oldest comes first. One whose languages few workers have waits for theirs and holds up nothing.
    """
    ladder = [match for match in waiting if match.kind is MatchKind.LADDER]
    asked = [match for match in waiting if match.kind is not MatchKind.LADDER]
    turns = Counter(match.asked_by for match in busy if match.kind is not MatchKind.LADDER)
    order: dict[str | None, int] = {
        account: place for place, account in enumerate(sorted(last, key=last.__getitem__))
    }
    chosen: list[Match] = []
    while len(busy) + len(chosen) < places.total:
        ranked = next(filter(places.has_one_for, ladder), None)
        wanted = list(filter(places.has_one_for, asked))
        if wanted and (ranked is None or 2 * (turns.total() + 1) <= max(places.total, 2)):
            match = min(wanted, key=lambda one: (turns[one.asked_by], order.get(one.asked_by, -1)))
            asked.remove(match)
            turns[match.asked_by] += 1
            order[match.asked_by] = len(order) + len(chosen)
        elif ranked is not None:
            match = ranked
            ladder.remove(match)
        else:
            break
        places.take(match)
        chosen.append(match)
    return chosen


def play_job(session: Session, match: Match, attempt: Attempt, layer: Layer) -> PlayJob:
    """What a worker is told of one attempt at a match.

    Raises:
        LookupError: what it is played on from is not kept any more.
    """
    programs = [Program.model_validate(_version(seat.version).program) for seat in match.seats]
    return PlayJob(
        match_id=match.id,
        programs=tuple(programs),
        spent=stalling.spent(session, match, attempt),
        given=origins.given(session, match),
        **_facts(match, attempt, layer),
    )


def hand_job(session: Session, match: Match, attempt: Attempt, layer: Layer) -> HandJob:
    """What the boards' process is told of a match that a person plays.

    Raises:
        LookupError: what it is played on from is not kept any more.
    """
    programs = [
        None if seat.account_id else Program.model_validate(_version(seat.version).program)
        for seat in match.seats
    ]
    return HandJob(
        match_id=match.id,
        programs=tuple(programs),
        given=origins.given(session, match),
        until=(match.deadline or match.created).timestamp(),
        **_facts(match, attempt, layer),
    )


def check_job(session: Session, attempt: Attempt, layer: Layer) -> CheckJob:
    """What a worker is told of one attempt at a check."""
    match = checks.check_match(session, attempt)
    version, sample = (_version(seat.version) for seat in match.seats[:2])
    return CheckJob(
        version_id=version.id,
        program=Program.model_validate(version.source),
        opponent=Program.model_validate(sample.program),
        **_facts(match, attempt, layer),
    )


def _facts(match: Match, attempt: Attempt, layer: Layer) -> dict[str, Any]:
    """What every job of an attempt says."""
    return {
        "attempt": attempt.number,
        "token": attempt.token,
        "game": match.game,
        "settings": match.settings,
        "num_players": match.num_players,
        "seed": match.seed,
        "limits": Limits(),
        "layer": layer,
    }


def _version(version: Version | None) -> Version:
    if version is None:
        raise LookupError("a seat without a version cannot be played in a cage")
    return version
