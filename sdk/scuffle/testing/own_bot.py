"""A pytest fixture for the tests of one's own bot.

Put ``pytest_plugins = ["scuffle.testing.own_bot"]`` into ``conftest.py``; then

    def test_my_bot_plays_to_the_end(play_set):
        for replay in play_set("virus-war", "my_bot.py", "greedy", seed=1):
            assert replay.outcome["reason"] != "forfeit"
"""

from collections.abc import Callable
from typing import Any

import pytest

from scuffle.backends import choose
from scuffle.entrants import Bot, Stable
from scuffle.limits import Limits
from scuffle.playing import Played, play_entrants
from scuffle.registry import make
from scuffle.replay import Replay

PlaySet = Callable[..., list[Replay]]


@pytest.fixture
def play_set() -> PlaySet:
    """A function that plays one set: the same seed from every seat, as the ladder does.

    ``play_set(game, bot, *others, seed=1, settings=None)`` returns the replays, ``bot`` on seat 0
    first. It fails the test if ``bot`` failed in one of them, with the sentence that the bot's
    owner would read on the site.
    """
    return _play_set


def _play_set(
    game: str,
    bot: Bot,
    *others: Bot,
    seed: int | str = 1,
    settings: dict[str, Any] | None = None,
) -> list[Replay]:
    made, replays = make(game, settings or {}), []
    with Stable(game, choose("none")) as stable:
        entrants = stable.entrants([bot, *others])
        for seat in range(len(entrants)):
            seated = entrants[-seat:] + entrants[:-seat]
            played = play_entrants(made, seated, str(seed), Limits())
            _check(played, seat)
            replays.append(played.replay)
    return replays


def _check(played: Played, seat: int) -> None:
    report = played.record.seats[seat]
    if report.verdict.verdict != "ok":
        pytest.fail(f"on seat {seat}: {report.verdict.verdict}: {report.detail}", pytrace=False)
