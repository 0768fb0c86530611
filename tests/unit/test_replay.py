"""Replays: bytes, folding, and the first step that differs."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from counting import add, counting, ones

from scuffle.contract import CHANCE, Verdict
from scuffle.film import film
from scuffle.function_seat import FunctionSeat
from scuffle.jobs import StepRecord, VerdictRecord
from scuffle.limits import Limits
from scuffle.match import MatchRecord, play_match
from scuffle.refold import Unfoldable, refold
from scuffle.registry import make
from scuffle.replay import BadReplay, Replay, ReplayPlayer, verify

SEED = "a seed"


def random_bot(state: dict[str, Any], api: Any) -> Any:
    return api.random.choice(state["legal_actions"])


def some_replay(game_id: str = "virus-war-fog") -> Replay:
    game = make(game_id, {})
    seats = [FunctionSeat(random_bot), FunctionSeat(random_bot)]
    record = play_match(game, 2, seats, SEED, Limits())
    players = [ReplayPlayer(name="ant"), ReplayPlayer(name="bee", version=2, hash="ab" * 32)]
    return Replay.of(game, record, SEED, Limits(), players)


@pytest.fixture(scope="module")
def replay() -> Replay:
    return some_replay()


def with_steps(replay: Replay, steps: list[StepRecord]) -> Replay:
    return Replay.model_validate(replay.model_dump() | {"steps": steps})


def test_a_replay_of_a_match_verifies(replay: Replay) -> None:
    assert verify(replay) is None
    assert replay.refold().outcome is not None


def test_bytes_are_canonical(replay: Replay, tmp_path: Path) -> None:
    data = replay.to_bytes()
    assert data == Replay.from_bytes(data).to_bytes()
    shuffled = json.dumps(dict(reversed(json.loads(data).items())), indent=2).encode()
    assert Replay.from_bytes(shuffled).to_bytes() == data
    replay.dump(tmp_path / "new folder" / "r.json")
    assert Replay.load(tmp_path / "new folder" / "r.json") == replay
    (tmp_path / "r.json.gz").write_bytes(gzip.compress(data))
    assert Replay.load(tmp_path / "r.json.gz") == replay
    (tmp_path / "r.json.gz").write_bytes(gzip.compress(data)[:-9])
    with pytest.raises(BadReplay, match="not a whole gzip file"):
        Replay.load(tmp_path / "r.json.gz")


def test_a_replay_holds_no_private_detail(replay: Replay) -> None:
    keys = set(json.loads(replay.to_bytes()))
    assert keys == {
        *("format", "game", "settings", "seed", "players", "limits"),
        *("steps", "verdicts", "outcome", "rules_hash", "engine"),
    }
    assert set(json.loads(replay.to_bytes())["steps"][0]) == {
        *("player", "action", "cpu_ms", "wall_ms"),
    }


def test_a_verdict_without_a_step_has_none() -> None:
    written = json.loads(some_replay().to_bytes())
    assert written["verdicts"] == [{"verdict": "ok"}, {"verdict": "ok"}]
    assert all("step" not in one for one in film(some_replay())["verdicts"])
    assert "step" not in VerdictRecord.model_json_schema()["required"]
    assert VerdictRecord.model_json_schema()["properties"]["step"]["type"] == "integer"


def test_an_older_file_is_read_and_verified(replay: Replay) -> None:
    written = json.loads(replay.to_bytes())
    written["verdicts"] = [{"verdict": "ok", "step": None}] * 2
    written["players"][1]["version"] = "2"
    old = Replay.from_bytes(json.dumps(written).encode())
    assert verify(old) is None
    assert old == replay
    assert json.loads(old.to_bytes())["players"][1]["version"] == 2


def test_the_first_changed_step_is_named(replay: Replay) -> None:
    steps = list(replay.steps)
    steps[7] = steps[7].model_copy(update={"player": 1 - steps[7].player})
    found = verify(with_steps(replay, steps))
    assert found is not None
    assert found.step == 7
    assert "turn" in found.sentence


def test_an_illegal_step_is_named(replay: Replay) -> None:
    steps = list(replay.steps)
    steps[3] = steps[3].model_copy(update={"action": steps[0].action})
    found = verify(with_steps(replay, steps))
    assert found is not None
    assert (found.step, "not legal" in found.sentence) == (3, True)


def test_a_cut_replay_is_not_over(replay: Replay) -> None:
    found = verify(with_steps(replay, list(replay.steps[:-1])))
    assert found is not None
    assert found.step == len(replay.steps) - 1
    assert "not over" in found.sentence


def test_a_forged_outcome_is_named(replay: Replay) -> None:
    forged = replay.model_copy(update={"outcome": {"places": [1, 1], "scores": [], "reason": "x"}})
    found = verify(forged)
    assert found is not None
    assert "outcome" in found.sentence


def test_other_rules_are_named(replay: Replay) -> None:
    found = verify(replay.model_copy(update={"rules_hash": "0" * 16}))
    assert found is not None
    assert "rules 0000000000000000" in str(found)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not JSON"),
        (b"\x89PNG", "not JSON"),
        (b"[]", "wanted"),
        (b"{}", "scuffle-replay/1"),
        (b'{"format":"scuffle-replay/2"}', "scuffle-replay/1"),
        (b'{"format":"scuffle-replay/1"}', "damaged at game"),
        (b"[" * 100_000, "not JSON"),
    ],
)
def test_other_files_are_refused_with_a_sentence(data: bytes, words: str) -> None:
    with pytest.raises(BadReplay, match="replay") as refused:
        Replay.from_bytes(data)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("verdicts", [{"verdict": "ok"}], "damaged at verdicts: Value error, found 1 verdicts"),
        ("outcome", {"places": [1, 2], "scores": [1, 0]}, "damaged at outcome"),
        ("outcome", {"places": [1], "scores": [1, 0], "reason": "stuck"}, "wanted 2 places"),
        ("outcome", {"places": 1, "scores": ["a", 0], "reason": "stuck"}, "wanted 2 places"),
    ],
)
def test_a_doctored_replay_is_damaged(replay: Replay, key: str, value: object, words: str) -> None:
    doctored = json.dumps(json.loads(replay.to_bytes()) | {key: value}).encode()
    with pytest.raises(BadReplay) as refused:
        Replay.from_bytes(doctored)
    assert words in str(refused.value)


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(BadReplay, match="more than 64 MB"):
        Replay.load("/dev/zero")


def test_frames_are_what_each_player_saw(replay: Replay) -> None:
    everything = list(replay.frames())
    own = list(replay.frames(0))
    assert len(everything) == len(own) == len(replay.steps) + 1
    assert [number for number, _ in own] == list(range(len(own)))
    assert everything[0][1]["player_idx"] is None
    assert own[0][1]["player_idx"] == 0
    hidden = sum(cell == -2 for row in own[0][1]["board"] for cell in row)
    assert hidden == 96
    assert all(cell != -2 for row in everything[0][1]["board"] for cell in row)


def played(*plans: int, target: int = 90) -> MatchRecord:
    """A match of the counting game in which seat i fails at its ``plans[i]``-th request."""

    def bot(last: int) -> Any:
        asked: list[int] = []

        def function(state: dict[str, Any]) -> Any:
            asked.append(1)
            return None if len(asked) == last else ones(state)

        return FunctionSeat(function)

    return play_match(counting(target), len(plans), [bot(plan) for plan in plans], SEED, Limits())


def fold_again(record: MatchRecord, **changed: Any) -> Any:
    steps = changed.get("steps", record.steps)
    verdicts = changed.get("verdicts", record.verdicts)
    return refold(counting(90), len(record.seats), SEED, steps, verdicts)


@pytest.mark.parametrize("plans", [(0, 0), (3, 0), (0, 3, 0), (2, 2, 3, 0), (1, 0, 1)])
def test_matches_with_failures_fold(plans: tuple[int, ...]) -> None:
    record = played(*plans)
    again = fold_again(record)
    assert again.outcome == record.outcome
    assert len(again.states) == len(record.steps) + 1


def verdict(step: int | None) -> VerdictRecord:
    return VerdictRecord(verdict=Verdict.OK if step is None else Verdict.CRASH, step=step)


def forged(number: object) -> StepRecord:
    return StepRecord(player=0, action={"action": "add", "params": {"number": number}})


def test_a_report_that_does_not_fold_is_refused() -> None:
    record = played(0, 3, 0)
    step = StepRecord(player=0, action=add(2))
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"verdicts": record.verdicts[:2]}, "2 verdicts, wanted 3"),
        ({"verdicts": [verdict(None), verdict(7), verdict(None)]}, "when it was not asked"),
        ({"verdicts": [verdict(None), verdict(999), verdict(None)]}, "when it was not asked"),
        ({"verdicts": [verdict(0), verdict(8), verdict(None)]}, "had stopped"),
        ({"steps": (*record.steps, step)}, "over"),
        ({"steps": record.steps[:-1]}, "not over"),
        ({"steps": record.steps[1:]}, "it is player -1's turn"),
        ({"steps": (StepRecord(player=CHANCE, action=add(9)), *record.steps[1:])}, "chance played"),
        ({"steps": (*record.steps[:8], step.model_copy(update={"player": 1}))}, "player 1 played"),
        ({"steps": (record.steps[0], forged(True), *record.steps[2:])}, "is not legal"),
        ({"steps": (record.steps[0], forged(1.0), *record.steps[2:])}, "is not legal"),
        (
            {"verdicts": [VerdictRecord(verdict=Verdict.OK, step=3), *record.verdicts[1:]]},
            "ok with step 3",
        ),
        (
            {"verdicts": [VerdictRecord(verdict=Verdict.CRASH), *record.verdicts[1:]]},
            "crash with step None",
        ),
    ]
    for changed, words in wrong:
        with pytest.raises(Unfoldable) as refused:
            fold_again(record, **changed)
        assert words in str(refused.value), changed


def test_a_withheld_seed_still_shows_frames(replay: Replay) -> None:
    withheld = replay.model_copy(update={"seed": ""})
    assert len(list(withheld.frames())) == len(replay.steps) + 1
