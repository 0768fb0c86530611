"""What the typed views offer to bots: regions, reach, looks ahead under fog, the dice table."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scuffle import Bot, play, registry
from scuffle.contract import CHANCE
from scuffle.games.virus_roll_write.kit import View as RollWrite
from scuffle.games.virus_war.kit import View as VirusWar
from scuffle.games.virus_war_fog.kit import HIDDEN
from scuffle.games.virus_war_fog.kit import View as Fog
from scuffle.games.virus_war_steps.kit import View as Steps
from scuffle.launch import sdk_folder
from scuffle.testing import playthrough

KITS = ["virus_roll_write", "virus_war", "virus_war_fog", "virus_war_steps"]
SIGNS = {".": -1, "?": -2, "x": 0, "o": 1, "X": 2, "O": 3}
"""Boards drawn in text: live marks are small, zombies capital letters of their owner."""


def settings(game_id: str, **chosen: Any) -> dict[str, Any]:
    made: dict[str, Any] = registry.make(game_id, chosen).settings.model_dump(mode="json")
    return made


def drawn(kind: Any, *rows: str, left: int = 3, legal: Any = (), **chosen: Any) -> Any:
    state = {
        "player_turn_idx": 0,
        "player_idx": 0,
        "turn": 5,
        "actions_left": left,
        "rows": len(rows),
        "cols": len(rows[0]),
        "board": [[SIGNS[sign] for sign in row] for row in rows],
        "legal_actions": list(legal),
    }
    return kind(state, settings(kind.game, **chosen))


def grow(row: int, col: int) -> dict[str, Any]:
    return {"action": "grow", "params": {"row": row, "col": col}}


def test_a_zombie_conducts_only_from_a_live_mark():
    lone = drawn(VirusWar, "......", "......", "......", "...X..", "......", "......")
    assert lone.region() == set()
    assert lone.available() == set()
    chain = drawn(VirusWar, "......", ".x....", "..X...", "...X..", "......", ".....o")
    assert chain.region() == {(1, 1), (2, 2), (3, 3)}
    assert (4, 4) in chain.available()
    assert chain.available(1) == {(4, 4), (4, 5), (5, 4)}


def test_before_the_first_mark_the_own_edge_is_available():
    empty = drawn(Steps, *["." * 11] * 11)
    assert empty.available() == {(row, 0) for row in range(11)}
    assert empty.available(1) == {(row, 10) for row in range(11)}


@pytest.mark.parametrize("kind", [VirusWar, Fog, Steps], ids=lambda kind: kind.game)
def test_available_is_what_is_legal(kind):
    game = registry.make(kind.game, {})
    told = settings(kind.game)
    for step, moment in enumerate(playthrough(game, 2, "reach")):
        if step % 4 or moment.player is None:
            continue
        legal = list(moment.legal)
        view = kind(game.view(moment.state, moment.player) | {"legal_actions": legal}, told)
        found = {(a["params"]["row"], a["params"]["col"]) for a in view.grows + view.kills}
        assert view.available() == found


def test_under_fog_a_look_ahead_knows_what_it_cannot_know():
    game, told = registry.make("virus-war-fog", {"size": 6}), settings("virus-war-fog", size=6)
    for seed in range(6):
        for moment in playthrough(game, 2, f"fog {seed}"):
            if moment.player is None:
                continue
            seen = game.view(moment.state, moment.player)
            view = Fog(seen | {"legal_actions": list(moment.legal)}, told)
            ahead = view.after(moment.action)
            after = game.apply(moment.state, moment.player, moment.action)
            real = game.view(after, moment.player)
            differ = {
                (row, col)
                for row in range(6)
                for col in range(6)
                if real["board"][row][col] != ahead.board[row][col]
            }
            assert differ == ahead.unknown
            assert all(ahead.board[row][col] == HIDDEN for row, col in ahead.unknown)
            if game.outcome(after) is None:
                assert (ahead.turn, ahead.actions_left) == (real["turn"], real["actions_left"])
                legal = game.legal_actions(after, moment.player)
                missing = [action for action in legal if action not in ahead.legal_actions]
                cells = {(a["params"]["row"], a["params"]["col"]) for a in missing}
                assert cells <= ahead.unknown
                assert [one for one in legal if one not in missing] == ahead.legal_actions
                assert ahead.outcome is None
            elif ahead.outcome is not None:
                assert ahead.outcome == game.outcome(after)


def test_under_fog_being_stuck_is_the_one_end_that_is_sure():
    rows = ["x.OO??", "XOOO??", "OOO???", *["??????"] * 3]
    stuck = drawn(Fog, *rows, legal=[grow(0, 1)], size=6).after(grow(0, 1))
    assert (stuck.outcome.reason, stuck.outcome.places) == ("stuck", (2, 1))
    assert (stuck.player_turn_idx, stuck.actions_left, stuck.legal_actions) == (-1, 0, [])
    kill = {"action": "kill", "params": {"row": 0, "col": 1}}
    rows[0] = "xoOO??"
    assert drawn(Fog, *rows, legal=[kill], size=6).after(kill).outcome is None


def test_looks_ahead_under_fog_add_up_and_end_with_the_turn():
    rows = ["x.????", "..????", *["??????"] * 4]
    view = drawn(Fog, *rows, left=2, legal=[grow(1, 1)], size=6)
    first = view.after(grow(1, 1))
    assert first.unknown == {(0, 2), (1, 2), (2, 0), (2, 1), (2, 2)}
    assert first.legal_actions == [grow(0, 1), grow(1, 0)]
    second = first.after(grow(0, 1))
    assert second.unknown == first.unknown
    assert (second.player_turn_idx, second.turn, second.legal_actions) == (1, 6, [])
    with pytest.raises(ValueError, match="not one of legal_actions"):
        second.after(grow(1, 0))
    assert view.board == [[SIGNS[sign] for sign in row] for row in rows]


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_box_of_an_action_is_the_one_that_is_crossed_off(num_players):
    game = registry.make("virus-roll-write", {"lab_cards": "draw"})
    told = settings("virus-roll-write", lab_cards="draw")
    for moment in playthrough(game, num_players, "boxes"):
        if moment.player in (None, CHANCE):
            continue
        seen = game.view(moment.state, moment.player)
        view = RollWrite(seen | {"legal_actions": list(moment.legal)}, told)
        after = view.after(moment.action)
        own = [event for event in after.events if event["player"] == view.me]
        boxes = [event for event in own if event["event"] in ("box", "laboratory")]
        assert view.box(moment.action) == (boxes[0]["box"] if boxes else None)
        if boxes and boxes[0]["event"] == "box":
            lines = [event["bonus"] for event in own if event["event"] == "line"]
            disease = boxes[0]["disease"]
            assert view.bonuses(disease, boxes[0]["box"]) == lines
            assert boxes[0]["box"] in view.free_boxes(disease)
        assert (
            view.wildcards()
            == view.sheet["wildcards"]["circled"] - (view.sheet["wildcards"]["used"])
        )


def test_contamination_of_the_round_is_what_the_tube_gets():
    game = registry.make("virus-roll-write", {})
    told = settings("virus-roll-write")
    for moment in playthrough(game, 2, "tube"):
        if moment.player in (None, CHANCE):
            continue
        view = RollWrite(
            game.view(moment.state, moment.player) | {"legal_actions": list(moment.legal)}, told
        )
        after = view.after(moment.action)
        written = [event for event in after.events if event["event"] == "virus"]
        cured = {disease for own in view.sheets for disease in own["cures"]}
        assert set(view.open_diseases()) == {0, 1, 2, 3} - cured
        if written and moment.action["params"].get("target") == "contaminated":
            mine = written[view.me]["value"]
            assert mine == view.contaminated() + moment.action["params"]["value"]


class First(Bot[VirusWar]):
    def setup(self, api):
        self.asked = 0

    def get_action(self, state, api):
        self.asked += 1
        assert isinstance(state, VirusWar)
        assert state.settings == api.settings
        api.log(f"request {self.asked}")
        return state.legal_actions[-1]


class Plain(Bot):
    def get_action(self, state, api):
        return state["legal_actions"][-1]


def test_a_class_is_a_bot_as_its_file_would_be():
    first, again = (play("virus-war", [First, Plain], settings={"size": 6}) for _ in "ab")
    assert [player.name for player in first.players] == ["First", "Plain"]
    assert [verdict.verdict for verdict in first.verdicts] == ["ok", "ok"]
    assert [step.action for step in first.steps] == [step.action for step in again.steps]


BOT = """
import sys
import scuffle.shims.player
before = set(sys.modules)
from scuffle import Bot, run
from scuffle.games.{kit}.kit import View

class Mine(Bot[View]):
    def get_action(self, view, api):
        loaded = set(sys.modules) - before
        action = view.legal_actions[0]
        view.after(action)
        third = [name for name, module in list(sys.modules.items())
                 if "site-packages" in str(getattr(module, "__file__", ""))]
        return {{"loaded": sorted(loaded), "third": third, "view": type(view).__name__}}

if __name__ == "__main__":
    run(Mine)
"""


@pytest.mark.parametrize("folder", KITS)
def test_a_typed_bot_loads_few_modules_and_none_of_others(folder: str, tmp_path: Path) -> None:
    """Counts what is loaded, as a cage starts it; a slow import would show as many modules."""
    bot = tmp_path / "main.py"
    bot.write_text(BOT.format(kit=folder))
    game = registry.make(folder.replace("_", "-"), {})
    moment = next(m for m in playthrough(game, 2, "loaded") if m.player == 0)
    state = game.view(moment.state, 0) | {"legal_actions": list(moment.legal)}
    start = {
        "type": "start",
        "settings": game.settings.model_dump(mode="json"),
        "limits": {"bank_ms": 1000},
        "player_seed": "00",
    }
    act = {"type": "act", "request": 1, "state": state, "time": {"bank_ms": 900}}
    shim = sdk_folder() / "scuffle" / "shims" / "python_program.py"
    done = subprocess.run(
        [sys.executable, "-s", "-S", "-P", "-u", str(shim), str(bot)],
        input=f"{json.dumps(start)}\n{json.dumps(act)}\n",
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout.splitlines()[1])
    assert answer["third"] == []
    assert answer["view"] == "View"
    others = {name for name in answer["loaded"] if not name.startswith("scuffle")}
    assert others == set()
    assert len(answer["loaded"]) <= 12
