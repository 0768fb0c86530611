"""Matches: listed, looked at."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic import Field

from scuffle.contract import Verdict
from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.lookup import find_match, owns
from scuffle_platform.api.match_query import MatchQuery, wanted
from scuffle_platform.api.paging import pack_cursor, read_cursor
from scuffle_platform.api.shapes import Shape
from scuffle_platform.context import store
from scuffle_platform.readers import reads_log
from scuffle_platform.secrecy import may_watch, shown_seed
from scuffle_platform.store import Session, listing
from scuffle_platform.store.models import (
    Attempt,
    AttemptStatus,
    Fault,
    Match,
    MatchKind,
    MatchStatus,
    SeatRow,
    now,
)
from scuffle_platform.store.pages import queue
from scuffle_platform.store.pages.matches import Played


class SeatItem(Shape):
    """A seat of a match."""

    player: int = Field(description="From 0; the one order used everywhere.")
    bot: str | None = Field(description="The bot's id; null for a person.")
    name: str
    version: int | None
    place: int | None = Field(description="From 1; ties share.")
    score: float | None
    verdict: Verdict | None
    change: float | None = Field(description="What the match changed in its rating, Elo.")


class MatchItem(Shape):
    """A match."""

    id: str
    game: str
    ladder: str | None
    kind: MatchKind
    status: MatchStatus
    sentence: str = Field(description="What its state means.")
    ranked: bool
    settings: dict[str, Any]
    seed: str | None = Field(description="Shown when the set has ended.")
    set: str | None = Field(description="The matches on one seed, one for each seat rotation.")
    seats: list[SeatItem]
    outcome: dict[str, Any] | None = Field(description="Places, scores and reason, by seat.")
    steps: int
    tags: list[str]
    created: datetime
    started: datetime | None
    finished: datetime | None


class MatchPage(Shape):
    """A page of matches, the newest first."""

    items: list[MatchItem]
    next: str | None


class OwnUse(Shape):
    """What a seat used in one attempt; for its owner only."""

    player: int
    evidence: dict[str, float | str]


class AttemptItem(Shape):
    """One run of a match by one worker."""

    number: int
    status: AttemptStatus
    worker: str
    started: datetime | None
    ended: datetime | None
    why: str
    fault: Fault = Field(description="Whose fault its end was.")
    evidence: dict[str, float | str] = Field(
        description="How busy its host was, and when it began and ended by the worker's own clock."
    )
    partial: bool = Field(description="Whether a replay of what it played is kept.")
    own: list[OwnUse] = Field(description="What your seats used.")


class OwnSeat(Shape):
    """What only a seat's owner reads."""

    player: int
    detail: str
    step: int | None
    exit_code: int | None
    signal: str | None
    cpu_ms: float


class Waiting(Shape):
    """Where a queued match stands."""

    position: int = Field(description="From 1 among all that wait, by age.")
    expected_s: float | None = Field(
        description="In how many seconds its turn may come; null while that cannot be said."
    )


class MatchDetail(MatchItem):
    """A match with everything around it."""

    waiting: Waiting | None = Field(description="Its place in the queue, while it is queued.")
    attempts: list[AttemptItem]
    engine: str
    rules_hash: str
    replay: bool = Field(description="Whether the replay is kept.")
    logs: list[int] = Field(description="The seats whose log is kept and may be read by you.")
    own: list[OwnSeat] = Field(description="Your seats' private detail.")


@endpoint("/matches", tag="matches")
def list_matches(query: MatchQuery) -> MatchPage:
    """Matches, the newest first, narrowed by any filters together."""
    with store().reading() as session:
        narrowed = wanted(session, query)
        after = read_cursor(query.cursor)
        rows = listing.matches(session, narrowed, after, query.limit + 1)
        return match_page(rows, query.limit)


@endpoint("/matches/<match>", tag="matches")
def get_match(match: str) -> MatchDetail:
    """One match."""
    with store().reading() as session:
        found = find_match(session, match)
        mine = [seat for seat in found.match.seats if owns(seat.bot)]
        read = [seat for seat in found.match.seats if reads_log(found.match, seat)]
        return MatchDetail(
            **dict(match_item(found.match)),
            waiting=_waiting(session, found.match),
            attempts=[_attempt(attempt, found, mine) for attempt in found.attempts],
            engine=found.match.engine,
            rules_hash=found.match.rules_hash,
            replay=found.replay_kept and may_watch(found.match),
            logs=sorted(seat.player for seat in read if seat.player in found.logs),
            own=[_own(seat) for seat in mine],
        )


def _waiting(session: Session, match: Match) -> Waiting | None:
    if match.status is not MatchStatus.QUEUED:
        return None
    place, expected_s = queue.position(session, match, now())
    return Waiting(position=place, expected_s=expected_s)


def match_page(rows: Sequence[Match], limit: int) -> MatchPage:
    """The first ``limit`` of ``rows`` as a page; one row more means that a page follows."""
    shown = rows[:limit]
    last = shown[-1] if len(rows) > limit else None
    return MatchPage(
        items=[match_item(row) for row in shown],
        next=pack_cursor(last.created, last.id) if last else None,
    )


def match_item(match: Match) -> MatchItem:
    """A match as lists show it."""
    return MatchItem(
        id=match.id,
        game=match.game,
        ladder=match.ladder_id,
        kind=match.kind,
        status=match.status,
        sentence=match.sentence,
        ranked=match.ranked,
        settings=match.settings,
        seed=shown_seed(match),
        set=match.set_id,
        seats=[_seat(seat) for seat in match.seats],
        outcome=match.outcome,
        steps=match.steps,
        tags=match.tags,
        created=match.created,
        started=match.started,
        finished=match.finished,
    )


def _seat(seat: SeatRow) -> SeatItem:
    return SeatItem(
        player=seat.player,
        bot=seat.bot_id,
        name=seat.name,
        version=seat.version.number if seat.version else None,
        place=seat.place,
        score=seat.score,
        verdict=seat.verdict,
        change=seat.change,
    )


def _own(seat: SeatRow) -> OwnSeat:
    return OwnSeat(
        player=seat.player,
        detail=seat.detail,
        step=seat.verdict_step,
        exit_code=seat.exit_code,
        signal=seat.signal,
        cpu_ms=seat.cpu_ms,
    )


def _attempt(attempt: Attempt, found: Played, mine: Sequence[SeatRow]) -> AttemptItem:
    seats = attempt.evidence.get("seats") or []
    return AttemptItem(
        number=attempt.number,
        status=attempt.status,
        worker=attempt.worker,
        started=attempt.started,
        ended=attempt.ended,
        why=attempt.why,
        fault=attempt.fault,
        evidence={name: told for name, told in attempt.evidence.items() if name != "seats"},
        partial=attempt.number in found.partials,
        own=[
            OwnUse(player=seat.player, evidence=seats[seat.player])
            for seat in mine
            if seat.player < len(seats)
        ],
    )
