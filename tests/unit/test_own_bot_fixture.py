"""The fixture that is shipped for the tests of one's own bot."""

import pytest

pytest_plugins = ["scuffle.testing.own_bot"]


def first(state):
    return state["legal_actions"][0]


def last(state):
    return state["legal_actions"][-1]


def broken(state):
    raise ValueError("no idea")


def test_a_set_seats_the_bot_everywhere(play_set):
    replays = play_set("virus-war", last, first, settings={"size": 6})
    assert [replay.players[seat].name for seat, replay in enumerate(replays)] == ["last", "last"]
    assert all(replay.outcome["reason"] != "forfeit" for replay in replays)


def test_the_others_may_fail(play_set):
    for replay in play_set("virus-war", last, broken, settings={"size": 6}):
        assert replay.outcome["reason"] == "forfeit"


def test_a_fault_of_the_bot_fails_the_test_in_a_sentence(play_set):
    with pytest.raises(pytest.fail.Exception, match=r"on seat 0: crash: .*no idea"):
        play_set("virus-war", broken, first)
