"""What a process that plays boards takes: what its cages can play, and house bots always."""

from pathlib import Path
from threading import Event

import pytest
from redis import Redis

from scuffle.cage import Layer, Report
from scuffle.door import open_upload
from scuffle.hand import HandJob
from scuffle.jobs import Program
from scuffle.limits import Limits
from scuffle.registry import house_bots
from scuffle_sandbox.hand_cages import Cages
from scuffle_sandbox.hand_match import HandDesk
from scuffle_sandbox.programs import Programs

GAME = "virus-war"


@pytest.fixture
def desk(tmp_path: Path) -> HandDesk:
    away = Redis(port=1)
    return HandDesk("boards", away, away, Programs(tmp_path, away), Cages("auto"), Event())


def job(*programs: Program, game: str = GAME) -> HandJob:
    return HandJob(
        match_id="m1", attempt=1, token="t", game=game, settings={}, until=0.0, seed="1",
        num_players=len(programs) + 1, programs=(None, *programs), limits=Limits(),
    )  # fmt: skip


def bot(language: str) -> Program:
    return Program(hash="0" * 64, language=language, kind="function", entry="bot")


def found(*languages: str, usable: bool = True, binaries: bool = False) -> Report:
    return Report("bubblewrap", usable, {"cpu": Layer.RLIMIT}, languages, binaries=binaries)


RANDOM = house_bots(GAME)["random"]
HOUSE = open_upload(RANDOM.name, RANDOM.read_bytes()).program


def test_without_a_cage_it_plays_house_bots_alone(desk: HandDesk) -> None:
    desk.cages.report = found("python", usable=False)
    assert desk.cages.plays == ()
    assert desk.can_play(job(HOUSE))
    assert not desk.can_play(job(HOUSE, bot("python")))


def test_it_plays_what_its_cages_can(desk: HandDesk) -> None:
    desk.cages.report = found("python", binaries=True)
    assert desk.can_play(job(bot("python"), bot("rust")))
    assert not desk.can_play(job(bot("python"), bot("java")))


def test_what_no_rules_are_here_for_is_taken_and_says_so(desk: HandDesk) -> None:
    assert desk.can_play(job(bot("python"), game="chess"))


def test_a_backend_that_is_not_there_is_told_with_its_reason() -> None:
    cages, stop = Cages("cloud"), Event()
    stop.set()
    cages.watch(0, stop)
    assert cages.looked.is_set()
    assert (cages.plays, "'cloud' is not installed" in cages.report.notes[0]) == ((), True)
