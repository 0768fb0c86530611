"""Fits as they are stored: ratings, ranks, history, and what each match changed."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scuffle_platform.rating import Change, Fitted, change_sentence
from scuffle_platform.store import ladders
from scuffle_platform.store.models import Bot, Fit, Ladder, Match, Rating, RatingPoint, Version
from scuffle_platform.store.standings import Material, Record, records


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
