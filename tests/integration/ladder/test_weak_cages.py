"""A site that demands control groups gives nothing to workers that have none."""

from typing import Any

from scuffle.jobs import HOLDS, Hold
from scuffle_platform.store import workers
from scuffle_platform.store.models import Worker, WorkerState


def held(town: Any) -> dict[str, str]:
    """By name, why workers are to take nothing."""
    found = town.queue.connection.hgetall(HOLDS).items()
    return {name.decode(): Hold.model_validate_json(hold).state for name, hold in found}


def able(town: Any) -> list[str]:
    """The workers that the site counts on."""
    with town.store.reading() as session:
        return [worker.name for worker in workers.able(session)]


def test_a_worker_weaker_than_the_site_demands_takes_nothing(sqlite_town: Any) -> None:
    town = sqlite_town
    town.scheduler.dispatcher.layer = "cgroup"
    town.show_card("weak")
    town.show_card("strong", layer="cgroup")
    town.tick()
    assert held(town) == {"weak": "too-weak"}
    assert able(town) == ["strong"]
    assert town.read(Worker, "weak").state is WorkerState.NO_CAGE
    town.show_card("weak", layer="cgroup")
    town.tick(3)
    assert held(town) == {}
    assert able(town) == ["strong", "weak"]


def test_a_site_that_demands_less_uses_both(sqlite_town: Any) -> None:
    sqlite_town.show_card("weak")
    sqlite_town.show_card("strong", layer="cgroup")
    sqlite_town.tick()
    assert held(sqlite_town) == {}
    assert able(sqlite_town) == ["strong", "weak"]
