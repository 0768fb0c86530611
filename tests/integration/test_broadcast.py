"""Steps shown in Redis while a match is played: best effort, and no burden on the match."""

import socket
from contextlib import suppress

import pytest
from redis import Redis
from redis.exceptions import RedisError

from scuffle.jobs import StepRecord
from scuffle_platform.supervisor.waiting import wait_until
from scuffle_sandbox.broadcast import MOST, Broadcast, impatient

KEY = "scuffle:steps:m1-1"


def step(number):
    return StepRecord(player=0, action={"action": "grow", "params": {"row": number, "col": 0}})


@pytest.fixture
def redis(empty_valkey):
    with Redis.from_url(empty_valkey, decode_responses=True) as connection:
        yield connection


@pytest.fixture
def stage(empty_valkey):
    with Redis.from_url(empty_valkey) as patient, impatient(patient) as connection:
        yield connection


def shown(redis):
    return [entry for entry, _ in redis.xrange(KEY)]


def all_of(count):
    return [f"{number}-0" for number in range(1, count + 1)]


def test_steps_are_named_by_their_number_and_go_in_time(redis, stage):
    with Broadcast(stage, KEY) as broadcast:
        for number in range(3):
            broadcast.show(step(number))
        wait_until(lambda: len(shown(redis)) == 3, 10, "three steps are shown")
        assert 60 < redis.ttl(KEY) <= 600
        broadcast.show(step(3))
    broadcast._thread.join(10)
    assert shown(redis) == all_of(4), "the last step is shown, too"
    assert 0 < redis.ttl(KEY) <= 60, "the stream goes soon"
    last = redis.xrange(KEY)[-1][1]["step"]
    assert StepRecord.model_validate_json(last) == step(3)


def test_a_redis_that_lost_everything_is_told_the_whole_again(redis, stage):
    with Broadcast(stage, KEY) as broadcast:
        broadcast.show(step(0))
        broadcast.show(step(1))
        wait_until(lambda: shown(redis) == all_of(2), 10, "two steps are shown")
        redis.flushall()
        broadcast.show(step(2))
        wait_until(lambda: shown(redis) == all_of(3), 10, "all three are shown")
    broadcast._thread.join(10)


def test_a_stream_has_an_end_however_long_the_match(redis, stage):
    with Broadcast(stage, KEY) as broadcast:
        for number in range(MOST + 5):
            broadcast.show(step(number))
    broadcast._thread.join(20)
    assert len(shown(redis)) == MOST


def test_a_redis_that_never_answers_is_not_waited_for(tmp_path):
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "silent.sock"))
        silent.listen()
        with Redis.from_url(f"unix://{tmp_path / 'silent.sock'}") as patient:
            stage = impatient(patient)
            broadcast = Broadcast(stage, KEY)
            with broadcast:
                broadcast.show(step(0))
            assert broadcast._thread.is_alive()
            broadcast._thread.join(10)
            assert not broadcast._thread.is_alive()
            stage.close()


def test_a_redis_that_is_away_is_nobodys_concern(tmp_path):
    with Redis.from_url(f"unix://{tmp_path / 'nobody.sock'}") as patient:
        stage = impatient(patient)
        with suppress(RedisError):
            stage.ping()
        broadcast = Broadcast(stage, KEY)
        with broadcast:
            broadcast.show(step(0))
        broadcast._thread.join(10)
        assert not broadcast._thread.is_alive()
        stage.close()
