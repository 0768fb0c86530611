"""What an inbox's notices are about, as it stands now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload
from sqlalchemy.orm.interfaces import ORMOption

from scuffle_platform.store.models import Bot, Ladder, Notice, Series, Tournament, Version


@dataclass(frozen=True, slots=True)
class Subjects:
    """Rows by id; what has left the site is missing.

    Attributes:
        bots: with name and game.
        series: with both versions and their bots.
        tournaments: with their names.
        ladders: also those of leagues.
    """

    bots: Mapping[str, Bot]
    series: Mapping[str, Series]
    tournaments: Mapping[str, Tournament]
    ladders: Mapping[str, Ladder]


R = TypeVar("R", Bot, Series, Tournament, Ladder)

_PAIRS = (
    joinedload(Series.new).joinedload(Version.bot),
    joinedload(Series.old).joinedload(Version.bot),
)


def subjects(session: Session, notices: Sequence[Notice]) -> Subjects:
    """What some notices are about; a statement a kind, and none for a kind that is missing."""
    return Subjects(
        _rows(session, Bot, _ids(notices, "bot") | _ids(notices, "other")),
        _rows(session, Series, _ids(notices, "series"), *_PAIRS),
        _rows(session, Tournament, _ids(notices, "tournament")),
        _rows(session, Ladder, _ids(notices, "ladder")),
    )


def _ids(notices: Sequence[Notice], field: str) -> set[str]:
    return {found for one in notices if (found := one.about.get(field))}


def _rows(session: Session, kind: type[R], ids: set[str], *loads: ORMOption) -> dict[str, R]:
    if not ids:
        return {}
    query = select(kind).where(kind.id.in_(ids)).options(*loads)
    return {row.id: row for row in session.scalars(query)}
