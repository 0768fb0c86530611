"""Lost matches of the site at home: downloaded, and asked again."""

import json

import pytest

from scuffle import play

FIRST = "def get_action(state, api):\n    return state['legal_actions'][0]\n"


def first(state, api):
    return state["legal_actions"][0]


def any_of_them(state, api):
    return api.random.choice(state["legal_actions"])


@pytest.fixture(scope="module")
def fog_replay():
    """A match that seat 1 lost."""
    replay = play("virus-war-fog", [any_of_them, first], seed="2", settings={"size": 6})
    assert replay.outcome["places"] == [1, 2]
    return replay


@pytest.fixture
def lost(anna, ben, played, fog_replay):
    """A match in which one of anna's bots came last; its id and its seat."""
    seat = fog_replay.outcome["places"].index(2)
    mine, other = anna.bot("one", "virus-war-fog"), ben.bot("two", "virus-war-fog")
    return played(*((mine, other) if seat == 0 else (other, mine))), seat


def test_matches_are_saved_with_ones_own_logs(scuffle, anna, lost, tmp_path):
    match, seat = lost
    words = ("matches", "--bot", "one", "--outcome", "loss", "--download", "losses", "--json")
    (row,) = json.loads(scuffle(*words, SCUFFLE_TOKEN=anna.token))["items"]
    assert row["id"] == match
    saved = {file.name: file for file in (tmp_path / "losses").iterdir()}
    assert saved.keys() == {f"{match}.json", f"{match}.{seat}.log"}
    log = json.loads(saved[f"{match}.{seat}.log"].read_text())
    assert log["stderr"] == f"log of seat {seat}\u2028"
    assert "equal" in scuffle("replay", "verify", f"losses/{match}.json")
    saved[f"{match}.json"].write_text("mine now")
    scuffle(*words, SCUFFLE_TOKEN=anna.token)
    assert saved[f"{match}.json"].read_text() == "mine now"


def test_the_log_of_a_second_own_seat_is_fetched_too(scuffle, anna, played, tmp_path):
    bot = anna.bot("one", "virus-war-fog")
    match = played(bot, bot)
    kept = tmp_path / "losses" / f"{match}.0.log"
    kept.parent.mkdir()
    kept.write_text("mine")
    scuffle("matches", "--bot", "one", "--download", "losses", SCUFFLE_TOKEN=anna.token)
    assert kept.read_text() == "mine"
    assert "log of seat 1" in kept.with_name(f"{match}.1.log").read_text()


def test_the_loss_lab_asks_what_was_asked_then(scuffle, anna, lost, tmp_path, address):
    match, seat = lost
    (tmp_path / "one.py").write_text(FIRST)
    (tmp_path / "two.py").write_text(FIRST.replace("[0]", "[-1]"))
    same = scuffle("regress", "one.py", SCUFFLE_TOKEN=anna.token)
    assert same.startswith("1 lost matches, ")
    assert ": 0 answered otherwise, in 0 matches" in same
    words = ("regress", "two.py", "--bot", "one", "--losses", "5")
    told = scuffle(*words, SCUFFLE_TOKEN=anna.token)
    assert told.startswith(f"{match} (lost to ")
    assert f"{address}/matches/{match}#step=" in told
    found = json.loads(scuffle(*words, "--json", SCUFFLE_TOKEN=anna.token))
    assert (found["matches"], found["differ"][0]["seat"]) == (1, seat)
    scuffle("matches", "--bot", "one", "--download", "losses")
    name = json.loads((tmp_path / "losses" / f"{match}.json").read_text())["players"][seat]["name"]
    at_home = json.loads(scuffle("regress", "two.py", "losses", "--bot", name, "--json"))
    asked = [[one["request"] for one in lab["differ"]] for lab in (at_home, found)]
    assert asked[0] == asked[1]


def test_a_bot_without_losses_is_told_so(scuffle, anna):
    anna.bot("one")
    words = ("regress", "my_bot.py", "--bot", "one")
    assert "no lost match of 'one'" in scuffle(*words, code=1, SCUFFLE_TOKEN=anna.token)
    assert "scuffle login" in scuffle("regress", "my_bot.py", code=5)


def test_of_a_bot_that_met_itself_the_seat_that_lost_is_asked(scuffle, anna, played, tmp_path):
    bot = anna.bot("one", "virus-war-fog")
    match = played(bot, bot)
    (tmp_path / "two.py").write_text(FIRST.replace("[0]", "[-1]"))
    words = ("regress", "two.py", "--bot", "one", "--json")
    found = json.loads(scuffle(*words, SCUFFLE_TOKEN=anna.token))
    assert {(one["match"], one["seat"]) for one in found["differ"]} == {(match, 1)}
