"""A real worker, started as on a host, against a real Valkey."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from redis import Redis
from rq import Callback, Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from scuffle.door import open_upload
from scuffle.jobs import (
    CheckJob,
    CheckReport,
    PlayJob,
    PlayReport,
    Program,
    WorkerCard,
    lease_key,
    program_key,
)
from scuffle.languages import languages
from scuffle.limits import Limits
from scuffle.registry import house_bots, sample_bot
from scuffle_platform.supervisor.waiting import wait_until
from scuffle_sandbox.places import cage_folder

SCUFFLE = Path(sys.executable).with_name("scuffle")
GROUPS = Path("/sys/fs/cgroup/freezer/scuffle")
Hire = Callable[..., subprocess.Popen]
HANGING = b"import sys\n# TOKEN\nfor line in sys.stdin: pass\nwhile True: pass\n"


class Site:
    """The other end of the queue: offers programs, enqueues jobs, reads reports."""

    def __init__(self, url: str) -> None:
        self.redis = Redis.from_url(url)

    def offer(self, name: str, source: bytes) -> Program:
        upload = open_upload(name, source)
        self.redis.set(program_key(upload.program.hash), upload.archive)
        return upload.program

    def house(self, name: str) -> Program:
        path = house_bots("virus-war")[name]
        return self.offer(path.name, path.read_bytes())

    def queue(self, name: str) -> Queue:
        return Queue(name, connection=self.redis, serializer=JSONSerializer)

    def enqueue(self, name: str, word: str, payload: object, job_id: str, **more: object) -> Job:
        args = (payload,)
        return self.queue(name).enqueue(word, args=args, job_id=job_id, result_ttl=600, **more)

    def play(self, *programs: Program, match: str = "m1", **changes: object) -> Job:
        job = PlayJob(
            match_id=match,
            attempt=1,
            token="secret",
            game="virus-war",
            settings={"size": 6},
            num_players=2,
            seed="1",
            programs=programs,
            limits=Limits(),
        ).model_copy(update=changes)
        payload = job.model_dump(mode="json")
        return self.enqueue("matches", "play_match", payload, f"match-{match}-1")

    def check(self, program: Program) -> Job:
        sample = sample_bot("virus-war")
        job = CheckJob(
            version_id="v1",
            attempt=1,
            token="secret",
            game="virus-war",
            settings={"size": 6},
            num_players=2,
            seed="1",
            program=program,
            opponent=self.offer(sample.name, sample.read_bytes()),
            limits=Limits(),
        )
        return self.enqueue("checks", "check_program", job.model_dump(mode="json"), "check-v1-1")

    def card(self, name: str) -> WorkerCard | None:
        text = self.redis.get(f"scuffle:worker:{name}")
        return WorkerCard.model_validate_json(text) if text else None


@pytest.fixture
def site(empty_valkey: str) -> Iterator[Site]:
    found = Site(empty_valkey)
    yield found
    found.redis.close()


@pytest.fixture
def hire(
    empty_valkey: str, site: Site, tmp_path: Path
) -> Iterator[Callable[..., subprocess.Popen]]:
    """Start workers; the first word of each is waited for."""
    hired: list[subprocess.Popen[bytes]] = []

    def start(name: str = "w1", *options: str, state: str = "idle", **env: str) -> subprocess.Popen:
        log = open(tmp_path / f"{name}.log", "wb")  # noqa: SIM115
        worker = subprocess.Popen(
            [SCUFFLE, "worker", "--redis", empty_valkey, "--name", name, *options],
            env=os.environ | {"SCUFFLE_RUN": tmp_path.name} | env,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        log.close()
        hired.append(worker)
        wait_until(
            lambda: (card := site.card(name)) and card.state == state, 30, f"{name} is {state}"
        )
        return worker

    yield start
    for worker in hired:
        worker.kill()
        worker.wait()


def ended(job: Job) -> bool:
    return job.get_status() in ("finished", "failed", "stopped")


def result(job: Job) -> dict:
    wait_until(lambda: ended(job), 60, f"job {job.id} ends")
    assert job.get_status() == "finished", job.latest_result().exc_string
    return job.return_value()


def children(pid: int) -> list[int]:
    """All children of a process, whichever of its threads started them."""
    found = [each.read_text().split() for each in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(each) for part in found for each in part]


def horse(worker: subprocess.Popen) -> int:
    """The child of the worker that runs the job: the one with the worker's own program."""
    own = Path(f"/proc/{worker.pid}/exe").resolve()
    return next(c for c in children(worker.pid) if Path(f"/proc/{c}/exe").resolve() == own)


def groups_of(pid: int) -> list[Path]:
    return list(GROUPS.glob(f"{pid}-*"))


def test_a_worker_introduces_itself(site, hire):
    hire("w7", "--queues", "checks,matches")
    card = site.card("w7")
    assert card.queues == ("checks", "matches")
    assert "python" in card.languages
    assert card.toolchains["python"].startswith("Python 3.")
    assert 0 < site.redis.ttl("scuffle:worker:w7") <= 20


def test_a_match_is_played_and_reported(site, hire):
    hire()
    job = site.play(site.house("random"), site.house("greedy"))
    report = PlayReport.model_validate(result(job))
    assert report.status == "finished"
    assert report.token == "secret"
    assert report.worker == "w1"
    assert sorted(report.outcome["places"]) == [1, 2]
    assert [seat.verdict.verdict for seat in report.seats] == ["ok", "ok"]
    assert site.redis.exists(lease_key(job.id))


def test_a_check_builds_and_hands_out_the_artefact(site, hire):
    hire()
    if "cpp" not in site.card("w1").languages:
        pytest.skip("beyond this host: no control group, so nothing is built")
    program = site.offer("main.cpp", languages()["cpp"].starter.encode())
    report = CheckReport.model_validate(result(site.check(program)))
    assert report.status == "ready", report
    assert [step.name for step in report.steps] == ["build", "start", "match"]
    assert report.program.hash != program.hash
    assert "g++" in report.toolchain
    assert site.redis.exists(program_key(report.program.hash))
    played = PlayReport.model_validate(result(site.play(report.program, site.house("random"))))
    assert played.seats[0].verdict.verdict == "ok"


def test_a_bot_that_breaks_is_rejected_with_its_words(site, hire):
    hire()
    program = site.offer("main.py", b"def get_action(state, api):\n    return 1 / 0\n")
    report = CheckReport.model_validate(result(site.check(program)))
    assert report.status == "rejected"
    assert "ZeroDivisionError" in report.steps[-1].sentence + report.steps[-1].log


def test_a_missing_program_is_our_fault(site, hire):
    hire()
    there = site.house("random")
    gone = there.model_copy(update={"hash": "0" * 64})
    report = PlayReport.model_validate(result(site.play(there, gone)))
    assert report.status == "void"
    assert "000000000000" in report.reason


def test_another_program_under_its_hash_is_our_fault(site, hire):
    hire()
    there = site.house("random")
    site.redis.set(program_key("1" * 64), b"something else")
    forged = there.model_copy(update={"hash": "1" * 64})
    report = PlayReport.model_validate(result(site.play(forged, there)))
    assert report.status == "void"
    assert "something else" in report.reason


def test_a_forged_name_is_not_called(site, hire, tmp_path):
    hire()
    mark = tmp_path / "mark"
    job = site.enqueue("matches", "os.mkdir", str(mark), "match-forged-1")
    wait_until(lambda: ended(job), 30, "the forged job ends")
    assert job.get_status() == "failed"
    assert "a worker knows play_match, check_program" in job.latest_result().exc_string
    assert not mark.exists()


def test_a_callback_is_not_called(site, hire, tmp_path):
    hire()
    job = site.enqueue(
        "matches", "play_match", {}, "match-forged-2", on_failure=Callback("os.abort")
    )
    wait_until(lambda: ended(job), 30, "the forged job ends")
    assert "it has callbacks" in job.latest_result().exc_string
    assert result(site.play(site.house("random"), site.house("random")))["status"] == "finished"


def test_a_payload_that_is_no_job_fails_alone(site, hire):
    hire()
    job = site.enqueue("matches", "play_match", {"match_id": "m1"}, "match-bad-1")
    wait_until(lambda: ended(job), 30, "the bad job ends")
    assert job.get_status() == "failed"
    assert result(site.play(site.house("random"), site.house("random")))["status"] == "finished"


def test_what_cannot_be_read_ends_no_worker(site, hire):
    worker = hire()
    site.redis.hset("rq:job:broken", mapping={"created_at": "x", "timeout": "soon"})
    site.redis.rpush("rq:queue:matches", "broken", b"\xff", b"\xff", b"\xff")
    assert result(site.play(site.house("random"), site.house("random")))["status"] == "finished"
    assert worker.poll() is None


def test_a_worker_takes_only_its_queues(site, hire):
    hire("w1", "--queues", "checks")
    waiting = site.play(site.house("random"), site.house("random"))
    sample = site.house("random")
    assert result(site.check(sample))["status"] == "ready"
    assert waiting.get_status() == "queued"


def test_a_lease_is_renewed_while_a_match_runs(site, hire):
    hire()
    job = site.play(site.offer("main.py", HANGING), site.house("random"))
    key = lease_key(job.id)
    wait_until(lambda: site.redis.exists(key), 30, "the lease is taken")
    assert site.redis.get(key) == b"w1"
    seen = []

    def renewed() -> bool:
        seen.append(site.redis.pttl(key))
        return any(later > sooner + 1000 for sooner, later in pairwise(seen))

    wait_until(renewed, 15, "the lease is renewed")
    assert max(seen) <= 10_000
    assert site.card("w1").job == job.id
    assert site.card("w1").state == "working"


def test_a_killed_horse_leaves_nothing_and_the_worker_goes_on(site, hire):
    worker = hire()
    token = b"token-of-a-killed-horse"
    job = site.play(site.offer("main.py", HANGING.replace(b"TOKEN", token)), site.house("random"))
    wait_until(lambda: site.redis.exists(lease_key(job.id)), 30, "the match runs")
    pid = horse(worker)
    if os.geteuid() == 0:
        wait_until(lambda: len(groups_of(pid)) == 2, 30, "both cages are there")
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: ended(job), 30, "the job ends")
    assert job.get_status() == "failed"
    wait_until(lambda: not groups_of(pid), 10, "its cages are gone")
    wait_until(lambda: not list(cage_folder().glob(f"job-{pid}-*")), 10, "its files are gone")
    again = site.play(site.house("random"), site.house("random"), match="m2")
    assert result(again)["status"] == "finished"


def test_a_killed_worker_takes_everything_along(site, hire):
    worker = hire()
    job = site.play(site.offer("main.py", HANGING), site.house("random"))
    wait_until(lambda: site.redis.exists(lease_key(job.id)), 30, "the match runs")
    pid = horse(worker)
    wait_until(lambda: len(children(pid)) >= 2, 30, "both cages are there")
    family = [pid, *children(pid)]
    worker.kill()
    worker.wait()
    wait_until(lambda: not any(_runs(each) for each in family), 10, "horse and cages are gone")
    hire("w1")  # the same name, at once; it sweeps
    wait_until(lambda: not groups_of(pid), 10, "the cages' groups are swept")


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_without_a_cage_a_worker_stays_and_takes_nothing(site, hire):
    nowhere = "unix:///nowhere/docker.sock"
    worker = hire("w1", "--backend", "docker", state="no-cage", DOCKER_HOST=nowhere)
    job = site.play(site.house("random"), site.house("random"))
    card = site.card("w1")
    assert "no Docker engine answers" in card.sentence
    assert "sudo" in card.sentence
    assert job.get_status() == "queued"
    worker.terminate()
    assert worker.wait(10) == 0


@pytest.mark.parametrize("signals", [signal.SIGTERM, signal.SIGINT])
def test_an_idle_worker_stops_at_once(hire, signals):
    worker = hire()
    worker.send_signal(signals)
    assert worker.wait(10) == 0


def test_a_report_holds_no_bytes_that_json_cannot(site, hire):
    hire()
    noisy = b"import sys\nsys.stderr.buffer.write(bytes(range(256)))\nsys.stdin.readline()\n"
    report = result(site.play(site.offer("main.py", noisy), site.house("random")))
    assert json.loads(json.dumps(report)) == report
