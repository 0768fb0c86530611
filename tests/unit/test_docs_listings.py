"""The pages on strong bots and on porting: every listing plays, and plays as the page says."""

import re
from pathlib import Path

import pytest

import scuffle_platform.web
from scuffle.door import Refused, open_upload

pytest_plugins = ["scuffle.testing.own_bot"]

DOCS = Path(scuffle_platform.web.__file__).parent / "docs"
STRONG = (DOCS / "strong-bot.md").read_text("utf-8")
PORT = (DOCS / "port-botpot.md").read_text("utf-8")


def listings(page, language="python"):
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def test_the_strong_bot_beats_greedy_from_both_seats(tmp_path, play_set):
    parts = listings(STRONG)
    assert len(parts) == 3
    bot = tmp_path / "strong.py"
    # A turn in a twentieth of the time, so that the test takes seconds.
    bot.write_text("\n\n".join(parts).replace("SHARE = 20", "SHARE = 1000"), encoding="utf-8")
    settings = {"size": 7, "opening_turns": 2}
    replays = play_set("virus-war", str(bot), "greedy", seed=1, settings=settings)
    assert [replay.outcome["places"][seat] for seat, replay in enumerate(replays)] == [1, 1]


@pytest.mark.parametrize("listing", listings(PORT), ids=["fields", "reference data"])
@pytest.mark.parametrize("game", ["virus-war-fog", "virus-war"])
def test_a_ported_bot_plays_a_set_without_a_fault(listing, game, tmp_path, play_set):
    bot = tmp_path / "ported.py"
    bot.write_text(listing, encoding="utf-8")
    play_set(game, str(bot), "random", seed=1, settings={"size": 6})


def test_the_ported_javascript_plays(tmp_path, play_set):
    [listing] = listings(PORT, "javascript")
    bot = tmp_path / "ported.js"
    bot.write_text(listing, encoding="utf-8")
    play_set("virus-war-fog", str(bot), "random", seed=1, settings={"size": 6})


def test_three_parameters_are_told_at_the_door():
    old = b"def get_action(state, ref_data, api):\n    return None\n"
    with pytest.raises(Refused, match=r"state, ref_data, api\)`, wanted"):
        open_upload("bot.py", old)
