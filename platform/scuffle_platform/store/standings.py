"""Standings: what the fit is told of a ladder, and where its numbers go."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scuffle_platform.rating import (
    Change,
    Contestant,
    Fitted,
    Result,
    change_sentence,
    changes,
    fit,
    tally,
)
from scuffle_platform.store import ladders
from scuffle_platform.store.models import (
    Account,
    Bot,
    Fit,
    Ladder,
    Match,
    MatchStatus,
    Rating,
    RatingPoint,
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


def save(
    session: Session,
    found: Material,
    fitted: Fitted,
    explained: Mapping[str, tuple[Change, ...]],
    at: datetime,
) -> Fit:
    """Store a fit: ratings, ranks, history, and the sentences of the matches new in it."""
    ladder = session.get_one(Ladder, found.ladder_id, with_for_update=True)
    row = Fit(
        ladder_id=ladder.id,
        number=_last_number(session, ladder.id) + 1,
        created=at,
        matches=len(found.results),
        biases=_biases(found, fitted),
    )
    session.add(row)
    session.flush()
    ladder.fitted = found.stale
    _save_ratings(session, ladder, row, found, fitted)
    _save_changes(session, row, found, explained)
    session.flush()
    return row


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


def _last_number(session: Session, ladder_id: str) -> int:
    return session.scalar(select(func.max(Fit.number)).where(Fit.ladder_id == ladder_id)) or 0


def _biases(found: Material, fitted: Fitted) -> list[dict[str, object]]:
    played: dict[str, int] = {}
    for result in found.results:
        played[result.format] = played.get(result.format, 0) + 1
    return [
        {
            "format": bias.format,
            "seat": bias.seat,
            "win_percent": bias.win_percent,
            "low": bias.low,
            "high": bias.high,
            "matches": played[bias.format],
        }
        for bias in fitted.biases
    ]


def _save_ratings(
    session: Session, ladder: Ladder, row: Fit, found: Material, fitted: Fitted
) -> None:
    counted = records(found.results)
    ranks = _ranks(session, ladder, fitted)
    known = {
        one.version_id: one
        for one in session.scalars(select(Rating).where(Rating.ladder_id == ladder.id))
    }
    for version, estimate in fitted.estimates.items():
        rating = known.pop(version, None)
        record = counted.get(version, Record())
        before = rating.games if rating else None
        if rating is None:
            rating = Rating(ladder_id=ladder.id, version_id=version, bot_id=found.bots[version])
            session.add(rating)
        rating.fit_id = row.id
        rating.rank = ranks.get(version)
        rating.rating = estimate.rating
        rating.plus_minus = estimate.plus_minus
        rating.games = record.games
        rating.wins, rating.draws, rating.losses = record.wins, record.draws, record.losses
        if record.games != before:
            session.add(_point(row, rating))
    for gone in known.values():
        session.delete(gone)


def _point(row: Fit, rating: Rating) -> RatingPoint:
    return RatingPoint(
        fit_id=row.id,
        version_id=rating.version_id,
        ladder_id=rating.ladder_id,
        bot_id=rating.bot_id,
        at=row.created,
        rating=rating.rating,
        plus_minus=rating.plus_minus,
        games=rating.games,
    )


def _ranks(session: Session, ladder: Ladder, fitted: Fitted) -> dict[str, int]:
    """Places from 1 among the active versions, by the lower end of the interval."""
    active = [bot.active_version_id or "" for bot in ladders.entrants(session, ladder)]
    rated = [version for version in active if version in fitted.estimates]
    rated.sort(key=lambda one: (-fitted.estimates[one].lower, one))
    return {version: place for place, version in enumerate(rated, 1)}


def _save_changes(
    session: Session, row: Fit, found: Material, explained: Mapping[str, tuple[Change, ...]]
) -> None:
    results = {result.match: result for result in found.results}
    names = _names(session, {one for match in explained for one in results[match].versions})
    for match_id, by_seat in explained.items():
        match = session.get_one(Match, match_id)
        match.fit_id = row.id
        for seat, change in zip(match.seats, by_seat, strict=True):
            seat.change = change.difference
            seat.sentence = change_sentence(results[match_id], seat.player, change, names)


def _names(session: Session, versions: set[str]) -> dict[str, str]:
    query = select(Version.id, Bot.name, Version.number).join(Bot, Bot.id == Version.bot_id)
    pairs = session.execute(query.where(Version.id.in_(versions)))
    return {version: f"{name} v{number}" for version, name, number in pairs}
