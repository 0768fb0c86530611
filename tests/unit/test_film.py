"""Films, frames and the one HTML file."""

import json
import re
from base64 import b64decode

import pytest

from scuffle import play
from scuffle.film import film, notation_of, perspective_frames, perspectives
from scuffle.html import PLAYER, data_url, replay_html
from scuffle.refold import Unfoldable
from scuffle.replay import Replay, ReplayPlayer


def first_kill_or_any(state, api):
    if state["turn"] == 5:
        api.tag("turn five")
    kills = [action for action in state["legal_actions"] if action["action"] == "kill"]
    return api.random.choice(kills or state["legal_actions"])


@pytest.fixture(scope="module")
def fog():
    return play("virus-war-fog", [first_kill_or_any, first_kill_or_any], seed=4)


@pytest.fixture(scope="module")
def open_game():
    return play("virus-war", [first_kill_or_any, first_kill_or_any], seed=4, settings={"size": 6})


def test_only_a_game_that_hides_has_perspectives(fog, open_game):
    assert perspectives(open_game) == ["all"]
    assert perspectives(fog) == ["all", "0", "1"]


@pytest.mark.parametrize("tell", [film, notation_of, replay_html])
@pytest.mark.parametrize("params", [None, {}, {"row": 1e308, "col": 0}, {"row": "x", "col": []}])
def test_what_the_rules_do_not_allow_is_not_put_into_words(open_game, tell, params):
    record = json.loads(open_game.to_bytes())
    record["steps"][1]["action"]["params"] = params
    with pytest.raises(Unfoldable):
        tell(Replay.from_bytes(json.dumps(record).encode()))


def test_every_step_has_a_frame(fog):
    for perspective in ("all", "0", "1"):
        found = perspective_frames(fog, perspective)
        assert [frame["step"] for frame in found] == list(range(len(fog.steps) + 1))
        assert all(frame["sentence"] for frame in found)


def test_moves_out_of_sight_are_not_named(fog):
    """The label and the sentence of a hidden move hold no cell."""
    everyone = perspective_frames(fog, "all")
    hidden = [
        frame
        for frame, step in zip(perspective_frames(fog, "0")[1:], fog.steps, strict=True)
        if step.player == 1 and frame["label"] == "·"
    ]
    assert hidden
    assert not any(re.search(r"\b[a-j]\d", frame["sentence"]) for frame in hidden)
    assert all(frame["label"] != "·" for frame in everyone)


def test_sentences_name_the_players(fog):
    named = fog.model_copy(
        update={"players": (ReplayPlayer(name="Ada"), ReplayPlayer(name="Blaise"))}
    )
    sentences = " ".join(frame["sentence"] for frame in perspective_frames(named, "all"))
    assert "Ada grows on" in sentences
    assert "layer 0" not in sentences


def test_wrong_perspective_is_answered_with_those_there_are(fog):
    with pytest.raises(ValueError, match="found perspective '2', wanted one of all, 0, 1"):
        perspective_frames(fog, "2")


def test_marks_tell_kills_tags_and_the_end(open_game):
    marks = film(open_game)["marks"]
    assert {mark["kind"] for mark in marks} >= {"kill", "tag", "end"}
    assert max(mark["step"] for mark in marks) == len(open_game.steps)


def test_a_fault_is_a_mark():
    def boom(state, api):
        raise RuntimeError("boom")

    found = film(play("virus-war", [first_kill_or_any, boom], seed=1))
    (fault,) = [mark for mark in found["marks"] if mark["kind"] == "fault"]
    assert (fault["player"], fault["text"]) == (1, "boom: crash")


def test_page_holds_everything_and_loads_nothing(fog):
    page = replay_html(fog)
    for address in re.findall(r'(?:src|href)="([^"]*)"', page):
        assert address.startswith("data:"), address
    assert "default-src 'none'" in page


def test_a_name_cannot_break_out_of_the_page(open_game):
    evil = ReplayPlayer(name='</script><img src=x onerror="alert(1)">$style')
    page = replay_html(open_game.model_copy(update={"players": (evil, evil)}))
    assert "<img src=x" not in page
    assert page.count("</script>") == 2


def test_modules_are_inlined_to_the_last():
    address = data_url(PLAYER / "player.js")
    text = b64decode(address.partition(",")[2]).decode()
    assert 'from "./' not in text
    assert text.count("data:text/javascript;base64,") == 4


def test_replay_gives_its_page_and_a_notebook_frame(open_game):
    assert open_game.to_html().startswith("<!doctype html>")
    frame = open_game._repr_html_()
    assert frame.startswith("<iframe srcdoc=")
    assert 'sandbox="allow-scripts"' in frame


def test_film_is_json(fog):
    assert json.loads(json.dumps(film(fog)))["format"] == "scuffle-film/1"
    assert Replay.from_bytes(fog.to_bytes()) == fog
