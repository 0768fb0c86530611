"""Programs that harm nobody, without a cage: the verdict and the sentence that every cage gives."""

import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from hostile_arena.canaries import Canaries
from hostile_arena.trick import Trick, tricks
from hostile_arena.uncaged import UncagedArena

from scuffle.cage import Launch
from scuffle.limits import Limits
from scuffle.local_sandbox import LocalSandbox
from scuffle.seat import BotFault, Budget
from scuffle.session_seat import SessionSeat

UNCAGED = [trick for trick in tricks() if trick.uncaged]


@pytest.fixture(scope="session")
def in_the_open() -> Iterator[UncagedArena]:
    with closing(Canaries()) as canaries:
        yield UncagedArena(canaries)


@pytest.mark.parametrize("trick", UNCAGED, ids=lambda trick: trick.name)
def test_the_local_runner_judges_as_every_cage_does(
    in_the_open: UncagedArena, trick: Trick
) -> None:
    if trick.missing:
        pytest.skip(f"beyond this host: {trick.missing}")
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


BAD_COMMANDS = {
    "nothing": "/bot/nothing is not there, or needs an interpreter that is not (exit code 127)",
    "loader": "/bot/loader is not there, or needs an interpreter that is not (exit code 127)",
    "text": "/bot/text may not be executed (exit code 126)",
}


@pytest.mark.parametrize("name", BAD_COMMANDS)
def test_a_start_command_that_cannot_run_is_told_alike(kennel: Any, name: str) -> None:
    """It comes from the bot's own settings, and from another launcher in each cage."""
    (kennel.folder / "text").write_text("no program")
    (kennel.folder / "loader").write_text("#!/bin/no-such-interpreter")
    (kennel.folder / "loader").chmod(0o755)
    launch = Launch(kennel.folder, (f"{{bot}}/{name}",), "python")
    for sandbox in (kennel.sandbox, LocalSandbox()):
        kennel.sessions.append(sandbox.prepare(launch, Limits(), 0))
        with pytest.raises(BotFault) as raised:
            SessionSeat(kennel.sessions[-1]).ask(b"{}\n", Budget(10**10, 10**10))
        told = raised.value.detail.replace(str(kennel.folder), "/bot")
        assert told == f"The bot could not be started: {BAD_COMMANDS[name]}."
