"""The match loop with functions and with seats that fail on demand."""

import json
from collections.abc import Callable, Sequence
from threading import Barrier
from typing import Any

import pytest
from counting import Counting, add, counting, ones

from scuffle.bot import Bot
from scuffle.chance import draw, player_seed
from scuffle.contract import CHANCE, Verdict
from scuffle.function_seat import FunctionSeat
from scuffle.jobs import FailedSeat, StepRecord
from scuffle.limits import Limits
from scuffle.match import MatchRecord, play_match
from scuffle.seat import Answer, BotFault, Budget, HostFault, Seat
from scuffle.wire import dump_line

Reply = Callable[[int], bytes | BotFault | HostFault]
"""From the request's number (0 is the start) to what the seat does."""


class Scripted:
    """Answers by a script and remembers what it was sent."""

    def __init__(self, reply: Reply = lambda request: b"", cpu_ms: float = 1.0) -> None:
        self.reply = reply
        self.cpu_ms = cpu_ms
        self.lines: list[dict[str, Any]] = []
        self.budgets: list[Budget] = []
        self.ends: list[bytes | None] = []

    def ask(self, line: bytes, budget: Budget) -> Answer:
        self.lines.append(json.loads(line))
        self.budgets.append(budget)
        said = self.reply(len(self.lines) - 1)
        if isinstance(said, Exception):
            raise said
        usual = {"type": "ready"} if len(self.lines) == 1 else add(1)
        cpu_ns = int(self.cpu_ms * 1e6)
        return Answer(said or dump_line(usual).strip(), cpu_ns, cpu_ns, log="")

    def end(self, line: bytes | None) -> str:
        self.ends.append(line)
        return "bye\n"


def at(request: int, said: bytes | BotFault | HostFault) -> Reply:
    return lambda asked: said if asked == request else b""


def crash() -> BotFault:
    return BotFault(Verdict.CRASH, "It exited with code 1.", exit_code=1)


def play(*seats: Seat, game: Counting | None = None, limits: Limits | None = None) -> MatchRecord:
    return play_match(game or counting(), len(seats), seats, "seed", limits or Limits())


def verdicts(record: MatchRecord) -> list[tuple[str, int | None]]:
    return [(str(found.verdict), found.step) for found in record.verdicts]


def test_plays_to_the_end_and_records_every_step() -> None:
    seen: list[StepRecord] = []
    seats = [FunctionSeat(ones), FunctionSeat(lambda state: state["legal_actions"][-1])]
    record = play_match(counting(9), 2, seats, "seed", Limits(), on_step=seen.append)
    assert record.steps[0].player == CHANCE
    assert record.steps[0].action == add(draw("seed", 0, 3))
    assert [step.player for step in record.steps[1:5]] == [0, 1, 0, 1]
    assert seen == list(record.steps)
    assert record.outcome is not None
    assert record.outcome.reason == "counted"
    assert verdicts(record) == [("ok", None), ("ok", None)]


def test_every_seat_is_told_its_own_seed_and_never_the_matchs() -> None:
    seats = [Scripted(), Scripted(), Scripted()]
    play(*seats)
    for player, seat in enumerate(seats):
        start = seat.lines[0]
        assert start["player_idx"] == player
        assert start["player_seed"] == player_seed("seed", player)
        assert start["num_players"] == 3
        assert all("seed" not in json.dumps(line).replace("player_seed", "") for line in seat.lines)


def test_requests_count_from_one_for_each_seat() -> None:
    seats = [Scripted(), Scripted()]
    play(*seats)
    for seat in seats:
        asked = [line["request"] for line in seat.lines[1:]]
        assert asked == list(range(1, len(asked) + 1))


def test_the_end_tells_outcome_and_verdicts_to_live_seats() -> None:
    seats = [Scripted(at(2, crash())), Scripted()]
    record = play(*seats)
    assert seats[0].ends == [None]
    assert [json.loads(line or b"") for line in seats[1].ends] == [
        {
            "type": "end",
            "outcome": {"places": [2, 1], "scores": [0.0, 1.0], "reason": "forfeit"},
            "verdicts": [{"verdict": "crash", "step": 3}, {"verdict": "ok"}],
        }
    ]
    assert record.seats[0].exit_code == 1
    assert record.seats[0].log[-1].stderr == "bye\n"


def test_the_bank_pays_for_cpu_time_and_gains_the_increment() -> None:
    seat = Scripted(cpu_ms=30.4)
    play(seat, Scripted(), limits=Limits(bank_ms=1000, increment_ms=10))
    banks = [line["time"]["bank_ms"] for line in seat.lines[1:4]]
    assert banks == [1000, 979, 959]
    assert seat.budgets[1].cpu_ns == 1_000_000_000
    assert seat.budgets[2].cpu_ns == 979_600_000


class Sleeper(Scripted):
    """Waits ``wall_ms`` for every answer."""

    wall_ms = 400

    def ask(self, line: bytes, budget: Budget) -> Answer:
        answer = super().ask(line, budget)
        if budget.wall_ns < self.wall_ms * 1_000_000:
            raise BotFault(Verdict.TIMEOUT, "It slept.")
        return Answer(answer.line, 0, self.wall_ms * 1_000_000)


def test_waiting_is_summed_over_the_match() -> None:
    limits = Limits(request_wall_ms=500, match_wall_ms=1000)
    record = play(Sleeper(), Scripted(), limits=limits)
    assert verdicts(record) == [("timeout", 5), ("ok", None)]


START_FAULTS = [
    (crash(), "no-start"),
    (BotFault(Verdict.TIMEOUT, "Too slow."), "start-timeout"),
    (BotFault(Verdict.MEMORY, "Too much."), "memory"),
    (BotFault(Verdict.OUTPUT, "A flood."), "output"),
    (b'{"type":"act"}', "malformed"),
    (b"ready", "malformed"),
    (b'{"type":"ready","name":"x"}', "malformed"),
]


@pytest.mark.parametrize(("said", "verdict"), START_FAULTS)
def test_a_failure_before_ready_has_its_own_verdict(said: bytes | BotFault, verdict: str) -> None:
    record = play(Scripted(at(0, said)), Scripted())
    assert verdicts(record) == [(verdict, 0), ("ok", None)]
    assert record.steps == ()
    assert record.outcome is not None
    assert record.outcome.places == (2, 1)
    assert record.seats[0].detail


ANSWERS = [
    (b"", "ok"),
    (b'{"action":"add","params":{"number":1},"request":2,"log":"fine"}', "ok"),
    (b'{"params":{"number":1},"action":"add"}\r', "ok"),
    (b'{"action":"add","params":{"number":3}}', "illegal"),
    (b'{"action":"add","params":{"number":0}}', "illegal"),
    (b'{"action":"add","params":{"number":true}}', "malformed"),
    (b'{"action":"add","params":{"number":1.0}}', "malformed"),
    (b'{"action":"add","params":{"number":"1"}}', "malformed"),
    (b'{"action":"add","params":{"number":null}}', "malformed"),
    (b'{"action":"add","params":{}}', "malformed"),
    (b'{"action":"add"}', "malformed"),
    (b'{"action":"pass","params":{}}', "malformed"),
    (b'{"action":"add","params":{"number":1},"why":"x"}', "malformed"),
    (b'{"action":"add","params":{"number":1,"x":1}}', "malformed"),
    (b'{"action":"add","params":{"number":1},"request":1}', "malformed"),
    (b'{"action":"add","params":{"number":1},"request":"2"}', "malformed"),
    (b'{"action":"add","params":{"number":1},"request":true}', "malformed"),
    (b'{"action":"add","params":{"number":1},"log":7}', "malformed"),
    (b'{"action":"add","params":{"number":1},"tags":"x"}', "malformed"),
    (b"{}", "malformed"),
    (b"null", "malformed"),
    (b"[1]", "malformed"),
]


@pytest.mark.parametrize(("said", "verdict"), ANSWERS, ids=lambda value: repr(value)[:60])
def test_an_answer_is_ok_malformed_or_illegal(said: bytes, verdict: str) -> None:
    record = play(Scripted(at(2, said)), Scripted())
    found = record.seats[0]
    assert found.verdict.verdict == verdict
    if verdict != "ok":
        assert found.verdict.step == 3
        assert found.detail.endswith(".")
        assert found.log[-1].received == said.decode()
        assert found.log[-1].sent.startswith('{"type":"act","request":2')


def test_with_more_seats_a_failed_one_plays_the_first_entry() -> None:
    record = play(Scripted(at(2, crash())), Scripted(), Scripted())
    assert verdicts(record)[0] == ("crash", 4)
    assert record.outcome is not None
    assert record.outcome.reason == "counted"
    assert record.outcome.places[0] == 3
    forced = [step for step in record.steps[4:] if step.player == 0]
    assert len(forced) > 1
    assert all(step.action == add(1) and step.cpu_ms == 0 for step in forced)


def test_a_failure_is_told_before_the_step_that_follows_it() -> None:
    told: list[StepRecord | FailedSeat] = []
    seats = [Scripted(), Scripted(at(2, crash())), Scripted(at(0, crash())), Scripted()]
    play_match(counting(9), 4, seats, "seed", Limits(), on_step=told.append, on_fault=told.append)
    start, other = (one for one in told if isinstance(one, FailedSeat))
    assert (told[0], start.verdict) == (start, Verdict.NO_START)
    assert (other.player, other.step, told[other.step + 2].player) == (1, told.index(other) - 1, 1)


def test_the_match_stops_when_one_of_four_is_left() -> None:
    def loser(request: int) -> Seat:
        return Scripted(at(request, crash()))

    record = play(loser(2), loser(2), loser(3), Scripted(), game=counting(90))
    assert verdicts(record) == [("crash", 5), ("crash", 6), ("crash", 11), ("ok", None)]
    assert len(record.steps) == 11
    assert record.outcome is not None
    assert record.outcome.places == (4, 3, 2, 1)
    assert record.outcome.reason == "forfeit"


def test_seats_that_all_fail_to_start_leave_a_finished_match_without_outcome() -> None:
    seats = [Scripted(at(0, crash())) for _ in range(3)]
    record = play(*seats)
    assert record.outcome is None
    assert verdicts(record) == [("no-start", 0)] * 3


@pytest.mark.parametrize("request_number", [0, 3])
def test_our_fault_voids_the_match_and_keeps_what_was_played(request_number: int) -> None:
    fault = HostFault("The disk is full.", {"free_mb": 0.0})
    seats = [Scripted(), Scripted(at(request_number, fault))]
    with pytest.raises(HostFault, match="disk is full") as raised:
        play(*seats)
    partial = raised.value.partial
    assert partial is not None
    assert partial.outcome is None
    assert len(partial.steps) == (6 if request_number else 0)
    assert all(seat.ends == [None] for seat in seats)


def test_all_seats_start_at_once() -> None:
    together = Barrier(3)

    def wait_for_all(request: int) -> bytes:
        if request == 0:
            together.wait(timeout=30)
        return b""

    record = play(*(Scripted(wait_for_all) for _ in range(3)))
    assert {verdict for verdict, _ in verdicts(record)} == {"ok"}


def test_an_error_of_the_game_ends_all_seats() -> None:
    class Broken(Counting):
        def apply(self, state: Any, player: int, action: Any) -> Any:
            raise RuntimeError("a bug of the game")

    seats = [Scripted(), Scripted()]
    with pytest.raises(RuntimeError, match="bug of the game"):
        play(*seats, game=Broken(counting().settings))
    assert all(seat.ends == [None] for seat in seats)


def test_tags_are_kept_up_to_eight_and_cut_to_24_characters() -> None:
    tags = ["x" * 30, "line\nbreak", *"abcdef", "nine"]
    said = dump_line(add(1) | {"tags": tags}).strip()
    record = play(Scripted(at(1, said)), Scripted())
    assert record.steps[1].tags == ("x" * 24, "linebreak", *"abcdef")
    assert "a tag was dropped" in record.seats[0].log[1].stderr


def functions(*bots: Callable[..., Any]) -> Sequence[Seat]:
    return [FunctionSeat(bot) for bot in bots]


def test_a_function_gets_a_fresh_state_each_time() -> None:
    def vandal(state: dict[str, Any]) -> Any:
        chosen = state["legal_actions"][0]
        state["legal_actions"].clear()
        state["sums"] = "mine"
        return chosen

    record = play(*functions(vandal, vandal))
    assert verdicts(record) == [("ok", None)] * 2


def test_a_function_is_given_api() -> None:
    def bot(state: dict[str, Any], api: Any) -> Any:
        api.data["asked"] = api.data.get("asked", 0) + 1
        api.log(f"request {api.data['asked']}, target {api.settings['target']}")
        api.tag("here")
        assert api.time.left_ms() <= api.time.bank_ms
        return api.random.choice(state["legal_actions"])

    once, again = (play(*functions(bot, ones)) for _ in range(2))
    assert once.seats[0].log[2].stderr == "request 2, target 20\n"
    assert once.steps[1].tags == ("here",)
    assert [step.action for step in once.steps] == [step.action for step in again.steps]


class Late(Bot):
    async def get_action(self, state: Any, api: Any) -> Any:  # type: ignore[override]
        return add(1)


def later(state: dict[str, Any]) -> Any:
    yield add(1)


@pytest.mark.parametrize(
    ("bot", "verdict", "words"),
    [
        (Late, "no-start", "found `async def get_action`"),
        (later, "no-start", "found `generator later`"),
        (lambda state: None, "malformed", "returned nothing"),
        (lambda state: 1 / 0, "crash", "ZeroDivisionError"),
        (lambda state: {"action": {1, 2}}, "malformed", "Found a dict with a set in it: the"),
        (lambda: None, "no-start", "wanted `get_action(state, api)`"),
        (lambda a, b, c: None, "no-start", "found `<lambda>(a, b, c)`"),
    ],
)
def test_a_function_that_fails(bot: Callable[..., Any], verdict: str, words: str) -> None:
    record = play(*functions(bot, ones))
    assert record.seats[0].verdict.verdict == verdict
    assert words in record.seats[0].detail


def test_a_function_over_its_time_is_told_so_when_it_returns() -> None:
    def slow(state: dict[str, Any]) -> Any:
        sum(range(3_000_000))
        return state["legal_actions"][0]

    record = play(*functions(slow, ones), limits=Limits(bank_ms=1))
    assert verdicts(record)[0][0] == "timeout"
    assert "CPU time" in record.seats[0].detail


def test_the_number_of_seats_must_fit() -> None:
    with pytest.raises(ValueError, match="found 1 seats, wanted 2"):
        play_match(counting(), 2, functions(ones), "seed", Limits())
