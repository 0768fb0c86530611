"""Typed and trained bots in a real cage, where nothing but the SDK's copy lies beside them."""

import subprocess
import sys
from pathlib import Path

import pytest

from scuffle.entrants import Stable
from scuffle.limits import Limits
from scuffle.playing import play_entrants
from scuffle.registry import make
from scuffle_sandbox.bubblewrap import Bubblewrap

LOOKS_AHEAD = """
from scuffle import Bot, run
from scuffle.games.{folder}.kit import View


class Mine(Bot[View]):
    def setup(self, api):
        self.asked = 0

    def get_action(self, view, api):
        self.asked += 1
        if self.asked == 1:
            api.log(str(view))
            api.log(f"after: {{view.after(view.legal_actions[-1]).legal_actions[:1]}}")
        return view.legal_actions[-1]


run(Mine)
"""


def log_of(game_id: str, bot: Path) -> str:
    """The log of a bot that plays one caged match without a fault."""
    game = make(game_id, {"size": 6} if game_id in ("virus-war", "virus-war-fog") else {})
    with Stable(game_id, Bubblewrap()) as stable:
        played = play_entrants(game, stable.entrants([bot, "random"]), "1", Limits())
    mine = played.record.seats[0]
    assert mine.verdict.verdict == "ok", mine.detail
    return "".join(entry.stderr for entry in mine.log)


@pytest.mark.parametrize(
    "folder", ["virus_war", "virus_war_fog", "virus_war_steps", "virus_roll_write"]
)
def test_a_typed_bot_looks_ahead_in_its_cage(folder: str, tmp_path: Path) -> None:
    bot = tmp_path / "main.py"
    bot.write_text(LOOKS_AHEAD.format(folder=folder))
    assert "after: [" in log_of(folder.replace("_", "-"), bot)


def test_a_trained_bot_finds_its_numbers_in_its_cage(tmp_path: Path) -> None:
    bot = tmp_path / "trained_bot.py"
    subprocess.run([sys.executable, "-m", "scuffle.rl.example", "1", str(bot)], check=True)
    log_of("virus-war", bot)
