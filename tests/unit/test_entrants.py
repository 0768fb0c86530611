"""Who may play a local match, by the name a person gives."""

import pytest

from scuffle import play
from scuffle.entrants import NoSuchBot, Stable
from scuffle.local_sandbox import LocalSandbox


@pytest.mark.parametrize("name", ["", "  "])
def test_an_empty_name_is_no_bot(name: str) -> None:
    with (
        Stable("virus-war", LocalSandbox()) as stable,
        pytest.raises(NoSuchBot, match="empty name"),
    ):
        stable.entrants([name])


@pytest.mark.parametrize("seed", ["", "x" * 129])
def test_a_seed_that_no_replay_holds_is_told_before_the_match(seed: str) -> None:
    with pytest.raises(ValueError, match="wanted 1 to 128"):
        play("virus-war", ["random", "greedy"], seed=seed)
