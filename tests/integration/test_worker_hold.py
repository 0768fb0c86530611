"""A real worker that is told to take nothing: it ends what it plays, stays up, and comes back."""

from crew import result
from redis import Redis
from rq.job import Job

from scuffle.jobs import HOLDS, Hold, PlayJob, lease_key, match_job_id, worker_queue
from scuffle.limits import Limits
from scuffle_platform.supervisor.waiting import wait_until

SLOW = b"""
import time

asked = []


def get_action(state, api):
    if not asked:
        time.sleep(2)
    asked.append(1)
    return state["legal_actions"][0]
"""


def hold(redis: Redis, name: str, state: str) -> None:
    """What the scheduler writes."""
    redis.hset(HOLDS, name, Hold(state=state, sentence="Looked at.").model_dump_json())


def lies(site, job: Job) -> bool:
    return site.redis.lpos("rq:queue:matches", job.id) is not None


def test_a_drained_worker_ends_its_match_and_takes_nothing_more(site, hire):
    hire("w1")
    slow = site.play(site.offer("main.py", SLOW), site.house("greedy"), match="slow")
    wait_until(lambda: site.redis.exists(lease_key(slow.id)), 30, "it plays")
    hold(site.redis, "w1", "drained")
    quick = [site.house("random"), site.house("greedy")]
    job = site.play(*quick, match="quick")
    assert result(slow)["status"] in ("finished", "void")
    wait_until(lambda: "Looked at." in site.card("w1").sentence, 30, "its card says so")
    assert site.card("w1").state == "idle"
    assert lies(site, job)
    site.redis.hdel(HOLDS, "w1")
    assert result(job)["status"] == "finished"


def test_a_worker_in_quarantine_leaves_what_it_was_waiting_for_to_others(site, hire):
    hire("w1")
    hold(site.redis, "w1", "quarantined")
    # It waits for a job just now, and gets this one.
    job = site.play(site.house("random"), site.house("greedy"))
    wait_until(lambda: site.card("w1").state == "quarantined", 30, "it says so")
    assert lies(site, job)
    assert not site.redis.exists(lease_key(job.id))
    hire("w2")
    assert result(job)["worker"] == "w2"
    site.redis.hdel(HOLDS, "w1")
    wait_until(lambda: site.card("w1").state == "idle", 30, "it is back")


def test_a_worker_takes_what_is_meant_for_it_alone(site, hire):
    hire("w1")
    programs = (site.house("random"), site.house("greedy"))
    for name in ("w1", "w2"):
        job = PlayJob(
            match_id=name,
            attempt=1,
            token="secret",
            game="virus-war",
            settings={"size": 6},
            num_players=2,
            seed="1",
            programs=programs,
            limits=Limits(),
        )
        payload = job.model_dump(mode="json")
        site.enqueue(worker_queue(name), "play_match", payload, match_job_id(name, 1))
    assert result(site.queue(worker_queue("w1")).fetch_job("match-w1-1"))["worker"] == "w1"
    assert site.redis.llen(f"rq:queue:{worker_queue('w2')}") == 1
