"""Practice without a browser: the same module plays in this process."""

import json
from typing import Any

import pytest

from scuffle.practice import Desk

PRINTS = """
print("loading")

def get_action(state, api):
    print("turn", state["turn"])
    api.log("thinking")
    return helper(state, api)

def helper(state, api):
    if state["turn"] > 2:
        return state["nothing"]
    return api.random.choice(state["legal_actions"])
"""
CLASSY = """
from scuffle import Bot, run

class Mine(Bot):
    def setup(self, api):
        print("set up")

    def get_action(self, state, api):
        return state["legal_actions"][-1]

if __name__ == "__main__":
    run(Mine)
"""
ENDS = "def get_action(state, api):\n    raise SystemExit(3)\n"
READS = "import sys\nfor line in sys.stdin:\n    print(line)\n"


def ask(source: str, own: int = 0, game: str = "virus-war", players: int = 2) -> str:
    seats: list[dict[str, str]] = [{"name": "greedy", "house": "greedy"}] * players
    seats[own] = {"name": "mine", "source": source}
    return json.dumps({"game": game, "settings": {}, "seed": 7, "seats": seats})


def play(asked: str) -> tuple[dict[str, Any], list[dict[str, Any]], Desk]:
    desk, told = Desk(), []
    result = json.loads(desk.play(asked, lambda event: told.append(json.loads(event))))
    return result, told, desk


def written(told: list[dict[str, Any]]) -> str:
    return "".join(event["text"] for event in told if event["type"] == "wrote")


def test_a_failing_bot_is_told_what_it_printed_and_the_line() -> None:
    result, told, desk = play(ask(PRINTS))
    assert result["seats"][0] == {
        "verdict": "crash",
        "detail": "The function raised KeyError: 'nothing'.",
    }
    assert result["lines"] == {"0": 11}
    log = written(told)
    assert log.startswith("loading\nturn 1\nthinking\n")
    assert 'File "bot.py", line 7, in get_action\n    return helper(state, api)' in log
    assert "function_seat.py" not in log
    assert len(json.loads(desk.frames("all"))) == len(result["film"]["steps"]) + 1


def test_each_request_is_announced_with_the_time_that_is_left() -> None:
    _, told, _ = play(ask(PRINTS))
    kinds = [event["type"] for event in told if event["type"] in ("asked", "answered")]
    assert kinds[:4] == ["asked", "answered", "asked", "answered"]
    assert kinds[-1] == "asked"
    left_ms = [event["left_ms"] for event in told if event["type"] == "asked"]
    assert left_ms[0] == 10_000
    assert min(left_ms) > 9_000


def test_a_bot_of_a_class_plays_in_any_seat() -> None:
    result, told, _ = play(ask(CLASSY, own=1))
    assert [seat["verdict"] for seat in result["seats"]] == ["ok", "ok"]
    assert written(told) == "set up\n"


def test_three_play_and_each_sees_its_own() -> None:
    source = "def get_action(state, api):\n    return api.random.choice(state['legal_actions'])\n"
    result, _, desk = play(ask(source, own=2, game="virus-roll-write", players=3))
    assert len(result["film"]["outcome"]["places"]) == 3
    assert json.loads(desk.frames(result["film"]["perspectives"][-1]))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (ENDS, "It ended itself with exit code 3"),
        (READS, "it reads its requests itself"),
    ],
)
def test_what_cannot_be_played_says_why(source: str, words: str) -> None:
    result, told, _ = play(ask(source))
    said = result["seats"][0]["detail"] + written(told)
    assert words in said


def test_what_the_door_refuses_is_refused_in_its_words() -> None:
    result, _, _ = play(ask("def get_action(state, api:\n    pass\n"))
    assert result["refused"].startswith("bot.py, line 1: ")


def test_a_match_whose_process_was_ended_keeps_what_was_played() -> None:
    asked = ask("def get_action(state, api):\n    return state['legal_actions'][0]\n")
    _, told, _ = play(asked)
    steps = [event["step"] for event in told if event["type"] == "step"][:9]
    while steps[-1]["player"] == 0:
        steps.pop()
    result = json.loads(Desk().stopped(asked, json.dumps(steps), 0))
    assert [seat["verdict"] for seat in result["seats"]] == ["timeout", "ok"]
    assert result["film"]["outcome"]["places"] == [2, 1]
    assert result["film"]["outcome"]["reason"] == "forfeit"


def test_an_endless_print_is_told_as_far_as_a_log_reaches() -> None:
    loud = "def get_action(state):\n    print('x' * 100_000)\n    return state['legal_actions'][0]"
    _, told, _ = play(ask(loud))
    assert len(written(told)) == 256 * 1024
