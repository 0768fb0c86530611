"""How commands end: every exit code in one table; JSON as promised; colours; near misses."""

import json
import os
import pty
import re
import signal
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import click
import pytest
from cli_shell import BOT, Shell

from scuffle.cli import COMMANDS, main
from scuffle.cli.exits import Exit
from scuffle_platform.supervisor.waiting import wait_until

SMALL = ("--set", "size=6")
BAD = "def get_action(state, api):\n    raise ValueError('oh no')\n"
NOTHING = {"items": [], "next": None}


class Site:
    """Answers in the order laid down; the last answer again and again."""

    def __init__(self, url):
        self.url, self.answers, self.asked = url, [], 0

    def lay(self, *answers):
        self.answers = list(answers)


@pytest.fixture(scope="module")
def server():
    class Handler(BaseHTTPRequestHandler):
        def answer(self):
            known.asked += 1
            if length := int(self.headers.get("Content-Length", 0)):
                self.rfile.read(length)
            left = known.answers
            status, body, *more = left.pop(0) if len(left) > 1 else left[0]
            data = json.dumps(body).encode()
            self.send_response(status)
            for name, value in more:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = answer  # noqa: N815 - the standard library's names

        def log_message(self, *_):
            pass

    made = HTTPServer(("127.0.0.1", 0), Handler)
    known = Site(f"http://127.0.0.1:{made.server_port}")
    thread = threading.Thread(target=made.serve_forever, args=(0.01,))
    thread.start()
    yield known
    made.shutdown()
    thread.join()
    made.server_close()


@pytest.fixture
def scuffle(tmp_path, monkeypatch, capfd, server):
    """Types a line in a folder with bots and a token; gives its code, stdout and stderr."""
    for name, text in {"my_bot.py": BOT, "bad.py": BAD, "broken.py": "def get_action(:\n"}.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("SCUFFLE_URL", server.url)
    monkeypatch.setenv("SCUFFLE_TOKEN", "scf_token")

    def run(*words):
        with pytest.raises(SystemExit) as ended:
            main.main(list(words), prog_name="scuffle")
        return Exit(ended.value.code or 0), *capfd.readouterr()

    return run


def problem(status, *headers):
    return (status, {"title": "No", "detail": "Found x.", "hint": "Do y."}, *headers)


PLAY = ("play", "virus-war", "my_bot.py", "random", *SMALL)
TABLE = [
    (Exit.OK, PLAY, None),
    (Exit.OK, ("matches",), (200, NOTHING)),
    (Exit.FAILURE, ("replay", "verify", "my_bot.py"), None),
    (Exit.CHECK_FAILED, ("submit", "broken.py", "--game", "virus-war"), None),
    (Exit.FAILURE, ("match", "nosuchmatch1"), problem(404)),
    (Exit.FAILURE, ("match", "nosuchmatch1"), problem(500)),
    (Exit.USAGE, ("play", "virus-war", "nobody", "random"), None),
    (Exit.USAGE, ("play", "virus-war", "my_bot.py", "random", "--sed", "1"), None),
    (Exit.USAGE, ("plya",), None),
    (Exit.USAGE, ("leaderboard", "virus-war", "--url", "foo"), None),
    (Exit.USAGE, ("matches", "--game", "nope"), (422, {"code": "unknown-word", "detail": "No."})),
    (Exit.BOT_FAILED, ("play", "virus-war", "bad.py", "random", *SMALL, "--strict"), None),
    (Exit.CHECK_FAILED, ("check", "broken.py", "--game", "virus-war"), None),
    (Exit.NOT_ALLOWED, ("bots",), problem(401)),
    (Exit.NOT_ALLOWED, ("series", "stop", "k3v9q2m7x1ab"), problem(403)),
    (Exit.QUOTA, ("challenge", "virus-war", "a", "b"), problem(429, ("Retry-After", "7200"))),
    (Exit.UNREACHABLE, ("leaderboard", "virus-war", "--url", "http://127.0.0.1:9"), None),
    (Exit.UNREACHABLE, ("leaderboard", "virus-war"), (200, "hello")),
]


@pytest.mark.parametrize(
    ("code", "words", "answer"), TABLE, ids=[f"{int(row[0])} {' '.join(row[1])}" for row in TABLE]
)
def test_every_code_has_its_meaning(scuffle, server, code, words, answer):
    server.lay(answer or problem(500))
    found, out, err = scuffle(*words)
    assert found is code, out + err
    if code not in (Exit.OK, Exit.CHECK_FAILED, Exit.BOT_FAILED):
        assert not out
        assert err.strip()


@pytest.mark.parametrize("word", ["upload-syntax", "upload-too-big", "language-away"])
def test_what_a_site_takes_no_upload_for_ends_like_a_check(scuffle, server, word):
    server.lay((200, NOTHING), (422, {"code": word, "detail": "Found x.", "hint": "Do y."}))
    code, out, err = scuffle("submit", "my_bot.py", "--game", "virus-war", "--wait")
    assert (code, out, err) == (Exit.CHECK_FAILED, "1. door: failed. Found x.\n", "Do y.\n")


def test_why_a_bot_is_rejected_is_told_as_the_site_tells_it(scuffle, tmp_path):
    (tmp_path / "slip.py").write_text(f"{BOT}\nraise ValueError('oh no')\n")
    for name, step in (("broken.py", "door"), ("slip.py", "start")):
        words = ("check", name, "--game", "virus-war", "--sandbox", "none", "--json")
        code, out, _ = scuffle(*words)
        found = json.loads(out)
        failed = [one for one in found["steps"] if not one["passed"]]
        assert (code, failed[0]["name"]) == (Exit.CHECK_FAILED, step)
        assert found["reason"] == failed[0]["sentence"] != ""


def test_a_refusal_names_where_the_bots_name_comes_from(scuffle, server, monkeypatch):
    monkeypatch.setenv("SCUFFLE_BOT", "a/b")
    server.lay((200, NOTHING), problem(422))
    _, _, err = scuffle("submit", "my_bot.py", "--game", "virus-war")
    assert "Found x. Do y. ('a/b' is from SCUFFLE_BOT)" in err


def test_every_code_is_in_the_table():
    assert {row[0] for row in TABLE} == set(Exit) - {Exit.INTERRUPTED}


def test_ctrl_c_has_its_own(tmp_path):
    shell = Shell(tmp_path)
    sleeper = (
        "import time\ndef get_action(state, api):\n    open('asked', 'w')\n    time.sleep(60)\n"
    )
    shell.write("sleeper.py", sleeper)
    words = ["scuffle", "bench", "virus-war", "sleeper.py", "random", "--plain"]
    running = subprocess.Popen(
        words, cwd=tmp_path, env=shell.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    wait_until((tmp_path / "asked").exists, 20, "the bot is asked")
    running.send_signal(signal.SIGINT)
    told, _ = running.communicate(timeout=20)
    assert running.returncode == Exit.INTERRUPTED, told


def test_retry_after_is_waited_for(scuffle, server):
    server.lay(
        problem(429, ("Retry-After", "0")), problem(503, ("Retry-After", "0")), (200, NOTHING)
    )
    before = server.asked
    code, out, _ = scuffle("matches", "--json")
    assert (code, json.loads(out), server.asked - before) == (Exit.OK, {"items": []}, 3)


JSON = [
    ("play", "virus-war", "my_bot.py", "greedy", *SMALL, "--replay", "r.json"),
    ("replay", "verify", "r.json"),
    ("rerun", "r.json", "my_bot.py", "greedy"),
    ("regress", "my_bot.py", "r.json"),
    ("bench", "virus-war", "my_bot.py", "random", "-n", "1", *SMALL),
    ("tournament", "virus-war", "my_bot.py", "random", "-n", "1", *SMALL, "--records", "cup"),
    ("check", "my_bot.py", "--game", "virus-war", "--sandbox", "none"),
    ("games",),
    ("new", "virus-war", "mine"),
    ("view", "r.json", "--no-open"),
    ("replay", "notation", "r.json"),
]


def test_json_is_one_object_on_stdout(scuffle):
    for words in JSON:
        code, out, err = scuffle(*words, "--json")
        assert code in (Exit.OK, Exit.FAILURE), err
        assert out, (words, err)
        assert isinstance(json.loads(out), dict), words


LISTS = [
    ("bots",),
    ("matches",),
    ("leaderboard", "virus-war"),
    ("series", "list"),
    ("tournaments", "list"),
    ("leagues", "list"),
]
NO_FIT = NOTHING | {"game": "virus-war", "ladder": None, "as_of": None}


@pytest.mark.parametrize("words", LISTS, ids=" ".join)
def test_a_list_of_the_site_is_one_object(scuffle, server, words):
    server.lay((200, NO_FIT))
    code, out, _ = scuffle(*words, "--json")
    assert (code, json.loads(out)["items"]) == (Exit.OK, [])


def test_a_leaderboard_names_its_one_fit(scuffle, server):
    line = {"rank": 1, "name": "one", "owner": "anna", "version": 2, "games": 9, "wins": 5}
    line |= {"draws": 0, "losses": 4, "rating": 1012.5, "plus_minus": 30.0}

    def page(fit, after):
        as_of = {"fit": fit, "at": "2026-11-30T20:15:00Z", "matches": 340, "biases": []}
        return 200, NO_FIT | {"ladder": "k3", "as_of": as_of, "items": [line], "next": after}

    # A fit between two pages: neither is shown beside the other.
    pages = [page(7, "1"), page(8, None), page(8, "1"), page(8, None)]
    server.lay(*pages)
    found = json.loads(scuffle("leaderboard", "virus-war", "--json")[1])
    assert (found["as_of"]["fit"], len(found["items"]), "next" in found) == (8, 2, False)
    server.lay(*pages)
    assert (
        "Fit 8, 2026-11-30 20:15 UTC, over 340 matches." in scuffle("leaderboard", "virus-war")[1]
    )


def test_no_command_that_offers_json_is_forgotten():
    """Those of the site are asked in test_cli_site and test_client_site; doctor tries cages."""
    context = click.Context(main)
    local = {
        name
        for name in COMMANDS
        if (command := main.get_command(context, name)) and not isinstance(command, click.Group)
        if {"--json"} <= (flags := {flag for one in command.params for flag in one.opts})
        if "--url" not in flags
    }
    assert local - {words[0] for words in JSON} == {"doctor"}


@pytest.mark.parametrize("wish", ["1", ""])
def test_no_color_is_obeyed_on_a_terminal(tmp_path, wish):
    ours, theirs = pty.openpty()
    env = Shell(tmp_path).env | {"TERM": "xterm-256color", "NO_COLOR": wish, "COLUMNS": "200"}
    bench = ["scuffle", "bench", "virus-war", "random", "random", *SMALL, "-n", "1"]
    done = subprocess.Popen(bench, env=env, stdout=theirs, stderr=theirs, stdin=theirs)
    os.close(theirs)
    told = b""
    try:
        while part := os.read(ours, 65536):
            told += part
    except OSError:
        pass  # how the end of a terminal is told
    os.close(ours)
    assert done.wait() == 0
    colours = re.search(rb"\x1b\[[0-9;]*(?:3[0-7]|38|9[0-7])[0-9;]*m", told)
    assert colours is None if wish else b"random" in told


@pytest.mark.parametrize(
    ("words", "close"),
    [
        (("plya",), "play"),
        (("series", "strat"), "start"),
        (("tournaments", "entre"), "enter"),
        (("play", "virus-wra", "a", "b"), "virus-war"),
        ((*PLAY, "--sed", "1"), "--seed"),
        (("leaderbord", "virus-war"), "leaderboard"),
    ],
)
def test_what_is_mistyped_is_answered_with_what_comes_close(scuffle, words, close):
    code, _, err = scuffle(*words)
    assert code is Exit.USAGE
    assert close in err.partition("\n\n")[2] or close in err.splitlines()[-1]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("scuffle pl", "plain,play"),
        ("scuffle series st", "plain,start\nplain,stop"),
        ("scuffle play --sh", "plain,--show"),
        ("scuffle play virus-war-f", "plain,virus-war-fog"),
        ("scuffle bench virus-war gr", "file,gr\nplain,greedy"),
        ("scuffle rerun r", "file,r"),
    ],
)
def test_a_shell_completes_commands_games_and_bots(tmp_path, line, offered):
    env = {"_SCUFFLE_COMPLETE": "bash_complete", "COMP_WORDS": line}
    done = Shell(tmp_path).run(**env, COMP_CWORD=str(len(line.split()) - 1))
    assert done.stdout.strip() == offered
