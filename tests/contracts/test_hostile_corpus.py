"""Every program of the hostile corpus, in every kind of cage that this host has."""

import os
import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from hostile_arena.arena import Arena, open_arena
from hostile_arena.ordinary import OrdinaryArena
from hostile_arena.trick import MODES, Trick, tricks

from scuffle_sandbox.bubblewrap import Bubblewrap

FAMILIES = {"resources", "output", "protocol", "life", "reach", "channels"}


@pytest.fixture(scope="session")
def in_bubblewrap() -> Iterator[Arena]:
    sandbox = Bubblewrap()
    if os.geteuid() != 0 and sandbox.check().ladder_layer != "cgroup":
        pytest.skip("beyond this host: no control group that this user may use")
    with open_arena(sandbox) as arena:
        yield arena


@pytest.fixture(scope="session")
def in_no_cgroup() -> Iterator[Arena]:
    with open_arena(Bubblewrap(lambda: None)) as arena:
        yield arena


@pytest.fixture(scope="session")
def in_ordinary() -> Iterator[OrdinaryArena]:
    with closing(OrdinaryArena()) as arena:
        yield arena


@pytest.fixture(scope="session")
def in_docker(bot_images: None, docker_engine: Any) -> Iterator[Arena]:
    from scuffle_sandbox.docker import Docker

    with closing(Docker()) as sandbox, open_arena(sandbox, docker_engine) as arena:
        yield arena


GAMES = [
    pytest.param(mode, trick, id=f"{mode}-{trick.name}")
    for mode in MODES
    for trick in tricks()
    if mode in trick.modes
]


@pytest.mark.parametrize(("mode", "trick"), GAMES)
def test_a_hostile_program_gets_its_verdict_and_nothing_else(
    request: pytest.FixtureRequest, mode: str, trick: Trick
) -> None:
    if trick.missing:
        pytest.skip(f"beyond this host: {trick.missing}")
    played = request.getfixturevalue(f"in_{mode.replace('-', '_')}").play(trick)
    assert played.harm == [], played.words
    assert set(played.verdicts) <= set(trick.verdicts(mode)), played.words
    for sentence in played.sentences if trick.sentence else ():
        assert trick.sentence.fullmatch(sentence), sentence
    for saying in trick.sayings(mode):
        assert re.search(saying, played.words), f"wanted {saying!r} in:\n{played.words}"


def test_every_family_has_its_programs() -> None:
    found = tricks()
    assert {trick.path.parent.name for trick in found} == FAMILIES
    assert len(found) >= 80


@pytest.mark.parametrize("trick", tricks(), ids=lambda trick: trick.name)
def test_a_programs_first_line_says_what_is_expected(trick: Trick) -> None:
    assert re.match(r"(#|//) expect: ", trick.source)
    assert set(trick.modes) <= set(MODES)
