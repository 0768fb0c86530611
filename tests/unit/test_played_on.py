"""A match that is played on from a step of another, by bots of which one does not start."""

from typing import Any

import pytest

from scuffle.contract import Verdict
from scuffle.film import film, notation_of
from scuffle.function_seat import FunctionSeat
from scuffle.jobs import FailedSeat, PlayReport, StepRecord
from scuffle.limits import Limits
from scuffle.match import MatchRecord, play_match
from scuffle.registry import make
from scuffle.replay import ENGINE, Replay, ReplayPlayer, verify
from scuffle.seat import Answer, BotFault, Budget, Seat
from scuffle_platform.live import Taken
from scuffle_platform.reports import Setting, believe
from scuffle_platform.running import begun, live_film
from scuffle_platform.store.models import Bot, Match, SeatRow

GAME, GIVEN, SEED = make("virus-roll-write", {}), 30, "seed"


class Absent:
    """A seat that does not start."""

    def ask(self, line: bytes, budget: Budget) -> Answer:
        raise BotFault(Verdict.CRASH, "It exited with code 1.")

    def end(self, line: bytes | None) -> str:
        return ""


def last(state: dict[str, Any]) -> Any:
    return state["legal_actions"][-1]


class Evening:
    """A match of ``players`` that goes on from another one's step; seat 1 does not start."""

    def __init__(self, players: int) -> None:
        fine = [FunctionSeat(last) for _ in range(players)]
        origin = play_match(GAME, players, fine, SEED, Limits()).steps[:GIVEN]
        seats: list[Seat] = [FunctionSeat(last) for _ in range(players)]
        seats[1] = Absent()
        self.failed: list[FailedSeat] = []
        self.shown: list[Taken] = []
        self.record: MatchRecord = play_match(
            GAME, players, seats, SEED, Limits(), given=origin,
            on_step=self.show, on_fault=self.failed.append,
        )  # fmt: skip
        self.names = ["ant", "bee", "cat"][:players]
        self.setting = Setting(
            GAME.id, {}, SEED, [ReplayPlayer(name=name) for name in self.names], origin
        )
        self.report = PlayReport(
            match_id="m1", attempt=1, token="t", worker="w1", status="finished", engine=ENGINE,
            rules_hash=GAME.rules_hash(), steps=self.record.steps, seats=self.record.seats,
            outcome=self.record.outcome and self.record.outcome.to_dict(), started=0.0, ended=1.0,
        )  # fmt: skip

    def show(self, step: StepRecord) -> None:
        self.shown.append(Taken(step, tuple(self.failed)))
        self.failed = []


@pytest.fixture(params=[2, 3])
def evening(request: pytest.FixtureRequest) -> Evening:
    return Evening(request.param)


def test_the_recorder_believes_it_and_its_replay_verifies(evening: Evening) -> None:
    believed = believe(evening.report, evening.setting)
    assert believed.outcome == evening.record.outcome
    assert believed.outcome is not None
    assert believed.outcome.places[1] == len(evening.names)
    replay = Replay.from_bytes(believed.replay)
    assert (replay.given, verify(replay)) == (GIVEN, None)
    assert len(film(replay)["steps"]) == len(evening.record.steps)
    assert notation_of(replay) == ""


def test_it_is_shown_while_it_is_played(evening: Evening) -> None:
    seats = [SeatRow(player=n, bot=Bot(name=name)) for n, name in enumerate(evening.names)]
    players = len(seats)
    match = Match(
        game=GAME.id, settings={}, num_players=players, seats=seats, origin_step=GIVEN, attempts=1
    )
    replay = begun(match, evening.shown)
    assert len(replay.steps) == len(evening.shown)
    assert replay.verdicts[1].verdict is Verdict.NO_START
    live = live_film(replay, "all")
    for one in evening.shown:
        live.take(one.step, one.failed)
    assert live.steps == len(evening.shown)
