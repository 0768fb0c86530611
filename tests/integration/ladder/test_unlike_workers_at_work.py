"""Two real workers, of which one has no Node: a bot in JavaScript is played by the other alone."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from crew import Hire
from ladder_town import GAME, Town
from sqlalchemy import select

from scuffle.door import open_upload
from scuffle.jobs import PYTHON
from scuffle.languages import languages
from scuffle_platform.queue import Queue
from scuffle_platform.store import Session, Store, sets, versions
from scuffle_platform.store.models import (
    Bot,
    Ladder,
    Match,
    MatchKind,
    MatchStatus,
    Version,
    WorkerState,
    now,
)
from scuffle_platform.store.workers import every
from scuffle_platform.supervisor.waiting import wait_until

NODE = Path("/usr/bin/node")


@pytest.fixture
def town(sqlite_store: Store, queue: Queue, tmp_path: Path) -> Town:
    """Everything but the workers, by this host's clock; nothing is played but what is asked for."""
    found = Town(sqlite_store, queue, tmp_path, now())
    with found.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True
    return found


def script(town: Town, account: str) -> str:
    """A bot in JavaScript; its version's id."""
    upload = open_upload("main.mjs", languages()["javascript"].starter.encode())
    version_id = town.versions(town.bot("script", account))[0]
    with town.store.session() as session:
        version = session.get_one(Version, version_id)
        version.language = upload.program.language
        version.program = upload.program.model_dump(mode="json")
        version.program_hash = versions.put_blob(session, upload.archive)
    return version_id


def challenge(town: Town, *seats: str) -> str:
    with town.store.session() as session:
        order = sets.SetOrder(
            kind=MatchKind.CHALLENGE,
            game=town.game,
            settings={"size": 6},
            versions=[session.get_one(Version, one) for one in seats],
            seed="seed",
        )
        return sets.create_match(session, order, now()).id


def house(session: Session, name: str) -> str:
    query = select(Version.id).join(Bot, Bot.id == Version.bot_id)
    return session.scalars(query.where(Bot.name == name, Bot.game == GAME)).one()


def until(town: Town, what: Callable[[], bool], why: str) -> None:
    """Let scheduler and recorder work until something holds."""

    def goes_on() -> bool:
        town.scheduler.tick(now())
        town.record()
        return what()

    wait_until(goes_on, 60, why)


@pytest.mark.skipif(os.geteuid() != 0, reason="beyond this host: a program is hidden by root alone")
def test_who_lacks_a_language_is_not_asked_and_not_blamed(town: Town, hire: Hire) -> None:
    mine = script(town, town.person("ada"))
    with town.store.reading() as session:
        random, greedy = house(session, "random"), house(session, "greedy")
    match_id, other = challenge(town, mine, random), challenge(town, greedy, random)

    def over(one: str) -> Callable[[], bool]:
        return lambda: town.read(Match, one).status is MatchStatus.FINISHED

    hire("snake", hidden=str(NODE.resolve()))
    until(town, over(other), "the one without Node plays what it can")
    waiting: Any = town.read(Match, match_id)
    assert (waiting.status, waiting.attempts) == (MatchStatus.QUEUED, 0)
    assert waiting.sentence == "No worker at present has JavaScript (Node). It waits."
    hire("smith")
    until(town, over(match_id), "the other one plays it")
    (attempt,) = town.attempts(match_id)
    assert (attempt.number, attempt.worker) == (1, "smith")
    with town.store.reading() as session:
        told = {one.name: one for one in every(session)}
    assert "javascript" not in told["snake"].plays
    assert PYTHON in told["snake"].plays
    assert "javascript" in told["smith"].plays
    assert {one.state for one in told.values()} <= {WorkerState.IDLE, WorkerState.WORKING}
