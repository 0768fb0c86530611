"""A match of the town that is played before everybody's eyes, as slowly as a test wants."""

import json
from typing import Any

from e2e.town_matches import begin, end
from redis import Redis

from scuffle.jobs import PlayReport, steps_key
from scuffle_platform.store import Store, sets
from scuffle_platform.store.models import Bot, Match, MatchKind, Version, now
from scuffle_platform.store.sets import SetOrder


class Stage:
    """Between bots; shows as many steps as it is told to, then is recorded."""

    def __init__(
        self, store: Store, redis: str, game: str, bots: list[str], broken: int | None = None
    ) -> None:
        self._store = store
        self._redis = redis
        self._shown = 0
        with store.session() as session:
            seated = [session.get_one(Bot, bot).active_version_id for bot in bots]
            order = SetOrder(
                kind=MatchKind.CHALLENGE,
                game=game,
                settings={},
                versions=[session.get_one(Version, version) for version in seated],
                seed="staged",
                pairing="staged",
                ladder=None,
            )
            match = sets.create_match(session, order, now())
            self.match_id = match.id
            self.report: PlayReport = begin(session, match, now(), broken)

    def show(self, count: int) -> None:
        """Take ``count`` steps more."""
        key = steps_key(self.match_id, self.report.attempt)
        with Redis.from_url(self._redis) as connection:
            for step in self.report.steps[self._shown : self._shown + count]:
                fields: Any = {"step": step.model_dump_json()}
                if failed := self._failed_at(self._shown):
                    fields["failed"] = json.dumps(failed)
                self._shown += 1
                connection.xadd(key, fields, id=f"{self._shown}-0")

    def _failed_at(self, step: int) -> list[dict[str, Any]]:
        verdicts = [seat.verdict.model_dump(mode="json") for seat in self.report.seats]
        return [{"player": n, **one} for n, one in enumerate(verdicts) if one.get("step") == step]

    def record(self) -> None:
        """The match has ended and is recorded."""
        with self._store.session() as session:
            end(session, session.get_one(Match, self.match_id), self.report, now())
