"""The queue: what it takes, what it tells, and what forged jobs cannot make us do."""

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from rq import Callback
from rq import Queue as RqQueue
from rq.serializers import JSONSerializer

from scuffle.jobs import PlayJob, Program, WorkerCard, lease_key, match_job_id, program_key
from scuffle.limits import Limits
from scuffle_platform.fixed_job import FixedJob
from scuffle_platform.queue import Hint, Queue
from scuffle_platform.recorder import RecordWorker

PROGRAM = Program(hash="0" * 64, language="python", kind="function", entry="bot.py")
JOB = PlayJob(
    match_id="abcdefghijkm",
    attempt=1,
    token="t" * 64,
    game="virus-war",
    settings={},
    num_players=2,
    seed="the secret seed",
    programs=(PROGRAM, PROGRAM),
    limits=Limits(),
)
JOB_ID = match_job_id(JOB.match_id, 1)

Run = Callable[..., list[str]]


@pytest.fixture
def run(queue: Queue) -> Run:
    """Run a queue's jobs with a table of two words; returns what was called."""

    def run(name: str = "matches") -> list[str]:
        called: list[str] = []

        def play_match(payload: Any) -> Any:
            called.append("play_match")
            return {"echo": payload["match_id"]}

        def record_match(job_id: str) -> None:
            called.append(f"record_match {job_id}")

        class Table(FixedJob):
            table = {"play_match": play_match, "record_match": record_match}  # noqa: RUF012

        RecordWorker(
            [name],
            connection=queue.connection,
            job_class=Table,
            serializer=JSONSerializer,
            log_job_description=False,
        ).work(burst=True, logging_level="CRITICAL")
        return called

    return run


def forge(queue: Queue, function: Any, *args: Any, **options: Any) -> str:
    """What somebody who may write to Redis puts there."""
    forged = RqQueue("matches", connection=queue.connection, serializer=JSONSerializer)
    return str(forged.enqueue(function, *args, **options).id)


def test_the_recording_follows_the_report(queue: Queue, run: Run) -> None:
    assert queue.enqueue_match(JOB) == JOB_ID
    assert queue.hint(JOB_ID) is Hint.WAITING
    assert run("results") == []
    assert run("matches") == ["play_match"]
    assert queue.hint(JOB_ID) is Hint.ENDED
    assert queue.report(JOB_ID) == {"echo": JOB.match_id}
    assert queue.waiting_record(JOB_ID)
    assert run("results") == [f"record_match {JOB_ID}"]
    assert not queue.waiting_record(JOB_ID)


def test_a_report_waits_a_day_and_is_forgotten_when_asked(queue: Queue, run: Run) -> None:
    queue.enqueue_match(JOB)
    run("matches")
    assert 86_000 < queue.connection.ttl(f"rq:job:{JOB_ID}") <= 86_400
    queue.forget(JOB_ID)
    assert queue.hint(JOB_ID) is Hint.GONE
    assert queue.report(JOB_ID) is None
    queue.forget(JOB_ID)


def test_a_failed_job_is_recorded_too_with_its_last_words(queue: Queue, run: Run) -> None:
    queue.enqueue_match(JOB)
    queue.connection.hset(f"rq:job:{JOB_ID}", "data", b'["play_match", null, [7], {}]')
    assert run("matches") == ["play_match"]
    assert queue.hint(JOB_ID) is Hint.ENDED
    assert queue.report(JOB_ID) is None
    assert queue.failure(JOB_ID).startswith("TypeError:")
    assert run("results") == [f"record_match {JOB_ID}"]


def test_neither_seed_nor_token_stands_in_a_description(queue: Queue) -> None:
    queue.enqueue_match(JOB)
    assert queue.connection.hget(f"rq:job:{JOB_ID}", "description") == JOB_ID.encode()


def test_a_withdrawn_job_is_not_run(queue: Queue, run: Run) -> None:
    queue.enqueue_match(JOB)
    queue.withdraw(JOB_ID)
    assert run("matches") == []
    assert run("results") == []


@pytest.mark.parametrize(
    "function", ["os.system", "builtins.eval", "subprocess.check_output", "unknown", ""]
)
def test_a_forged_name_calls_nothing(queue: Queue, run: Run, tmp_path: Any, function: str) -> None:
    mark = tmp_path / "mark"
    job_id = forge(queue, function or "x", f"touch {mark}")
    assert run() == []
    assert not mark.exists()
    assert "ForgedJob" in queue.failure(job_id)


def test_a_forged_instance_calls_nothing(queue: Queue, run: Run) -> None:
    job_id = forge(queue, "play_match", {})
    queue.connection.hset(f"rq:job:{job_id}", "data", b'["upper", "text", [], {}]')
    assert run() == []
    assert "ForgedJob" in queue.failure(job_id)


@pytest.mark.parametrize("kind", ["on_success", "on_failure", "on_stopped"])
def test_a_job_with_callbacks_is_refused(queue: Queue, run: Run, tmp_path: Any, kind: str) -> None:
    mark = tmp_path / "mark"
    job_id = forge(queue, "play_match", {"match_id": str(mark)}, **{kind: Callback("os.mkdir")})
    assert run() == []
    assert "it has callbacks" in queue.failure(job_id)
    assert not mark.exists()


def test_a_job_with_webhooks_is_refused(queue: Queue, run: Run) -> None:
    job_id = forge(queue, "play_match", {"match_id": "m"})
    hook = b'[{"url": "http://127.0.0.1:9/", "job_status": "finished"}]'
    queue.connection.hset(f"rq:job:{job_id}", "webhooks", hook)
    assert run() == []
    assert "ForgedJob" in queue.failure(job_id)


def test_a_pickle_is_no_job(queue: Queue, run: Run) -> None:
    job_id = forge(queue, "play_match", {"match_id": "m"})
    bomb = b"cposix\nsystem\n(S'true'\ntR."
    queue.connection.hset(f"rq:job:{job_id}", "data", bomb)
    assert run() == []


@pytest.mark.parametrize(
    "broken",
    [{"created_at": "x"}, {"timeout": "soon"}, {"status": "odd"}, {"meta": b"\x80"}, {"data": "x"}],
    ids=str,
)
def test_a_job_that_cannot_be_read_ends_no_worker(
    queue: Queue, run: Run, broken: dict[str, str | bytes]
) -> None:
    queue.connection.hset(f"rq:job:{forge(queue, 'play_match', {})}", mapping=broken)
    forge(queue, "play_match", {"match_id": "m"})
    assert run()[-1:] == ["play_match"]


@pytest.mark.parametrize("place", ["rq:queue:matches", "rq:queue:matches:intermediate"])
def test_an_id_that_is_no_text_ends_no_worker(queue: Queue, run: Run, place: str) -> None:
    queue.connection.rpush(place, b"\xff")
    forge(queue, "play_match", {"match_id": "m"})
    assert run() == ["play_match"]


def test_programs_are_verified_when_they_are_read(queue: Queue) -> None:
    data = b"a tar"
    digest = sha256(data).hexdigest()
    assert not queue.holds_program(digest)
    assert queue.fetch_program(digest) is None
    queue.offer_program(digest, data)
    assert queue.holds_program(digest)
    assert queue.fetch_program(digest) == data
    assert 86_000 < queue.connection.ttl(program_key(digest)) <= 86_400
    queue.connection.set(program_key(digest), b"other bytes")
    assert queue.fetch_program(digest) is None


def test_leases_are_those_that_are_held(queue: Queue) -> None:
    queue.connection.set(lease_key("match-a-1"), "w1", ex=10)
    assert queue.leases(["match-a-1", "match-b-1"]) == {"match-a-1": "w1"}
    assert queue.leases([]) == {}


def test_what_is_no_card_is_left_out(queue: Queue) -> None:
    queue.connection.set("scuffle:worker:w1", "{}")
    queue.connection.set("scuffle:worker:w2", b"\xff")
    queue.connection.hset("scuffle:worker:w3", "name", "w3")
    assert queue.cards() == []


@pytest.mark.parametrize(
    "forged", [{"seen": 1e308}, {"seen": -1}, {"seen": float("nan")}, {"sentence": "a\0b"}], ids=str
)
def test_a_card_that_no_database_could_keep_is_left_out(
    queue: Queue, forged: dict[str, Any]
) -> None:
    card = WorkerCard(
        name="w1",
        state="idle",
        host="here",
        queues=("matches",),
        backend="bubblewrap",
        layer="cgroup",
        languages=("python",),
        seen=1_000_000_000,
    )
    queue.connection.set("scuffle:worker:w1", card.model_dump_json())
    assert queue.cards() == [card]
    forged_card = json.dumps(card.model_dump(mode="json") | forged)
    queue.connection.set("scuffle:worker:w1", forged_card)
    assert queue.cards() == []
