"""Playing a recorded match again: does a bot still answer as it did?

Every seat answers as recorded, times included, so that each request is the very line that was sent
then, the clock in it too. A seat whose program is at hand is asked as well, and compared.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scuffle.chair import start_verdict
from scuffle.contract import Game, Verdict
from scuffle.entrants import Entrant
from scuffle.match import play_match
from scuffle.protocol import check_action, check_ready, split_answer
from scuffle.registry import house_bots
from scuffle.replay import Replay
from scuffle.seat import Answer, BotFault, Budget, Seat
from scuffle.wire import Malformed, dump_line, parse_line

_START_VERDICTS = (Verdict.NO_START, Verdict.START_TIMEOUT)


class CannotRerun(ValueError):
    """A match cannot be played again as asked; the message says why."""


@dataclass(frozen=True, slots=True)
class Departure:
    """The first request that a bot answers otherwise than recorded.

    Attributes:
        player: the seat.
        request: counts this seat's requests from 1; 0 is the start.
        recorded: what it answered then, as JSON, or the verdict.
        found: what it answers now, likewise.
    """

    player: int
    request: int
    recorded: str
    found: str


def rerun(replay: Replay, at_hand: Mapping[int, Entrant]) -> Departure | None:
    """Play ``replay`` again; ``None`` if the bots ``at_hand`` (by seat) answer as recorded.

    Raises:
        scuffle.seat.HostFault: this machine failed.
        CannotRerun: the replay does not hold its seed.
    """
    if not replay.seed:
        raise CannotRerun(
            "The site withholds this match's seed until its set has ended; download it later."
        )
    seats = [_seat(replay, player, at_hand.get(player)) for player in range(len(replay.players))]
    try:
        given = replay.steps[: replay.given]
        play_match(replay.rules, len(seats), seats, replay.seed, replay.limits, given=given)
    except _Departed as departed:
        return departed.departure
    finally:
        for seat in seats:
            seat.end(None)
    return None


def _seat(replay: Replay, player: int, entrant: Entrant | None) -> Seat:
    recorded = RecordedSeat(replay, player)
    if entrant is None:
        return recorded
    return ComparedSeat(recorded, entrant.sit(replay.limits), player, type(replay.rules), _depart)


def _depart(departure: Departure) -> None:
    raise _Departed(departure)


class RecordedSeat:
    """Answers what a replay says this player answered, in the time it took."""

    def __init__(self, replay: Replay, player: int) -> None:
        """Take the player's own steps up to its failure, if it failed."""
        record = replay.verdicts[player]
        last = len(replay.steps) if record.step is None else record.step
        asked = replay.steps[replay.given : last]
        self._steps = [step for step in asked if step.player == player]
        self._verdict = record.verdict
        self._fails_at_start = record.verdict in _START_VERDICTS
        self._next = 0

    def ask(self, line: bytes, budget: Budget) -> Answer:
        """The recorded answer.

        Raises:
            BotFault: the player failed at this request.
        """
        if parse_line(line)["type"] == "start":
            if self._fails_at_start:
                raise BotFault(self._verdict, "as recorded")
            return Answer(b'{"type":"ready"}', 0, 0)
        if self._next == len(self._steps):
            raise BotFault(self._verdict, "as recorded")
        step = self._steps[self._next]
        self._next += 1
        answer: dict[str, Any] = step.action | ({"tags": list(step.tags)} if step.tags else {})
        cpu_ns, wall_ns = round(step.cpu_ms * 1e6), round(step.wall_ms * 1e6)
        return Answer(dump_line(answer).rstrip(b"\n"), cpu_ns, wall_ns)

    def end(self, line: bytes | None) -> str:
        """Nothing is left."""
        return ""


class ComparedSeat:
    """Asks a bot, compares with the record, and answers as recorded."""

    def __init__(
        self,
        recorded: RecordedSeat,
        bot: Seat,
        player: int,
        game: type[Game[Any]],
        tell: Callable[[Departure], object],
    ) -> None:
        """Compare ``bot`` with ``recorded``, both for ``player`` of ``game``.

        ``tell`` hears of each request that is answered otherwise; a bot that failed is asked no
        more.
        """
        self._recorded = recorded
        self._bot = bot
        self._player = player
        self._game = game
        self._tell = tell
        self._requests = -1
        self._failed = False

    def ask(self, line: bytes, budget: Budget) -> Answer:
        """Ask both.

        Raises:
            BotFault: the record says that the player failed here, and the bot does again.
        """
        self._requests += 1
        found = None if self._failed else self._judged(line, budget)
        recorded: Answer | BotFault
        try:
            recorded = self._recorded.ask(line, budget)
        except BotFault as fault:
            recorded = fault
        wanted = self._words(recorded, line)
        if found not in (None, wanted):
            self._tell(Departure(self._player, self._requests, wanted, str(found)))
        if isinstance(recorded, BotFault):
            raise recorded
        return recorded

    def end(self, line: bytes | None) -> str:
        """End the bot."""
        return self._bot.end(line)

    def _judged(self, line: bytes, budget: Budget) -> str:
        try:
            return self._words(self._bot.ask(line, budget), line)
        except BotFault as fault:
            self._failed = True
            return str(fault.verdict if self._requests else start_verdict(fault.verdict))

    def _words(self, answer: Answer | BotFault, line: bytes) -> str:
        """The action alone as JSON, or the verdict that the match loop would give it."""
        if isinstance(answer, BotFault):
            return str(answer.verdict)
        try:
            message = parse_line(answer.line, first=self._requests == 0)
            if self._requests == 0:
                check_ready(message)
                return "ready"
            action, _ = split_answer(message, self._requests)
            check_action(self._game, action)
        except Malformed:
            return str(Verdict.MALFORMED)
        if action not in parse_line(line)["state"]["legal_actions"]:
            return str(Verdict.ILLEGAL)
        return json.dumps(action, sort_keys=True)


class _Departed(Exception):
    """Stops a rerun at the first departure."""

    def __init__(self, departure: Departure) -> None:
        super().__init__(departure)
        self.departure = departure


def seat_at_hand(
    replay: Replay,
    entrants: Sequence[Entrant | None],
    own_seats: Callable[[], Sequence[int]] = tuple,
) -> dict[int, Entrant]:
    """Which entrant belongs on which seat: by place if as many as seats, else by hash or name.

    One that stands alone and fits by neither, as a new version in a file of another name, takes
    the only one of ``own_seats()``, which is asked then alone.

    Raises:
        CannotRerun: one fits no seat.
    """
    if len(entrants) == len(replay.players):
        return {seat: one for seat, one in enumerate(entrants) if one is not None}
    found: dict[int, Entrant] = {}
    for one in entrants:
        if one is not None:
            found[_seat_of(replay, one, found, own_seats if len(entrants) == 1 else tuple)] = one
    return found


def seats_of_no_house_bot(replay: Replay) -> list[int]:
    """The seats on which somebody's own bot sat."""
    house = house_bots(replay.game)
    return [seat for seat, one in enumerate(replay.players) if one.name not in house]


def _seat_of(
    replay: Replay,
    entrant: Entrant,
    taken: Mapping[int, Entrant],
    own_seats: Callable[[], Sequence[int]],
) -> int:
    free = [(seat, one) for seat, one in enumerate(replay.players) if seat not in taken]
    same = [seat for seat, one in free if entrant.hash is not None and one.hash == entrant.hash]
    named = [seat for seat, one in free if one.name == entrant.name]
    for seats in (same, named):
        if seats:
            return seats[0]
    own = own_seats()
    if len(own) == 1:
        return own[0]
    names = ", ".join(one.name for one in replay.players)
    raise CannotRerun(
        f"{entrant.name} fits no seat of this match ({names}); "
        "name a bot for each seat, or - for one that answers from the record."
    )
