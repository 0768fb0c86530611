"""Matches played by hand, from the form to the replay, with the real process of the boards."""

import gzip
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hand_table import Hall

from scuffle.entrants import Stable
from scuffle.film import perspective_frames
from scuffle.jobs import steps_key
from scuffle.local_sandbox import LocalSandbox
from scuffle.replay import Replay, verify
from scuffle.rerun import rerun
from scuffle_platform.secrecy import OVER
from scuffle_platform.store import accounts, pauses
from scuffle_platform.store.check import faults
from scuffle_platform.store.models import Match, now
from scuffle_platform.store.models import Replay as ReplayRow

CRASHER = """
def get_action(state, api):
    if state["turn"] > 2:
        raise KeyError("plan")
    return state["legal_actions"][-1]
"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, valkey: str) -> Iterator[Hall]:
    made = Hall.build(tmp_path_factory.mktemp("hall"), valkey)
    made.open_boards()
    yield made
    made.close()


def play_out(hall: Hall, name: str, match_id: str, most: int = 999) -> list[dict[str, Any]]:
    """Play the last entry of every list, and give up after ``most``; every moment that was seen."""
    seen = [hall.my_move(name, match_id)]
    while not seen[-1]["over"]:
        if len(seen) > most:
            hall.send(hall.enter(name), f"/play/{match_id}", f"/play/{match_id}/leave")
            return seen
        fields = {"request": seen[-1]["request"], "move": len(seen[-1]["moves"]) - 1}
        assert hall.move(name, match_id, **fields).status_code == 303
        seen.append(hall.my_move(name, match_id))
    return seen


def recorded(hall: Hall, match_id: str) -> Match:
    found: Match = hall.until(
        lambda: (match := hall.match(match_id)).status == "finished" and match, "it is recorded"
    )
    return found


GAMES = [
    ("virus-war", ["random"], {"set-size": "6"}, 999),
    ("virus-war-fog", ["greedy"], {"set-size": "6"}, 999),
    ("virus-war-steps", ["random"], {}, 6),
    ("virus-roll-write", ["random", "greedy"], {}, 8),
]


@pytest.mark.parametrize(("game", "against", "fields", "most"), GAMES)
def test_every_game_is_played_and_shows_what_the_seat_may_see(
    hall: Hall, game: str, against: list[str], fields: dict[str, str], most: int
) -> None:
    match_id = hall.sit_down("ann", game, *against, seat=1, **fields)
    seen = play_out(hall, "ann", match_id, most)
    match = recorded(hall, match_id)
    assert not match.ranked
    assert match.seats[1].verdict == ("ok" if seen[-1]["over"] else "left")
    replay = Replay.from_bytes(hall.enter("ann").get(f"/matches/{match_id}/replay.json").data)
    assert replay.players[1].name == "ann"
    frames = perspective_frames(replay, "1")
    for scene in seen:
        number, told = scene["step"], len(scene["told"])
        assert scene["view"] == frames[number]["view"]
        last = max((n for n in range(number + 1) if replay.steps[n - 1].player != 1), default=0)
        said = [frame["sentence"] for frame in frames[last - told + 1 : last + 1]]
        assert [one.lower() for one in scene["told"]] == [one.lower() for one in said]
    assert faults(hall.settings.database) == []


@pytest.fixture(scope="module")
def board(hall: Hall) -> Iterator[str]:
    """A match of fog that bob plays against greedy, given up at the end."""
    match_id = hall.sit_down("bob", "virus-war-fog", "greedy", **{"set-size": "6"})
    hall.my_move("bob", match_id)
    hall.until(lambda: hall.match(match_id).status == "playing", "it is being played")
    yield match_id
    hall.send(hall.enter("bob"), f"/play/{match_id}", f"/play/{match_id}/leave")
    hall.until(lambda: hall.match(match_id).status in OVER, "it has ended")


PATHS = (
    "/matches/{}/film.json",
    "/matches/{}/frames/all.json",
    "/matches/{}/frames/0.json",
    "/matches/{}/frames/1.json",
    "/matches/{}/replay.json",
    "/matches/{}/replay.html",
    "/matches/{}/notation.txt",
    "/play/{}/news.json",
    "/api/v1/matches/{}/replay",
    "/api/v1/matches/{}/frames",
    "/api/v1/matches/{}/frames?as=0",
    "/api/v1/matches/{}/events",
)


def test_nobody_else_sees_anything_until_it_ends(hall: Hall, board: str) -> None:
    for client in (hall.enter("ann"), hall.app.test_client()):
        for path in PATHS:
            answer = client.get(path.format(board), headers={"Last-Event-ID": "0"})
            assert answer.status_code in (401, 403, 404, 409), path
            assert b'"board"' not in answer.data
        assert client.get(f"/play/{board}").status_code == 303
        page = client.get(f"/matches/{board}").text
        assert "Being played." in page
        assert "data-film" not in page
        item = client.get(f"/api/v1/matches/{board}").json
        assert (item["seats"][0]["name"], item["steps"], item["tags"]) == ("bob", 0, [])


def test_the_person_sees_through_the_own_seat_alone(hall: Hall, board: str) -> None:
    client = hall.enter("bob")
    for path in PATHS:
        if "events" in path:
            continue
        answer = client.get(path.format(board), headers={"Accept-Encoding": "identity"})
        shows_all = any(word in path for word in ("frames/all", "frames/1", "replay", "notation"))
        assert (answer.status_code == 200) is not shows_all, path
        assert '"col":4' not in answer.text.replace(" ", "")
    assert f"/play/{board}" in client.get(f"/matches/{board}").text


def test_a_move_is_played_once_whoever_sends_it_again(hall: Hall, board: str) -> None:
    client = hall.enter("bob")
    first = hall.my_move("bob", board)["request"]
    assert hall.move("bob", board, request=first, move=0).status_code == 303
    for number in (first, 99, "x", ""):
        page = client.get(hall.move("bob", board, request=number, move=1).location).text
        assert "That move came too late" in page
    later = hall.next_scene("bob", board, lambda one: one["request"] > first)
    own = sum(value == 0 for row in later["view"]["board"] for value in row)
    assert (later["request"], own) == (first + 1, 2)
    forged = client.post(f"/play/{board}/move", data={"request": later["request"], "move": 0})
    assert forged.status_code == 400
    assert "form" in forged.text
    stranger = hall.enter("ann")
    hall.send(stranger, "/play", "/play")
    fields = {"csrf_token": hall.tokens[id(stranger)], "request": later["request"], "move": 0}
    for word in ("move", "leave", "here"):
        assert stranger.post(f"/play/{board}/{word}", data=fields).status_code == 403


def test_what_cannot_be_played_is_answered_with_a_sentence(hall: Hall, board: str) -> None:
    scene = hall.my_move("bob", board)
    request = scene["request"]
    for typed, sentence in (
        ("z9", "&#39;z9&#39; is not among the moves"),
        ("f6", "&#39;f6&#39; is not among the moves"),
        (f"x{scene['moves'][0]}", "nothing is killed there"),
        ("--", "Found an empty move"),
        (
            "x" * 400,
            f"&#39;{'x' * 24}&#39;… is not among the moves that may be played now, such as",
        ),
        (
            "x" * 5000,
            f"Found 5,000 characters, &#39;{'x' * 24}&#39;…, wanted the moves of one turn",
        ),
        ("-".join(["b2"] * 65), "Found a line of 65 moves, wanted those of one turn"),
        ("", "No move was chosen"),
    ):
        answer = hall.move("bob", board, request=request, typed=typed)
        assert sentence in hall.enter("bob").get(answer.location).text
    headers = {"Accept": "application/json"}
    fields = {"csrf_token": hall.tokens[id(hall.enter("bob"))], "request": request, "move": "77"}
    answer = hall.enter("bob").post(f"/play/{board}/move", data=fields, headers=headers)
    assert (answer.status_code, answer.json["code"]) == (422, "invalid")
    assert hall.my_move("bob", board)["request"] == request


def test_a_board_too_many_is_refused_with_number_and_setting(hall: Hall, board: str) -> None:
    rival = hall.bot("virus-war", "random")
    fields = {"game": "virus-war", "against": rival, "seat": "0"}
    own = hall.send(hall.enter("bob"), "/play", "/play", **fields)
    assert own.status_code == 429
    assert "the limit is 1 (SCUFFLE_HAND_BOARDS_EACH)" in own.text
    assert f"/play/{board}" in own.text
    hall.app.extensions["scuffle.settings"] = hall.settings.model_copy(update={"hand_boards": 1})
    try:
        other = hall.send(hall.enter("ann"), "/play", "/play", **fields)
    finally:
        hall.app.extensions["scuffle.settings"] = hall.settings
    assert other.status_code == 429
    assert "1 board in use; the limit is 1 (SCUFFLE_HAND_BOARDS)" in other.text


def test_a_turn_is_typed_in_one_line_as_far_as_it_can_be_played(hall: Hall) -> None:
    match_id = hall.sit_down("ann", "virus-war", "greedy", **{"set-size": "6"})
    hall.move("ann", match_id, request=1, typed="B2-c3-f1")
    scene = hall.next_scene("ann", match_id, lambda one: one["request"] == 3)
    cells = scene["view"]["board"]
    assert (cells[1][1], cells[2][2], scene["request"]) == (0, 0, 3)
    assert scene["note"].startswith("'f1' is not among the moves")
    hall.send(hall.enter("ann"), f"/play/{match_id}", f"/play/{match_id}/leave")
    match = recorded(hall, match_id)
    assert [seat.verdict for seat in match.seats] == ["left", "ok"]
    assert match.outcome["reason"] == "forfeit"
    assert "ann left the game" in hall.enter("ann").get(f"/matches/{match_id}").text
    # The board had said that nobody won.
    assert hall.scene("ann", match_id)["headline"] == "greedy won, ann left the game."


def test_nothing_of_a_game_that_rests_is_begun(hall: Hall) -> None:
    with hall.store.session() as session:
        pauses.begin(session, "virus-war-steps", "Its board is being mended.", now())
    fields = {"game": "virus-war-steps", "against": hall.bot("virus-war-steps", "random")}
    answer = hall.send(hall.enter("ann"), "/play", "/play", **fields)
    with hall.store.session() as session:
        pauses.end(session, "virus-war-steps", now())
    assert (answer.status_code, "This game rests" in answer.text) == (503, True)


def test_somebodys_bot_answers_from_a_cage_and_loses_by_its_fault(hall: Hall) -> None:
    hall.upload("eve", "virus-war", "glass", CRASHER)
    match_id = hall.sit_down("ann", "virus-war", "glass", **{"set-size": "6"})
    play_out(hall, "ann", match_id)
    match = recorded(hall, match_id)
    assert [seat.verdict for seat in match.seats] == ["ok", "crash"]
    log = hall.enter("eve").get(f"/matches/{match_id}/log/1.jsonl")
    assert "KeyError" in log.text
    assert "run by Python 3" in hall.enter("eve").get(f"/matches/{match_id}").text
    for path in (f"/bots/{hall.bot('virus-war', 'glass')}", "/games/virus-war/matches", "/queue"):
        assert hall.enter("eve").get(path).status_code == 200


def test_a_bot_that_fails_while_others_play_on_is_told_at_the_end(hall: Hall) -> None:
    """The person sees no more of it than a bot would; its seat plays on by its first moves."""
    hall.upload("eve", "virus-roll-write", "brittle", "def get_action(state, api):\n    return 1\n")
    match_id = hall.sit_down("ann", "virus-roll-write", "brittle", "random", seat=2)
    hall.my_move("ann", match_id)
    hall.until(lambda: hall.match(match_id).status == "playing", "it is being played")
    key = steps_key(match_id, 1)
    hall.until(
        lambda: any(b"failed" in fields for _, fields in hall.queue.connection.xrange(key)),
        "its failure is shown to the site",
    )
    film = hall.enter("ann").get(f"/matches/{match_id}/film.json").json
    assert ({one["verdict"] for one in film["verdicts"]}, film["marks"]) == ({"ok"}, [])
    for client in (hall.enter("eve"), hall.app.test_client()):
        for path in ("/matches/{}/film.json", "/api/v1/matches/{}/events", "/matches/{}"):
            answer = client.get(path.format(match_id), headers={"Last-Event-ID": "0"})
            assert "malformed" not in answer.text
    hall.send(hall.enter("ann"), f"/play/{match_id}", f"/play/{match_id}/leave")
    assert [seat.verdict for seat in recorded(hall, match_id).seats] == ["malformed", "ok", "left"]
    film = hall.enter("ann").get(f"/matches/{match_id}/film.json").json
    assert [one["kind"] for one in film["marks"] if one["kind"] == "fault"] == ["fault", "fault"]


def test_a_name_goes_with_its_account(hall: Hall) -> None:
    match_id = hall.sit_down("zoe", "virus-war", "random", **{"set-size": "6"})
    play_out(hall, "zoe", match_id, 2)
    match = recorded(hall, match_id)
    assert "zoe" in hall.app.test_client().get(f"/matches/{match_id}").text
    with hall.store.session() as session:
        accounts.erase(session, match.seats[0].account_id or "")
        stored = session.get_one(ReplayRow, match_id).data
    assert b"zoe" not in gzip.decompress(stored or b"")
    client = hall.app.test_client()
    for path in ("/matches/{}", "/matches/{}/film.json", "/api/v1/matches/{}"):
        told = client.get(path.format(match_id)).text
        assert "zoe" not in told
        assert re.search(r"deleted-[a-z0-9]{12}", told)
    assert faults(hall.settings.database) == []


def test_a_match_is_played_on_by_hand_and_as_a_challenge(hall: Hall) -> None:
    match_id = hall.sit_down("ann", "virus-roll-write", "greedy")
    play_out(hall, "ann", match_id, 4)
    recorded(hall, match_id)
    client, path = hall.enter("ann"), f"/matches/{match_id}/play-on"
    origin = Replay.from_bytes(client.get(f"/matches/{match_id}/replay.json").data)
    step = len(origin.steps) - 3
    assert f"Play on from step {step}" in client.get(f"{path}?step={step}").text
    greedy = hall.bot("virus-roll-write", "greedy")
    both = hall.send(client, path, path, step=step, seat0="me", seat1="me")
    assert "One seat can be yours" in both.text
    begun = hall.send(client, path, path, step=step, seat0="me", seat1=greedy)
    on_id = begun.location.rsplit("/", 1)[1]
    hall.until(lambda: hall.scene("ann", on_id)["mark"], "the board is laid out")
    assert hall.my_move("ann", on_id)["step"] >= step
    play_out(hall, "ann", on_id, 2)
    recorded(hall, on_id)
    played = Replay.from_bytes(client.get(f"/matches/{on_id}/replay.json").data)
    assert [one.action for one in played.steps[:step]] == [
        one.action for one in origin.steps[:step]
    ]
    assert (played.given, played.seed, verify(played)) == (step, origin.seed, None)
    assert f"step {step} of {match_id}" in client.get(f"/matches/{on_id}").text
    asked = hall.send(client, path, path, step=step, seat0=greedy, seat1=greedy)
    challenge = asked.location.rsplit("/", 1)[1]
    hall.play(challenge)
    assert hall.match(challenge).status == "finished"
    found = Replay.from_bytes(client.get(f"/matches/{challenge}/replay.json").data)
    assert (found.given, found.steps[:step]) == (step, played.steps[:step])
    [entrant] = Stable("virus-roll-write", LocalSandbox()).entrants(["greedy"])
    assert rerun(found, {0: entrant, 1: entrant}) is None
    assert faults(hall.settings.database) == []
