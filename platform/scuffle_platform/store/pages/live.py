"""How far a match has come, asked again and again by those who watch it."""

from dataclasses import dataclass

from sqlalchemy import BindParameter, bindparam, select
from sqlalchemy.orm import Session

from scuffle_platform.store.models import Match, MatchStatus


@dataclass(frozen=True, slots=True)
class Standing:
    """A match's state.

    Attributes:
        status: how far it has come.
        sentence: what that means.
        attempt: the number of its newest attempt; 0 before the first.
        outcome: places, scores and reason, once it is finished and ranked.
    """

    status: MatchStatus
    sentence: str
    attempt: int
    outcome: dict[str, object] | None


_ID: BindParameter[str] = bindparam("id")
_STANDING = select(Match.status, Match.sentence, Match.attempts, Match.outcome).where(
    Match.id == _ID
)


def standing(session: Session, match_id: str) -> Standing | None:
    """Where a match stands; ``None`` once it is gone."""
    found = session.execute(_STANDING, {"id": match_id}).first()
    return None if found is None else Standing(*found)
