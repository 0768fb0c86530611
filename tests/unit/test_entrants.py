"""Who may play a local match, by the name a person gives."""

import pytest

from scuffle.entrants import NoSuchBot, Stable
from scuffle.local_sandbox import LocalSandbox


@pytest.mark.parametrize("name", ["", "  "])
def test_an_empty_name_is_no_bot(name: str) -> None:
    with (
        Stable("virus-war", LocalSandbox()) as stable,
        pytest.raises(NoSuchBot, match="empty name"),
    ):
        stable.entrants([name])
