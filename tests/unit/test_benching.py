"""When a bot is benched: five failures in a row, or a fifth of its last fifty."""

import pytest

from scuffle_platform.store.benching import verdict_on

OK, FAILED = False, True


@pytest.mark.parametrize(
    ("failures", "why"),
    [
        ([], ""),
        ([FAILED] * 4, ""),
        ([FAILED] * 5, "It failed in its last 5 ladder matches."),
        ([OK, *[FAILED] * 5], ""),
        ([FAILED] * 4 + [OK, FAILED], ""),
        (([FAILED] + [OK] * 4) * 9 + [OK] * 5, ""),
        (([FAILED] + [OK] * 4) * 10, "It failed in 10 of its last 50 ladder matches."),
        ([OK] * 41 + [FAILED, OK] * 20, ""),
    ],
)
def test_both_rules_at_their_edges(failures: list[bool], why: str) -> None:
    """The newest comes first; what is older than fifty matches is forgotten."""
    assert verdict_on(failures) == why
