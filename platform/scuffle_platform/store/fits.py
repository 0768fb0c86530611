"""Fits as they are stored: ratings, ranks, history, and what each match changed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from scuffle_platform.rating import Change, Estimate, Fitted, change_sentence
from scuffle_platform.store import ladders, overtaking
from scuffle_platform.store.models import Bot, Fit, Ladder, Match, Rating, RatingPoint, Version
from scuffle_platform.store.models.row import Row
from scuffle_platform.store.standings import Material, Record


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
        matches=found.ledger.played.total(),
        biases=_biases(found, fitted),
    )
    session.add(row)
    session.flush()
    ladder.fitted = found.stale
    _save_ratings(session, ladder, row, found, fitted)
    _save_changes(session, row, found, explained)
    if ladder.archived is not None:
        # The season after it begins with these numbers.
        later = update(Ladder).where(Ladder.carries_id == ladder.id)
        session.execute(later.values(stale=Ladder.stale + 1))
    session.flush()
    return row


def _last_number(session: Session, ladder_id: str) -> int:
    return session.scalar(select(func.max(Fit.number)).where(Fit.ladder_id == ladder_id)) or 0


def _biases(found: Material, fitted: Fitted) -> list[dict[str, object]]:
    return [
        {
            "format": bias.format,
            "seat": bias.seat,
            "win_percent": bias.win_percent,
            "low": bias.low,
            "high": bias.high,
            "matches": found.ledger.played[bias.format],
        }
        for bias in fitted.biases
    ]


def _save_ratings(
    session: Session, ladder: Ladder, row: Fit, found: Material, fitted: Fitted
) -> None:
    """Write what changed; of 1,000 versions a match moves few by 0.01."""
    known = _known(session, ladder)
    ranks = _ranks(session, ladder, fitted)
    placed = {version: figures["rank"] for version, figures in known.items() if figures["rank"]}
    overtaking.tell(session, ladder, row, placed, ranks)
    new: list[dict[str, Any]] = []
    moved: list[dict[str, Any]] = []
    points: list[dict[str, Any]] = []
    for version, estimate in fitted.estimates.items():
        record = found.ledger.records.get(version, Record())
        place = {"ladder_id": ladder.id, "version_id": version}
        figures = _figures(estimate, record, ranks.get(version))
        before = known.pop(version, None)
        if before is None:
            new.append({**place, **figures, "bot_id": found.bots[version], "fit_id": row.id})
        elif before != figures:
            moved.append({**place, **figures})
        if before is None or before["games"] != record.games:
            points.append({**place, **_point(row, figures), "bot_id": found.bots[version]})
    _write(session, Rating, new, moved)
    _write(session, RatingPoint, points, [])
    of_ladder = Rating.ladder_id == ladder.id
    session.execute(delete(Rating).where(of_ladder, Rating.version_id.in_(known)))
    session.execute(update(Rating).where(of_ladder).values(fit_id=row.id))


_FIGURES = ("rank", "rating", "plus_minus", "games", "wins", "draws", "losses")


def _known(session: Session, ladder: Ladder) -> dict[str, dict[str, Any]]:
    """What is stored, by version."""
    columns = [getattr(Rating, name) for name in _FIGURES]
    query = select(Rating.version_id, *columns).where(Rating.ladder_id == ladder.id)
    return {
        version: dict(zip(_FIGURES, figures, strict=True))
        for version, *figures in session.execute(query)
    }


def _figures(estimate: Estimate, record: Record, rank: int | None) -> dict[str, Any]:
    return {
        "rank": rank,
        "rating": estimate.rating,
        "plus_minus": estimate.plus_minus,
        "games": record.games,
        "wins": record.wins,
        "draws": record.draws,
        "losses": record.losses,
    }


def _point(row: Fit, figures: dict[str, Any]) -> dict[str, Any]:
    shown = {name: figures[name] for name in ("rating", "plus_minus", "games")}
    return {"fit_id": row.id, "at": row.created, **shown}


def _write(
    session: Session, kind: type[Row], new: list[dict[str, Any]], moved: list[dict[str, Any]]
) -> None:
    if new:
        session.execute(insert(kind), new)
    if moved:
        session.execute(update(kind), moved)


def _ranks(session: Session, ladder: Ladder, fitted: Fitted) -> dict[str, int]:
    """Places from 1 among the active versions, by the lower end of the interval."""
    rated = [one for one in ladders.roster(session, ladder) if one in fitted.estimates]
    rated.sort(key=lambda one: (-fitted.estimates[one].lower, one))
    return {version: place for place, version in enumerate(rated, 1)}


def _save_changes(
    session: Session, row: Fit, found: Material, explained: Mapping[str, tuple[Change, ...]]
) -> None:
    results = {result.match: result for result in found.unfitted}
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
