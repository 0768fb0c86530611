"""One match in one process without threads: what a page that has Python in it plays with.

A page talks to a ``Desk``. While a match is played it is told of each request and step as it comes,
so that it knows how long the bot may still think, and what was played if it never answers.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from scuffle.contract import Game, Verdict
from scuffle.door import Refused
from scuffle.film import film, perspective_frames
from scuffle.jobs import SeatReport, StepRecord, VerdictRecord
from scuffle.limits import Limits
from scuffle.match import MatchRecord, play_match
from scuffle.outcome import derive_outcome, has_stopped
from scuffle.registry import BadSettings, house_bots, make
from scuffle.replay import Replay, ReplayPlayer
from scuffle.seat import Answer, Budget, Seat
from scuffle.source_seat import SourceSeat

OWN_FILE = "bot.py"
HOUSE_SHARE = 10
"""A house bot is charged a tenth of its time: Python in a browser is slower than in a cage, and a
bot that is there to be practised with must not lose by that."""

Tell = Callable[[dict[str, Any]], object]


class Practice:
    """One match: who plays, and once it was played its replay."""

    def __init__(self, asked: dict[str, Any], tell: Tell) -> None:
        """Make game and seats ready.

        Args:
            asked: ``game``, ``settings``, ``seed`` and ``seats``, each with a ``name`` and the
                ``source`` of one's own bot, or without it the name of a house bot.
            tell: hears ``{"type": …}``: ``asked`` (``player``, ``left_ms`` of CPU time),
                ``answered`` (``player``, ``cpu_ms``), ``wrote`` (``player``, ``text``), ``step``
                (``step``).

        Raises:
            scuffle.door.Refused: the site's door would refuse a source.
            scuffle.registry.BadSettings: the settings do not fit.
        """
        self.game: Game[Any] = make(asked["game"], asked["settings"])
        self._seed = str(asked["seed"])
        self._names = [seat["name"] for seat in asked["seats"]]
        self._tell = tell
        self._own: dict[int, SourceSeat] = {}
        self._seats = [self._seat(player, seat) for player, seat in enumerate(asked["seats"])]
        self.replay: Replay | None = None

    def _seat(self, player: int, seat: dict[str, Any]) -> Seat:
        if "source" not in seat:
            path = house_bots(self.game.id)[seat["house"]]
            return _HouseSeat(path.name, path.read_text("utf-8"), lambda _: None)

        wrote = _bounded(self._tell, player)
        own = self._own[player] = SourceSeat(OWN_FILE, seat["source"], wrote)
        return _AnnouncedSeat(player, own, self._tell)

    def play(self) -> dict[str, Any]:
        """Play it; what became of each seat, and the film."""
        seats, seed = self._seats, self._seed
        record = play_match(self.game, len(seats), seats, seed, Limits(), on_step=self._step)
        return self._result(record)

    def _step(self, step: StepRecord) -> None:
        self._tell({"type": "step", "step": step.model_dump(mode="json")})

    def stopped(self, steps: Sequence[dict[str, Any]], player: int) -> dict[str, Any]:
        """The result of a match that came to its end since ``player`` never answered."""
        taken = tuple(StepRecord.model_validate(step) for step in steps)
        verdicts = [VerdictRecord(verdict=Verdict.OK) for _ in self._seats]
        verdicts[player] = VerdictRecord(verdict=Verdict.TIMEOUT, step=len(taken))
        seats = tuple(SeatReport(verdict=verdict) for verdict in verdicts)
        # With three or four the others would have played on, so that nothing is decided.
        outcome = derive_outcome(self.game, None, verdicts) if has_stopped(verdicts) else None
        return self._result(MatchRecord(taken, seats, outcome))

    def _result(self, record: MatchRecord) -> dict[str, Any]:
        players = [ReplayPlayer(name=name) for name in self._names]
        self.replay = Replay.of(self.game, record, self._seed, Limits(), players)
        return {
            "film": film(self.replay),
            "seats": [
                {"verdict": seat.verdict.verdict, "detail": seat.detail} for seat in record.seats
            ],
            "lines": {player: own.line for player, own in self._own.items()},
        }

    def frames(self, perspective: str) -> list[dict[str, Any]]:
        """What one player, or ``all``, saw of the match that was played."""
        assert self.replay is not None
        return perspective_frames(self.replay, perspective)


class _HouseSeat(SourceSeat):
    """A house bot, which shall not lose by a slow interpreter."""

    def ask(self, line: bytes, budget: Budget) -> Answer:
        more = Budget(budget.cpu_ns * HOUSE_SHARE, budget.wall_ns * HOUSE_SHARE)
        answer = super().ask(line, more)
        return replace(
            answer, cpu_ns=answer.cpu_ns // HOUSE_SHARE, wall_ns=answer.wall_ns // HOUSE_SHARE
        )


class _AnnouncedSeat:
    """One's own bot: each request is told before it is asked, and what it took after it."""

    def __init__(self, player: int, seat: SourceSeat, tell: Tell) -> None:
        self._player = player
        self._seat = seat
        self._tell = tell

    def ask(self, line: bytes, budget: Budget) -> Answer:
        left_ms = budget.cpu_ns / 1e6
        self._tell({"type": "asked", "player": self._player, "left_ms": left_ms})
        answer = self._seat.ask(line, budget)
        self._tell({"type": "answered", "player": self._player, "cpu_ms": answer.cpu_ns / 1e6})
        return answer

    def end(self, line: bytes | None) -> str:
        return self._seat.end(line)


def _bounded(tell: Tell, player: int) -> Callable[[str], object]:
    """Tell what a seat writes, as far as a match's log reaches: an endless loop may print."""
    left = Limits().log_kb * 1024

    def wrote(text: str) -> None:
        nonlocal left
        if left > 0 and text:
            tell({"type": "wrote", "player": player, "text": text[:left]})
        left -= len(text)

    return wrote


class Desk:
    """Where a page asks, and is answered, in JSON: one match after another."""

    def __init__(self) -> None:
        """Nothing was played yet."""
        self._match: Practice | None = None

    def play(self, asked: str, tell: Callable[[str], object]) -> str:
        """Play a match; its result, or ``{"refused": why}`` if it cannot be played.

        Args:
            asked: see ``Practice``.
            tell: hears the events, each as JSON.
        """
        try:
            self._match = Practice(json.loads(asked), lambda event: tell(json.dumps(event)))
        except (Refused, BadSettings) as error:
            return json.dumps({"refused": str(error)})
        return json.dumps(self._match.play())

    def stopped(self, asked: str, steps: str, player: int) -> str:
        """The result of a match whose process had to be ended; see ``Practice.stopped``."""
        self._match = Practice(json.loads(asked), lambda event: None)
        return json.dumps(self._match.stopped(json.loads(steps), player))

    def frames(self, perspective: str) -> str:
        """What one player, or ``all``, saw of the last match."""
        assert self._match is not None
        return json.dumps(self._match.frames(perspective))
