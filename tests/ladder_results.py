"""Results as the recorder leaves them, without a match having been played."""

from collections.abc import Sequence
from typing import Any

from ladder_town import Town
from sqlalchemy import select

from scuffle.contract import Verdict
from scuffle_platform.store import ladders, sets
from scuffle_platform.store.models import MatchKind, MatchStatus, Version


def finished(
    town: Town,
    versions: Sequence[str],
    places: Sequence[int],
    actions: str,
    settings: dict[str, Any] | None = None,
) -> str:
    """A finished ladder match of ``versions[seat]``; its id."""
    with town.store.session() as session:
        ladder = ladders.public(session, town.game)
        assert ladder is not None
        found = {row.id: row for row in session.scalars(select(Version))}
        order = sets.SetOrder(
            kind=MatchKind.LADDER,
            game=town.game,
            settings=settings or {},
            versions=[found[one] for one in versions],
            seed=actions,
            ladder=ladder,
        )
        match = sets.create_match(session, order, town.now)
        match.status, match.finished, match.actions_hash = MatchStatus.FINISHED, town.now, actions
        match.rules_hash = ladder.rules_hash
        scores = [float(place == 1) for place in places]
        match.outcome = {"places": list(places), "scores": scores, "reason": "shut-in"}
        for seat, place in zip(match.seats, places, strict=True):
            seat.place, seat.verdict = place, Verdict.OK
        ladder.stale += 1
        return match.id
