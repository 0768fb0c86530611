"""One viewer's stream of a match: what is played, as it is played, and then how it ended.

Events are ``start`` (of an attempt: film and first frame; whatever was shown before is void),
``step``, ``state`` (it waits) and ``end`` (recorded; with who failed after the last step; nothing
follows).
"""

import gzip
import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from scuffle.jobs import FailedSeat
from scuffle.live_film import LiveFilm
from scuffle.refold import Unfoldable
from scuffle.replay import Replay
from scuffle_platform.live import WAIT_S, Live, Taken
from scuffle_platform.running import begun, live_film, shown_event, shown_faults, shown_film
from scuffle_platform.secrecy import OVER
from scuffle_platform.store import Store
from scuffle_platform.store.models import Match, MatchStatus
from scuffle_platform.store.pages import matches
from scuffle_platform.store.pages.live import Standing, standing

LASTS_S = 600.0
"""After so long a viewer has to ask anew, and goes on where it was."""
RETRY_MS = 2000
_PLACE = re.compile(r"(?:(?P<attempt>[1-9][0-9]{0,5})-)?(?P<step>[0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Place:
    """The last event that somebody saw: a step of an attempt."""

    attempt: int
    step: int

    def __str__(self) -> str:
        """The step; after the first attempt with the attempt before it, as ``2-17``."""
        return f"{self.step}" if self.attempt == 1 else f"{self.attempt}-{self.step}"

    @classmethod
    def read(cls, text: str) -> Self:
        """What a ``Last-Event-ID`` says; what is none is the very beginning."""
        found = _PLACE.fullmatch(text)
        return cls(int(found["attempt"] or 1), int(found["step"])) if found else cls(0, 0)


class Watch:
    """Follows one match for one viewer."""

    def __init__(
        self,
        match: Match,
        perspectives: Sequence[str],
        perspective: str,
        seen: Place,
        sources: tuple[Store, Live],
    ) -> None:
        """Follow ``match`` from after ``seen`` on, through one of the ``perspectives``."""
        self._match = match
        self._perspectives = perspectives
        self._perspective = perspective
        self._seen = seen
        self._store, self._live = sources
        self._attempt = 0
        self._film: LiveFilm | None = None
        self._taken: list[Taken] = []
        self._said: Standing | None = None

    def events(self) -> Iterator[str]:
        """The lines of the stream."""
        yield f"retry: {RETRY_MS}\n\n"
        until = time.monotonic() + LASTS_S
        while time.monotonic() < until:
            with self._store.reading() as session:
                where = standing(session, self._match.id)
            if where is None:
                return
            if where.status in OVER:
                yield from self._end(where)
                return
            playing = where.status is MatchStatus.PLAYING
            yield from self._follow(where) if playing else self._wait(where)

    def _follow(self, where: Standing) -> Iterator[str]:
        """Tell what is new; a comment if nothing is, which shows whether anybody still listens."""
        if self._attempt != where.attempt:
            yield from self._begin(where.attempt)
        if self._film is None:
            yield from self._pause()
            return
        news = self._live.news(self._match.id, self._attempt, self._film.steps)
        yield from self._take(news) if news else (": nothing new\n\n",)

    def _wait(self, where: Standing) -> Iterator[str]:
        if where != self._said:
            self._said = where
            yield _event("state", _told(where))
        yield from self._pause()

    def _pause(self) -> Iterator[str]:
        time.sleep(WAIT_S)
        yield ": still waiting\n\n"

    def _begin(self, attempt: int) -> Iterator[str]:
        """Begin an attempt, which ends the one before; silently for who has seen some of it."""
        replay = begun(self._match, ())
        self._attempt, self._taken = attempt, []
        self._film = live_film(replay, self._perspective)
        if self._seen.attempt == attempt and self._seen.step > 0:
            return
        self._seen = Place(attempt, 0)
        told = {"attempt": attempt, "film": shown_film(replay, self._perspectives, playing=True)}
        yield _event("start", {**told, "frame": self._film.start}, self._seen)

    def _take(self, steps: Sequence[Taken]) -> Iterator[str]:
        """Tell steps, but those that were seen; after a wrong one no more of this attempt."""
        for step in steps:
            if self._film is None:
                return
            try:
                found = self._film.take(step.step, step.failed)
            except Unfoldable:
                self._film = None
                return
            self._taken.append(step)
            place = Place(self._attempt, self._film.steps)
            if place.step > self._seen.step:
                told = {"attempt": self._attempt, "step": place.step}
                yield _event("step", told | shown_event(found, self._perspectives), place)

    def _end(self, where: Standing) -> Iterator[str]:
        """Tell what the recorder stored beyond what was seen, then the end."""
        with self._store.reading() as session:
            packed = matches.replay_bytes(session, self._match.id)
        replay = None if packed is None else Replay.from_bytes(gzip.decompress(packed))
        if replay is not None:
            yield from self._catch_up(where, replay)
        ended = {"outcome": where.outcome, **self._last_faults(replay)}
        yield _event("end", _told(where) | ended)

    def _last_faults(self, replay: Replay | None) -> dict[str, Any]:
        """What ended the match, if it was a failure: no step follows that could tell it."""
        failed = _failed(replay).get(len(replay.steps), []) if replay else []
        names = [seat.name for seat in self._match.seats]
        return shown_faults(names, failed, self._perspectives)

    def _catch_up(self, where: Standing, replay: Replay) -> Iterator[str]:
        known, recorded = len(self._taken), _recorded(replay)
        same = self._film is not None and recorded[:known] == self._taken
        if self._attempt != where.attempt or not same:
            if self._attempt == where.attempt:
                self._seen = Place(0, 0)
            known = 0
            yield from self._begin(where.attempt)
        yield from self._take(recorded[known:])


def _recorded(replay: Replay) -> list[Taken]:
    """The steps of a replay as a worker would have shown them."""
    failed = _failed(replay)
    return [Taken(step, tuple(failed.get(n, ()))) for n, step in enumerate(replay.steps)]


def _failed(replay: Replay) -> dict[int, list[FailedSeat]]:
    """Who failed, by the number of steps before; after all of them it ended the match."""
    found: dict[int, list[FailedSeat]] = {}
    for player, one in enumerate(replay.verdicts):
        if one.step is not None:
            seat = FailedSeat(player=player, verdict=one.verdict, step=one.step)
            found.setdefault(one.step, []).append(seat)
    return found


def _told(where: Standing) -> dict[str, Any]:
    return {"status": where.status, "sentence": where.sentence, "attempt": where.attempt}


def _event(name: str, data: dict[str, Any], place: Place | None = None) -> str:
    named = f"id: {place}\n" if place else ""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"{named}event: {name}\ndata: {text}\n\n"
