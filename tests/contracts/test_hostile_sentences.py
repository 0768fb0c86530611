"""Programs that harm nobody, without a cage: the verdict and the sentence that every cage gives."""

import re
import shutil
from collections.abc import Iterator
from contextlib import closing

import pytest
from hostile_arena.canaries import Canaries
from hostile_arena.trick import Trick, tricks
from hostile_arena.uncaged import UncagedArena

UNCAGED = [trick for trick in tricks() if trick.uncaged]


@pytest.fixture(scope="session")
def in_the_open() -> Iterator[UncagedArena]:
    with closing(Canaries()) as canaries:
        yield UncagedArena(canaries)


@pytest.mark.parametrize("trick", UNCAGED, ids=lambda trick: trick.name)
def test_the_local_runner_judges_as_every_cage_does(
    in_the_open: UncagedArena, trick: Trick
) -> None:
    if trick.path.suffix == ".mjs" and not shutil.which("node"):
        pytest.skip("beyond this host: no node")
    played = in_the_open.play(trick)
    assert played.harm == [], played.words
    assert set(played.verdicts) <= set(trick.verdicts("none")), played.words
    for sentence in played.sentences:
        assert trick.sentence, sentence
        assert trick.sentence.fullmatch(sentence), sentence
    for saying in trick.sayings("none"):
        assert re.search(saying, played.words), f"wanted {saying!r} in:\n{played.words}"


@pytest.mark.parametrize("trick", UNCAGED, ids=lambda trick: trick.name)
def test_a_failure_has_one_sentence_and_one_verdict(trick: Trick) -> None:
    fails = trick.verdicts("none") != ("ok",)
    assert bool(trick.sentence) == fails
    assert "killpg" not in trick.source, "signals to others belong to the family `reach`"
    assert "kill(-" not in trick.source, "signals to others belong to the family `reach`"
