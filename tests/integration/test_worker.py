"""A real worker, started as on a host, against a real Valkey."""

import json
import signal
from itertools import pairwise
from uuid import uuid4

import pytest
from crew import HANGING, ended, result
from rq import Callback

from scuffle.jobs import HOLDS, CheckReport, Hold, PlayReport, lease_key, program_key, steps_key
from scuffle.languages import languages
from scuffle_platform.supervisor.waiting import wait_until


def test_a_worker_introduces_itself(site, hire):
    hire("w7", "--queues", "checks,matches")
    card = site.card("w7")
    assert card.queues == ("checks", "matches")
    assert "python" in card.languages
    assert card.toolchains["python"].startswith("Python 3.")
    assert card.start_ms["python"] > 0
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


def test_steps_are_shown_while_a_match_is_played(site, hire):
    """The bot hangs in its second turn: what came before is there to be watched."""
    hire()
    hangs = """
def get_action(state, api):
    while state["turn"] > 2:
        pass
    return state["legal_actions"][-1]
"""
    job = site.play(site.offer("main.py", hangs.encode()), site.house("random"))
    key = steps_key("m1", 1)
    wait_until(lambda: site.redis.xlen(key) == 6, 30, "two turns are shown")
    assert not ended(job)
    names = [name for name, _ in site.redis.xrange(key)]
    assert names == [b"%d-0" % number for number in range(1, 7)]


def test_a_failure_is_shown_with_the_step_that_follows_it(site, hire):
    hire()
    fails = site.offer("main.py", b"def get_action(state, api):\n    raise KeyError('plan')\n")
    plays = site.offer("main.py", b"def get_action(s, api):\n    return s['legal_actions'][0]\n")
    table = {"game": "virus-roll-write", "settings": {}, "num_players": 3}
    report = PlayReport.model_validate(result(site.play(plays, fails, plays, **table)))
    step, key = report.seats[1].verdict.step, steps_key("m1", 1)
    wait_until(lambda: site.redis.xlen(key) == len(report.steps), 20, "all steps are shown")
    shown = {name: fields.get(b"failed") for name, fields in site.redis.xrange(key)}
    told = shown.pop(b"%d-0" % (step + 1))
    assert json.loads(told) == [{"player": 1, "verdict": "crash", "step": step}]
    assert not any(shown.values())


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
    assert report.match.seats[0].evidence["tools"] == report.toolchain
    assert site.redis.exists(program_key(report.program.hash))
    played = PlayReport.model_validate(result(site.play(report.program, site.house("random"))))
    assert played.seats[0].verdict.verdict == "ok"
    assert played.seats[0].evidence["tools"] == report.toolchain
    assert played.seats[1].evidence["tools"].startswith("Python 3.")


def test_what_was_built_is_not_built_again(site, hire):
    hire()
    if "c" not in site.card("w1").languages:
        pytest.skip("beyond this host: no control group, so nothing is built")
    # A source that no earlier run of these tests has left behind.
    source = languages()["c"].starter + f"/* {uuid4().hex} */\n"
    program = site.offer("main.c", source.encode())
    first, second = (CheckReport.model_validate(result(site.check(program))) for _ in range(2))
    assert "earlier" not in first.steps[0].sentence
    assert second.steps[0].sentence.endswith("earlier and from the same source.")
    assert second.program == first.program


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


def test_a_worker_too_weak_for_the_site_takes_nothing_until_that_is_over(site, hire):
    hold = Hold(state="too-weak", sentence="Too weak.")
    site.redis.hset(HOLDS, "w1", hold.model_dump_json())
    hire("w1", state="no-cage")
    job = site.play(site.house("random"), site.house("random"))
    assert site.card("w1").sentence.startswith("Too weak.")
    assert job.get_status() == "queued"
    site.redis.hdel(HOLDS, "w1")
    assert result(job)["status"] == "finished"


WEAK = """
import os
from dataclasses import replace
from scuffle_sandbox.bubblewrap import Bubblewrap

class Weak(Bubblewrap):
    def prepare(self, launch, limits, slot):
        return super().prepare(replace(launch, env=dict(os.environ)), limits, slot)
"""


def test_a_cage_that_does_not_hold_takes_no_job(site, hire, tmp_path):
    """A backend of somebody else's, which lets the worker's environment in."""
    (tmp_path / "weak.py").write_text(WEAK)
    (tmp_path / "weak-1.dist-info").mkdir()
    entry = "[scuffle.backends]\nweak = weak:Weak\n"
    (tmp_path / "weak-1.dist-info" / "entry_points.txt").write_text(entry)
    (tmp_path / "weak-1.dist-info" / "METADATA").write_text("Name: weak\nVersion: 1\n")
    hire("w1", "--backend", "weak", state="no-cage", PYTHONPATH=str(tmp_path))
    job = site.play(site.house("random"), site.house("random"))
    assert "did not hold (reach: reached the worker's environment)" in site.card("w1").sentence
    assert job.get_status() == "queued"
    assert "tried      reach was not held" in (tmp_path / "w1.log").read_text()


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
