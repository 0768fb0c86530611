"""Standings: what the fit is told of a ladder."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle_platform.rating import (
    Change,
    Contestant,
    Fitted,
    Result,
    changes,
    fit,
    tally,
)
from scuffle_platform.store import ladders
from scuffle_platform.store.models import (
    Account,
    Bot,
    Ladder,
    Match,
    MatchStatus,
    SeatRow,
    Version,
)

ANCHOR = "greedy"
"""The house bot that is 1000 for ever."""


@dataclass(frozen=True, slots=True)
class Material:
    """Everything that a ladder's fit depends on.

    Attributes:
        ladder_id: the ladder.
        stale: the value of its counter when this was read.
        contestants: every version that plays or has played in it.
        results: its ranked matches.
        anchor: the version that is 1000, if there is one.
        unfitted: ids of results that no fit holds yet.
        bots: by version, the id of its bot.
    """

    ladder_id: str
    stale: int
    contestants: tuple[Contestant, ...]
    results: tuple[Result, ...]
    anchor: str | None
    unfitted: tuple[str, ...]
    bots: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Record:
    """Games of one version: won alone, first place shared, else lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses


def stale(session: Session) -> Sequence[str]:
    """Ids of the ladders whose newest fit does not hold everything."""
    query = select(Ladder.id).where(Ladder.stale != Ladder.fitted, Ladder.archived.is_(None))
    return session.scalars(query.order_by(Ladder.id)).all()


def material(session: Session, ladder_id: str) -> Material:
    """Read what the fit of a ladder needs."""
    ladder = session.get_one(Ladder, ladder_id)
    results, unfitted = _results(session, ladder_id)
    played = {version for result in results for version in result.versions}
    active = {bot.active_version_id or "" for bot in ladders.entrants(session, ladder)}
    bots = _bots_of(session, ladder.game, played | active)
    return Material(
        ladder_id,
        ladder.stale,
        _contestants(bots),
        results,
        _anchor(session, ladder.game),
        unfitted,
        bots,
    )


def solve(found: Material) -> Fitted:
    """The fit, from a cold start."""
    return fit(found.contestants, tally(found.results), found.anchor)


def explain(found: Material, fitted: Fitted) -> dict[str, tuple[Change, ...]]:
    """What each match that no fit held before changed."""
    return changes(found.contestants, found.results, found.anchor, fitted, found.unfitted)


def records(results: Iterable[Result]) -> dict[str, Record]:
    """Wins, draws and losses by version."""
    counts: dict[str, list[int]] = {}
    for result in results:
        for version, place in zip(result.versions, result.places, strict=True):
            shared = result.places.count(1) > 1
            column = 2 if place > 1 else int(shared)
            counts.setdefault(version, [0, 0, 0])[column] += 1
    return {version: Record(*count) for version, count in counts.items()}


def _results(session: Session, ladder_id: str) -> tuple[tuple[Result, ...], tuple[str, ...]]:
    query = (
        select(
            Match.id,
            Match.format_key,
            Match.actions_hash,
            Match.fit_id,
            SeatRow.version_id,
            SeatRow.place,
        )
        .join(SeatRow)
        .where(
            Match.ladder_id == ladder_id,
            Match.ranked,
            Match.status == MatchStatus.FINISHED,
        )
        .order_by(Match.id, SeatRow.player)
    )
    seats: dict[str, list[tuple[str, int]]] = {}
    heads: dict[str, tuple[str, str]] = {}
    unfitted: dict[str, None] = {}
    for match, key, actions, fit_id, version, place in session.execute(query):
        seats.setdefault(match, []).append((version or "", place or 0))
        heads[match] = (key, actions)
        if fit_id is None:
            unfitted[match] = None
    results = tuple(
        Result(
            match,
            heads[match][0],
            tuple(version for version, _ in pairs),
            tuple(place for _, place in pairs),
            heads[match][1],
        )
        for match, pairs in seats.items()
    )
    return results, tuple(unfitted)


def _bots_of(session: Session, game: str, wanted: set[str]) -> dict[str, str]:
    """By wanted version its bot, each bot's versions in the order of their numbers."""
    query = select(Version.id, Version.bot_id).join(Bot, Bot.id == Version.bot_id)
    pairs = session.execute(query.where(Bot.game == game).order_by(Version.bot_id, Version.number))
    return {version: bot for version, bot in pairs if version in wanted}


def _contestants(bots: Mapping[str, str]) -> tuple[Contestant, ...]:
    """Every version with the one before it, if that has played too."""
    last: dict[str, str] = {}
    found = []
    for version, bot in bots.items():
        found.append(Contestant(version, last.get(bot)))
        last[bot] = version
    return tuple(found)


def _anchor(session: Session, game: str) -> str | None:
    return session.scalar(
        select(Bot.active_version_id)
        .join(Account)
        .where(Account.is_house, Bot.game == game, Bot.name == ANCHOR)
    )
