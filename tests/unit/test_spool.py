"""The spool: finished reports wait on disk, and are handed in once the queue is there (C19)."""

import json
from pathlib import Path

import pytest
from redis import Redis

from scuffle.jobs import REPORTS
from scuffle_platform.supervisor.waiting import wait_until
from scuffle_sandbox.courier import Courier
from scuffle_sandbox.spool import Spool, spool_folder

REPORT = {"match_id": "m", "reason": "caf\u00e9 \ud83d"}


def nobody(folder: Path) -> Redis:
    """A queue that is away."""
    return Redis.from_url(f"unix://{folder / 'nobody.sock'}", retry=None)


def test_what_the_queue_could_not_take_is_handed_in_later(empty_valkey: str, tmp_path: Path):
    away = Spool(tmp_path / "reports", nobody(tmp_path))
    away.keep("match-m-1", REPORT)
    assert away.holds("match-m-1")
    assert not away.hand_in()
    with Redis.from_url(empty_valkey) as queue:
        back = Spool(tmp_path / "reports", queue)
        assert back.hand_in()
        assert back.hand_in()
        assert not back.holds("match-m-1")
        assert {name: json.loads(text) for name, text in queue.hgetall(REPORTS).items()} == {
            b"match-m-1": REPORT
        }


def test_a_report_that_its_own_process_hands_in_is_left_alone(empty_valkey: str, tmp_path: Path):
    with Redis.from_url(empty_valkey) as queue:
        spool = Spool(tmp_path / "reports", queue)
        spool.keep("match-m-1", REPORT)
        assert spool.hand_in(but="match-m-1")
        assert spool.holds("match-m-1")
        spool.drop("match-m-1")
        spool.drop("match-m-1")
        assert not queue.exists(REPORTS)


def test_a_courier_hands_in_what_it_finds(empty_valkey: str, tmp_path: Path):
    with Redis.from_url(empty_valkey) as queue:
        spool = Spool(tmp_path / "reports", queue)
        spool.keep("check-v-2", REPORT)
        Courier(spool).call()
        wait_until(lambda: queue.hexists(REPORTS, "check-v-2"), 20, "the report is handed in")
        wait_until(lambda: not spool.holds("check-v-2"), 20, "it is gone from the disk")


@pytest.mark.parametrize("forged", ["../../outside", "match-" + "x" * 500, "a\0b", ""])
def test_a_forged_id_writes_nowhere_else(tmp_path: Path, forged: str):
    spool = Spool(tmp_path / "deep" / "reports", nobody(tmp_path))
    spool.keep(forged, REPORT)
    assert spool.holds(forged)
    assert [path.parent for path in tmp_path.rglob("*.json")] == [tmp_path / "deep" / "reports"]


def test_a_disk_that_takes_nothing_costs_no_match(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    spool = Spool(tmp_path / "file" / "reports", nobody(tmp_path))
    spool.keep("match-m-1", REPORT)
    assert spool.hand_in()


def test_each_worker_and_queue_has_a_folder_of_its_own(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("SCUFFLE_DATA", str(tmp_path))
    one = spool_folder("w1", "redis://here")
    assert one == spool_folder("w1", "redis://here")
    assert one.is_relative_to(tmp_path)
    assert len({one, spool_folder("w2", "redis://here"), spool_folder("w1", "redis://there")}) == 3


def test_empty_folders_of_former_workers_are_removed(tmp_path: Path):
    spool = Spool(tmp_path / "reports" / "mine", nobody(tmp_path))
    (tmp_path / "reports" / "former").mkdir(parents=True)
    spool.keep("match-m-1", REPORT)
    spool.tidy()
    assert [path.name for path in (tmp_path / "reports").iterdir()] == ["mine"]
