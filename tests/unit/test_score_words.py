"""A share of points as people read it: what was scored, and where the true share lies."""

import pytest

from scuffle_platform.web.words import score_words


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ((0, 0, 2), "0 % (0–66)"),
        ((0, 0, 1), "0 % (0–79)"),
        ((3, 0, 0), "100 % (44–100)"),
        ((1, 2, 1), "50 % (15–85)"),
        ((0, 0, 0), "–"),
    ],
)
def test_a_share_is_the_one_that_was_scored(record: tuple[int, int, int], words: str) -> None:
    assert score_words(*record) == words
