"""A person as a seat, and what ends a board: absence, an empty queue, a process that dies."""

import signal
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from hand_table import Hall
from redis import Redis
from sqlalchemy import select

from scuffle.contract import Verdict
from scuffle.hand import HandJob, Move, board_key
from scuffle.jobs import Program, lease_key, match_job_id
from scuffle.limits import Limits
from scuffle.protocol import act_message
from scuffle.registry import make
from scuffle.seat import Answer, BotFault, Budget, HostFault
from scuffle.wire import dump_line, parse_line
from scuffle_platform.boards import Boards
from scuffle_platform.store import attempts, hands, workers
from scuffle_platform.store.check import faults
from scuffle_platform.store.models import Worker, now
from scuffle_platform.supervisor.waiting import wait_until
from scuffle_sandbox import hand_seat
from scuffle_sandbox.hand_board import Board
from scuffle_sandbox.hand_seat import HandSeat

BUDGET = Budget(1, 1)
BOT = Program(hash="0" * 64, language="python", kind="function", entry="bot.py")
GAME = make("virus-war", {"size": 6})
JOB = HandJob(
    match_id="m1", attempt=1, token="t", game="virus-war", settings={"size": 6}, num_players=2,
    seed="1", programs=(None, BOT), limits=Limits(), until=0.0,
)  # fmt: skip


class Chair:
    """A person's seat at the start of a match, and both ends of its board."""

    def __init__(self, url: str) -> None:
        self.redis = Redis.from_url(url)
        self.stop = threading.Event()
        self.board = Board(self.redis, JOB)
        self.seat = HandSeat("virus-war", self.board, self.stop)
        self.site = Boards(url)
        self.found: Answer | Exception | None = None

    def ask(self, request: int = 1) -> Answer:
        """What the match loop gets at the first position."""
        state = GAME.setup(2)
        legal = GAME.legal_actions(state, 0)
        line = dump_line(act_message(request, GAME.view(state, 0), legal, 10_000))
        return self.seat.ask(line, BUDGET)

    def asked(self) -> threading.Thread:
        """Ask beside us, until the question is shown."""

        def run() -> None:
            try:
                self.found = self.ask()
            except (BotFault, HostFault) as fault:
                self.found = fault

        thread = threading.Thread(target=run)
        thread.start()
        wait_until(lambda: self.site.shown("m1"), 20, "the question is shown")
        return thread


@pytest.fixture
def chair(empty_valkey: str) -> Iterator[Chair]:
    made = Chair(empty_valkey)
    yield made
    made.stop.set()
    made.site.close()
    made.redis.close()


def grow(row: int, col: int) -> Move:
    return Move(action={"action": "grow", "params": {"row": row, "col": col}})


def test_a_person_is_neither_hurried_nor_charged(chair: Chair) -> None:
    assert chair.site.play("m1", 1, grow(1, 1))
    answer = chair.ask()
    assert (answer.cpu_ns, answer.wall_ns) == (0, 0)
    assert parse_line(answer.line)["params"] == {"row": 1, "col": 1}


def test_the_first_of_two_moves_counts(chair: Chair) -> None:
    assert chair.site.play("m1", 1, grow(1, 1))
    assert not chair.site.play("m1", 1, grow(0, 1))
    assert parse_line(chair.ask().line)["params"] == {"row": 1, "col": 1}


def test_what_nobody_could_have_sent_is_asked_for_again(chair: Chair) -> None:
    chair.site.play("m1", 1, grow(5, 0))
    asked = chair.asked()
    wait_until(lambda: chair.site.shown("m1").position.note, 20, "it is refused")
    assert chair.site.play("m1", 1, grow(0, 1))
    asked.join(20)
    assert isinstance(chair.found, Answer)


def test_who_gives_up_has_left(chair: Chair) -> None:
    chair.site.leave("m1")
    with pytest.raises(BotFault) as fault:
        chair.ask()
    assert fault.value.verdict is Verdict.LEFT


def test_who_is_away_for_ten_minutes_has_left(
    chair: Chair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hand_seat, "ENDS_AFTER_S", 0.0)
    with pytest.raises(BotFault, match="away"):
        chair.ask()


def test_who_says_to_be_there_stays(chair: Chair) -> None:
    asked = chair.asked()
    before = chair.site.shown("m1").position.ends
    chair.site.stay("m1")
    wait_until(lambda: chair.site.shown("m1").position.ends > before, 20, "it is told")
    assert chair.site.shown("m1").position.ends > time.time() + 590
    chair.site.play("m1", 1, grow(1, 1))
    asked.join(20)


def test_a_queue_that_was_emptied_is_shown_the_board_again(chair: Chair) -> None:
    asked = chair.asked()
    chair.redis.delete(board_key("m1"))
    wait_until(lambda: chair.site.shown("m1"), 20, "it is shown again")
    chair.site.play("m1", 1, grow(1, 1))
    asked.join(20)
    assert isinstance(chair.found, Answer)


def test_a_process_that_ends_says_so(chair: Chair) -> None:
    asked = chair.asked()
    chair.stop.set()
    asked.join(20)
    assert isinstance(chair.found, HostFault)


@pytest.fixture
def hall(tmp_path: Path, empty_valkey: str) -> Iterator[Hall]:
    made = Hall.build(tmp_path / "data", empty_valkey)
    yield made
    made.close()


def test_a_board_whose_process_goes_is_void_and_says_so(hall: Hall) -> None:
    fields = {"game": "virus-war", "against": hall.bot("virus-war", "random")}
    closed = hall.send(hall.enter("ann"), "/account", "/play", **fields)
    assert (closed.status_code, "not running" in closed.text) == (503, True)
    hall.open_boards(grace=600)
    first, second = (hall.sit_down(name, "virus-war", "random") for name in ("ann", "bob"))
    hall.process.send_signal(signal.SIGTERM)
    hall.until(lambda: hall.ask(hands.why_closed) == hands.RESTING, "no more boards are begun")
    hall.move("ann", first, request=hall.my_move("ann", first)["request"], move=0)
    assert hall.next_scene("ann", first, lambda one: one["request"] == 2), "it is played on"
    hall.process.send_signal(signal.SIGTERM)
    assert hall.process.wait(20) == 0
    told = hall.until(lambda: (one := hall.match(first)).status == "void" and one, "it is void")
    assert "the process that plays boards was stopped" in told.sentence
    hall.until(lambda: hall.match(second).status == "void", "the other one, too")
    answer = hall.enter("ann").get(f"/play/{first}", follow_redirects=True)
    assert "was stopped" in answer.text
    hall.open_boards()
    third = hall.sit_down("ann", "virus-war", "random")
    hall.until(lambda: hall.match(third).status == "playing", "it is being played")
    hall.process.kill()
    hall.process.wait()
    hall.queue.connection.delete(lease_key(f"match-{third}-1"))
    for seconds in range(3, 25, 3):
        hall.scheduler.tick(now() + timedelta(seconds=seconds))
    lost = hall.match(third)
    assert (lost.status, "was not seen" in lost.sentence) == ("void", True)
    assert hall.scene("ann", third)["match"] == f"/matches/{third}"
    late = hall.move("ann", third, request=1, move=0)
    assert "The match is over." in hall.enter("ann").get(late.location, follow_redirects=True).text
    assert faults(hall.settings.database) == []


def test_a_drained_process_plays_on_and_leaves_what_waits_to_another(hall: Hall) -> None:
    hall.open_boards()
    first = hall.sit_down("ann", "virus-war", "random", **{"set-size": "6"})
    rival = hall.bot("virus-war", "random")
    fields = {"game": "virus-war", "against": rival, "seat": "0"}
    second = hall.send(hall.enter("bob"), "/play", "/play", **fields).location.rsplit("/", 1)[1]
    hall.enter("eve")
    with hall.store.session() as session:
        workers.drain(session.scalars(select(Worker)).one(), now())
        hall.queue.hold(workers.holds(session, "rlimit"))
    hall.until(lambda: "takes nothing more" in str(hall.queue.cards()), "it says so")
    waits = f"match-{second}-1".encode()
    assert hall.queue.connection.lpos("rq:queue:hands", waits) == 0
    closed = hall.send(hall.enter("eve"), "/account", "/play", **fields)
    assert (closed.status_code, "told to take no more" in closed.text) == (503, True)
    assert "told to take no more" in hall.enter("eve").get("/play").text
    hall.open_boards(name="more-boards", grace=600)
    hall.until(lambda: hall.scene("bob", second)["mark"], "the other process lays it out")
    hall.until(lambda: hall.match(second).status == "playing", "it is being played")
    with hall.store.reading() as session:
        assert {one.match_id: one.worker for one in attempts.unended(session)} == {
            first: "boards", second: "more-boards"
        }  # fmt: skip
    hall.move("ann", first, request=hall.my_move("ann", first)["request"], move=0)
    assert hall.next_scene("ann", first, lambda one: one["request"] == 2)
    for process in hall.processes:
        process.send_signal(signal.SIGTERM)
    assert hall.processes[0].wait(20) == 0
    hall.until(lambda: hall.match(first).status == "void", "without a grace it ends at once")
    assert hall.process.poll() is None
    hall.send(hall.enter("bob"), f"/play/{second}", f"/play/{second}/leave")
    assert hall.process.wait(20) == 0, "with one it ends as its last board does"
    hall.until(lambda: hall.match(second).status == "finished", "it is recorded")


def test_what_cannot_be_played_here_is_left_to_another_process(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a cage a bot of somebody's is not begun, and what is behind it gets its turn."""
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere.sock")
    hall.open_boards(backend="docker")
    hall.queue.enqueue_hand(JOB.model_copy(update={"until": time.time() + 600}))
    late = hall.queue.enqueue_hand(JOB.model_copy(update={"match_id": "m2"}))
    redis = hall.queue.connection
    wait_until(lambda: not redis.exists(f"rq:job:{late}"), 20, "the one after it is forgotten")
    wait_until(lambda: redis.lpos("rq:queue:hands", match_job_id("m1", 1)) == 0, 20, "it waits")
    assert not redis.exists(lease_key(match_job_id("m1", 1)))
    assert "no cage, so only bots that come with the games" in str(hall.queue.cards())


def test_nobody_waits_for_a_board_for_longer_than_a_minute(hall: Hall) -> None:
    hall.show_card()
    rival = hall.bot("virus-war", "random")
    fields = {"game": "virus-war", "against": rival}
    answer = hall.send(hall.enter("ann"), "/play", "/play", **fields)
    match_id = answer.location.rsplit("/", 1)[1]
    assert "being laid out" in hall.enter("ann").get(answer.location).text
    hall.carry_on()
    with hall.store.session() as session:
        workers.drain(session.scalars(select(Worker)).one(), now())
    for seconds in (75, 80, 85):
        hall.scheduler.tick(now() + timedelta(seconds=seconds))
    cancelled = hall.match(match_id)
    assert (cancelled.status, "no process" in cancelled.sentence) == ("cancelled", True)
    hall.queue.withdraw(f"match-{match_id}-1")
    with hall.store.session() as session:
        workers.undrain(session.scalars(select(Worker)).one())
    hall.carry_on()
    hall.queue.enqueue_hand(JOB)
    hall.open_boards()
    wait_until(lambda: not hall.queue.connection.keys("rq:job:match-*"), 20, "it is forgotten")
