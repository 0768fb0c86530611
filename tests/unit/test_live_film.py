"""A match as it is being played: the frames of the replay, one step at a time."""

import pytest

from scuffle import play
from scuffle.film import film, perspective_frames
from scuffle.jobs import FailedSeat
from scuffle.live_film import LiveFilm
from scuffle.refold import Unfoldable


def kills_and_tags(state, api):
    if state["turn"] == 3:
        api.tag("turn three")
    kills = [action for action in state["legal_actions"] if action["action"] == "kill"]
    return api.random.choice(kills or state["legal_actions"])


@pytest.fixture(scope="module", params=["virus-war-fog", "virus-roll-write"])
def replay(request):
    return play(request.param, [kills_and_tags if "war" in request.param else "random"] * 2, seed=4)


def live_film(replay, perspective):
    names = [player.name for player in replay.players]
    return LiveFilm(replay.game, replay.settings, names, perspective)


@pytest.mark.parametrize("perspective", ["all", "0", "1"])
def test_its_frames_are_those_of_the_replay(replay, perspective):
    live = live_film(replay, perspective)
    frames = [live.start, *(live.take(step)["frame"] for step in replay.steps)]
    assert frames == perspective_frames(replay, perspective)


def test_its_marks_and_steps_are_those_of_the_film(replay):
    live, told = live_film(replay, "1"), film(replay)
    taken = [live.take(step) for step in replay.steps]
    assert [each["taken"] for each in taken] == told["steps"]
    marks = [mark for each in taken for mark in each["marks"]]
    assert marks == [mark for mark in told["marks"] if mark["kind"] != "end"]
    assert marks or "war" not in replay.game


def test_who_failed_is_marked_with_the_next_step():
    def fails_late(state, api):
        if state["round"] == 2:
            raise KeyError("plan")
        return state["legal_actions"][0]

    replay = play("virus-roll-write", ["random", fails_late, "random"], seed=4)
    step = replay.verdicts[1].step
    failed = FailedSeat(player=1, verdict="crash", step=step)
    live = live_film(replay, "all")
    taken = [
        live.take(each, [failed] if number == step else [])
        for number, each in enumerate(replay.steps)
    ]
    faults = [mark for mark in film(replay)["marks"] if mark["kind"] == "fault"]
    assert taken[step]["marks"][:1] == faults
    assert [number for number, each in enumerate(taken) if each["failed"]] == [step]
    for wrong in ({"player": 3}, {"step": 1}):
        early = live_film(replay, "all")
        with pytest.raises(Unfoldable):
            early.take(replay.steps[0], [failed.model_copy(update={"step": 0, **wrong})])


def test_what_the_rules_do_not_allow_ends_it(replay):
    live = live_film(replay, "all")
    live.take(replay.steps[0])
    with pytest.raises(Unfoldable):
        live.take(replay.steps[-1].model_copy(update={"player": 7}))


def test_dice_are_dice_also_after_the_last_seat_failed():
    """A withheld seed and a failed seat: chance was once held to the failed seat's first entry."""

    def fails_late(state, api):
        if state["round"] == 2:
            raise KeyError("plan")
        return state["legal_actions"][0]

    replay = play("virus-roll-write", ["random", "random", fails_late], seed=4)
    withheld = replay.model_copy(update={"seed": ""})
    assert len(perspective_frames(withheld, "all")) == len(replay.steps) + 1
