"""Leaderboards: who leads a ladder."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload, load_only
from sqlalchemy.orm.interfaces import ORMOption

from scuffle_platform.store.models import Bot, Ladder, LadderKind, Rating, Version


def public_ladder(session: Session, game: str) -> Ladder | None:
    """The open public ladder of a game."""
    query = select(Ladder).where(
        Ladder.game == game, Ladder.kind == LadderKind.PUBLIC, Ladder.archived.is_(None)
    )
    return session.scalars(query.order_by(Ladder.epoch.desc()).limit(1)).first()


def standing(session: Session, ladder_id: str) -> Sequence[Rating]:
    """The ranked versions of a ladder, best first; bot, owner, version and fit come along."""
    query = select(Rating).where(Rating.ladder_id == ladder_id, Rating.rank.is_not(None))
    return session.scalars(query.options(*_named()).order_by(Rating.rank)).all()


def tops(session: Session, count: int) -> dict[str, list[Rating]]:
    """The first ``count`` of every open public ladder, by game."""
    query = (
        select(Rating, Ladder.game)
        .join(Ladder, Ladder.id == Rating.ladder_id)
        .where(Ladder.kind == LadderKind.PUBLIC, Ladder.archived.is_(None), Rating.rank <= count)
        .options(*_named())
        .order_by(Rating.rank)
    )
    found: dict[str, list[Rating]] = {}
    for rating, game in session.execute(query):
        found.setdefault(game, []).append(rating)
    return found


def rating_of(session: Session, version_id: str | None) -> Rating | None:
    """What the newest fit says of a version."""
    if version_id is None:
        return None
    return session.scalars(select(Rating).where(Rating.version_id == version_id)).first()


def entrants(session: Session, ladder_id: str) -> int:
    """How many versions have a rank in a ladder."""
    query = select(func.count()).where(Rating.ladder_id == ladder_id, Rating.rank.is_not(None))
    return session.scalar(query) or 0


def _named() -> tuple[ORMOption, ...]:
    return (
        joinedload(Rating.bot).load_only(Bot.id, Bot.name, Bot.state, Bot.account_id),
        joinedload(Rating.version).options(load_only(Version.number, Version.language)),
        joinedload(Rating.fit),
    )
