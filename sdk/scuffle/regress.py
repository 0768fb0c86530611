"""The loss lab: what would a new version have answered in the matches that an old one lost?

Every request of a recorded match is asked again, byte for byte, and every answer that differs is
told; the match goes on as it was recorded, so that each request is one that was really asked.
"""

from dataclasses import dataclass

from scuffle.entrants import Entrant
from scuffle.match import play_match
from scuffle.replay import Replay
from scuffle.rerun import CannotRerun, ComparedSeat, Departure, RecordedSeat
from scuffle.seat import Seat


@dataclass(frozen=True, slots=True)
class Case:
    """One lost match.

    Attributes:
        name: the match's id, or its file.
        replay: its record.
        seat: the one that lost.
    """

    name: str
    replay: Replay
    seat: int

    @property
    def requests(self) -> list[int]:
        """The steps, from 0, that answer the seat's requests 1, 2, …"""
        asked = enumerate(self.replay.steps[self.replay.given :], self.replay.given)
        return [number for number, step in asked if step.player == self.seat]

    def step_of(self, request: int) -> int:
        """The step at which a request was asked; the last one if the seat failed there."""
        steps = self.requests
        if request == 0:
            return 0
        return steps[request - 1] if 0 < request <= len(steps) else len(self.replay.steps)


def lost_by(replay: Replay, seat: int) -> bool:
    """Whether somebody else ended in front of this seat, or it failed."""
    if replay.verdicts[seat].verdict != "ok":
        return True
    return replay.outcome is not None and replay.outcome["places"][seat] > 1


def lost_seats(replay: Replay, name: str) -> list[int]:
    """Every seat of the bot of that name that lost; a bot that met itself may hold several."""
    seats = enumerate(replay.players)
    return [seat for seat, one in seats if one.name == name and lost_by(replay, seat)]


def ask_again(case: Case, entrant: Entrant) -> list[Departure]:
    """Ask every recorded request of the case's seat; what is answered otherwise.

    A bot that fails is asked no more in this match.

    Raises:
        CannotRerun: the record does not hold its seed.
        scuffle.seat.HostFault: this machine failed.
    """
    replay = case.replay
    if not replay.seed:
        raise CannotRerun(f"{case.name}: its set has not ended, so the site withholds its seed.")
    found: list[Departure] = []
    seats: list[Seat] = [RecordedSeat(replay, player) for player in range(len(replay.players))]
    bot = entrant.sit(replay.limits)
    recorded = RecordedSeat(replay, case.seat)
    seats[case.seat] = ComparedSeat(recorded, bot, case.seat, type(replay.rules), found.append)
    given = replay.steps[: replay.given]
    play_match(replay.rules, len(seats), seats, replay.seed, replay.limits, given=given)
    return found
