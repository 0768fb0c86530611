"""The commands that talk to the site, against the real application over HTTP."""

import io
import json
import re
import shlex
from datetime import timedelta

import pytest

from scuffle_platform.store import versions
from scuffle_platform.store.models import Version, now


def test_log_in_see_who_and_log_out(scuffle, anna, tmp_path):
    assert "scuffle login" in scuffle("whoami", code=5)
    scuffle("login", "--token-stdin", stdin=anna.token + "\n")
    assert scuffle("whoami").startswith("anna on http://127.0.0.1:")
    assert json.loads(scuffle("whoami", "--json"))["name"] == "anna"
    scuffle("logout")
    assert "scuffle login" in scuffle("whoami", code=5)


def test_a_wrong_token_is_not_kept(scuffle):
    assert scuffle("login", "--token-stdin", stdin="wrong\n", code=5)
    assert "scuffle login" in scuffle("whoami", code=5)


def test_submit_makes_the_bot_and_uploads(scuffle, anna):
    token = {"SCUFFLE_TOKEN": anna.token}
    assert "--game GAME" in scuffle("submit", "my_bot.py", code=2, **token)
    words = ("submit", "my_bot.py", "--game", "virus-war", "--note", "first")
    found = json.loads(scuffle(*words, "--json", **token))
    assert (found["number"], found["status"], found["note"]) == (1, "checking", "first")
    (bot,) = json.loads(scuffle("bots", "--json", **token))["items"]
    assert (bot["name"], bot["game"], bot["owner"]) == ("my_bot", "virus-war", "anna")
    assert "my_bot" in scuffle("bots", **token)


def test_submit_finds_the_bot_of_the_game_that_was_named(scuffle, anna):
    bots = {game: anna.bot("my_bot", game) for game in ("virus-war", "virus-war-fog")}
    words = ("submit", "my_bot.py", "--json")
    found = scuffle(*words, code=2, SCUFFLE_TOKEN=anna.token)
    assert "virus-war" in found
    assert "say --game GAME" in found
    scuffle(*words, "--game", "virus-war-fog", SCUFFLE_TOKEN=anna.token)
    mine = json.loads(scuffle("bots", "--json", SCUFFLE_TOKEN=anna.token))["items"]
    assert {one["id"] for one in mine} == set(bots.values())


def test_a_folder_arrives_with_the_hash_that_check_saw(scuffle, anna, tmp_path):
    from scuffle.door import open_path

    scuffle("new", "virus-war-fog", "mine")
    found = json.loads(scuffle("submit", "mine", "--json", SCUFFLE_TOKEN=anna.token))
    assert found["hash"] == open_path(tmp_path / "mine").program.hash


def test_a_broken_bot_never_leaves_this_machine(scuffle, anna, tmp_path):
    (tmp_path / "bad.py").write_text("def get_action(:\n")
    words = ("submit", "bad.py", "--game", "virus-war")
    scuffle(*words, code=4, SCUFFLE_TOKEN=anna.token)
    assert json.loads(scuffle("bots", "--json", SCUFFLE_TOKEN=anna.token)) == {"items": []}


def test_a_refused_first_version_makes_no_bot(scuffle, anna):
    token = {"SCUFFLE_TOKEN": anna.token}
    words = ("submit", "my_bot.py", "--game", "virus-war")
    assert "note: String should have at most 500" in scuffle(
        *words, "--note", "n" * 501, code=1, **token
    )
    assert "may have letters" in scuffle(*words, "--bot", "a/b", code=1, **token)
    scuffle(*words, "--bot", "first", **token)
    assert "one check at a time" in scuffle(*words, code=6, **token)
    (bot,) = json.loads(scuffle("bots", "--json", **token))["items"]
    assert bot["name"] == "first"


def test_who_names_no_bot_of_its_own_joins_no_league(scuffle, anna, ben):
    closes = (now() + timedelta(hours=1)).isoformat()
    school = ben.post("leagues", json={"game": "virus-war", "name": "7 b", "closes": closes}).json
    words = ("leagues", "join", school["code"], "--bot")
    assert "did not join" in scuffle(*words, "nobody", code=2, SCUFFLE_TOKEN=anna.token)
    assert ben.get(f"leagues/{school['id']}").json["mates"] == []
    anna.bot("one")
    told = scuffle(*words, "one", SCUFFLE_TOKEN=anna.token)
    assert "1 member, closes" in told
    assert "The bot one plays for you." in told


def test_a_token_that_only_reads_may_not_submit(scuffle, person):
    reader = person("carl", scopes=("read",))
    words = ("submit", "my_bot.py", "--game", "virus-war")
    assert "submit" in scuffle(*words, code=5, SCUFFLE_TOKEN=reader.token)


def test_lists_need_no_token(scuffle):
    assert json.loads(scuffle("matches", "--json")) == {"items": []}
    assert "Nothing found" in scuffle("matches", "--game", "virus-war")
    assert json.loads(scuffle("leaderboard", "virus-war", "--json"))["items"] == []
    assert scuffle("match", "nosuchmatch1", code=1)
    assert io.StringIO(scuffle("games")).readline().startswith("game")


def test_a_match_is_shown_and_its_replay_saved(scuffle, anna, ben, played, tmp_path):
    match = played(anna.bot("one", "virus-war-fog"), ben.bot("two", "virus-war-fog"))
    assert "one" in scuffle("match", match, "--replay", "saved/r.json")
    assert "equal" in scuffle("replay", "verify", "saved/r.json")
    assert "identical" in scuffle("rerun", match)
    # A file of another name takes the seat of whoever is signed in; this one answers nothing.
    newer = scuffle("rerun", match, "my_bot.py", code=1, SCUFFLE_TOKEN=ben.token)
    assert newer.startswith("my_bot plays for ")
    assert newer.endswith(", on seat 1.\n")
    (listed,) = json.loads(scuffle("matches", "--game", "virus-war-fog", "--json"))["items"]
    assert listed["id"] == match
    assert f"{match}  virus-war-fog" in scuffle("matches")


def test_the_line_on_a_match_page_works_when_pasted(scuffle, anna, ben, played, app, address):
    match = played(anna.bot("one", "virus-war-fog"), ben.bot("two", "virus-war-fog"))
    elsewhere = {"SCUFFLE_URL": "http://127.0.0.1:9"}

    def pasted(browser):
        page = browser.get(f"/matches/{match}").text.replace("http://localhost", address)
        (line,) = re.findall(r">(scuffle rerun [^<]+)</pre>", page)
        assert match in line
        return shlex.split(line)[1:]

    assert "identical" in scuffle(*pasted(app.test_client()), **elsewhere)
    own = pasted(anna.browser())
    assert own[2:4] == ["my_bot.py", "-"]
    # This my_bot.py answers nothing: it differs, which is told on stdout.
    assert scuffle(*own, code=1, **elsewhere).endswith(", on seat 0.\n")


def test_own_logs_are_read_and_no_others(scuffle, anna, ben, person, played):
    match = played(anna.bot("one", "virus-war-fog"), ben.bot("two", "virus-war-fog"))

    def stderr_of(reader):
        return json.loads(scuffle("logs", match, "--json", SCUFFLE_TOKEN=reader.token))["stderr"]

    # Lines that end otherwise than with "\\n" are no lines of JSON.
    assert stderr_of(anna) == "log of seat 0\u2028"
    assert stderr_of(ben) == "log of seat 1\u2028"
    first, head, *_ = scuffle("logs", match, SCUFFLE_TOKEN=anna.token).splitlines()
    assert first == "1 request, 16 bytes written; nothing was left out."
    assert head.startswith("— request 1: ")
    assert "no log for you" in scuffle("logs", match, code=5, SCUFFLE_TOKEN=person("eve").token)
    other = ("logs", match, "--seat", "1", "--json")
    assert scuffle(*other, code=5, SCUFFLE_TOKEN=anna.token)
    none = scuffle("logs", match, "--request", "99", code=1, SCUFFLE_TOKEN=anna.token)
    assert "has no request 99" in none


def test_a_challenge_is_queued(scuffle, anna, ben, ready):
    bots = [anna.bot("one"), ben.bot("two")]
    for bot in bots:
        ready(bot)
    words = ("challenge", "virus-war", *bots, "--set", "size=8", "--seed", "7")
    found = json.loads(scuffle(*words, "--json", SCUFFLE_TOKEN=anna.token))
    assert (found["status"], found["settings"]["size"]) == ("queued", 8)
    mine = json.loads(scuffle("matches", "--mine", "--json", SCUFFLE_TOKEN=anna.token))["items"]
    assert [one["id"] for one in mine] == [found["id"]]


@pytest.fixture
def two_versions(anna, ready, store):
    """A ready bot of anna's with two versions that are different programs."""
    bot = anna.bot("one")
    ready(bot)
    newer = ready(bot)
    with store.session() as session:
        found = session.get_one(Version, newer)
        data = b"def get_action(state, api):\n    return state['legal_actions'][-1]\n"
        found.source_hash = versions.put_blob(session, data)
    return bot


def test_a_series_is_started_shown_listed_and_stopped(scuffle, anna, two_versions):
    words = ("series", "start", "virus-war", "one@2", "one@1", "--set", "size=8", "--json")
    made = json.loads(scuffle(*words, SCUFFLE_TOKEN=anna.token))
    assert (made["status"], made["answer"]) == ("playing", None)
    assert "one@2 against one@1: not decided yet" in scuffle("series", "show", made["id"])
    listed = scuffle("series", "list", SCUFFLE_TOKEN=anna.token)
    assert made["id"] in listed
    assert scuffle("series", "stop", made["id"], code=5)
    assert "Stopped by its owner" in scuffle("series", "stop", made["id"], SCUFFLE_TOKEN=anna.token)
    waited = json.loads(scuffle("series", "show", made["id"], "--wait", "--json"))
    assert (waited["status"], waited["settings"]) == ("stopped", {"size": 8})


def test_a_bot_against_itself_is_told_at_once(scuffle, anna, two_versions):
    words = ("series", "start", "virus-war", "one@1", "one@1", "--wait")
    assert "No difference" in scuffle(*words, SCUFFLE_TOKEN=anna.token)


def test_one_series_too_many_is_a_quota(scuffle, anna, two_versions):
    for _ in range(3):
        body = {"game": "virus-war", "new": "one@2", "old": "one@1"}
        assert anna.post("series", json=body).status_code == 201
    words = ("series", "start", "virus-war", "one@2", "one@1")
    assert "SCUFFLE_SERIES_OPEN" in scuffle(*words, code=6, SCUFFLE_TOKEN=anna.token)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("matches", "--game", "virus-wra"), "did you mean virus-war"),
        (("matches", "--outcome", "nonsense"), "'shut-in'"),
        (("bots", "--game", "nope"), "There is no game 'nope'"),
        (("leaderboard", "virus-wra"), "did you mean virus-war"),
        (("challenge", "nope", "a", "b"), "There is no game 'nope'"),
        (("submit", "my_bot.py", "--game", "nope"), "There is no game 'nope'"),
    ],
)
def test_a_word_that_the_site_does_not_know_is_wrong_usage(scuffle, anna, words, told):
    assert told in scuffle(*words, code=2, SCUFFLE_TOKEN=anna.token)
