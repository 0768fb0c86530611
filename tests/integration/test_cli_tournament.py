"""``scuffle tournament`` as a person types it."""

import json
import signal
import subprocess
import time

import pytest
from cli_shell import BOT, Shell, told

HANGS = """\
import pathlib, time

def get_action(state, api):
    while state["player_idx"] == 0 and pathlib.Path("../hang").exists():
        time.sleep(0.02)
    return state["legal_actions"][0]
"""
SMALL = ("--set", "size=6")


@pytest.fixture
def shell(tmp_path):
    made = Shell(tmp_path)
    made.write("my_bot.py", BOT)
    return made


def standings(found):
    return [(line["bot"], line["points"]) for line in found["standings"]]


def test_round_robin_with_a_crosstable_and_a_record_a_match(shell):
    words = ("tournament", "virus-war", "random", "greedy", "my_bot.py", *SMALL)
    text = told(shell.run(*words, "-j", "2"))
    assert text.splitlines()[0].split() == ["bot", "points", "wins", "1", "2", "3"]
    assert text.splitlines()[1].split()[1] == "greedy"
    records = sorted(file.name for file in (shell.folder / "tournament").iterdir())
    assert records == [f"1-{table}-1-{match}.json" for table in "123" for match in "12"]
    told(shell.run("replay", "verify", "tournament/1-1-1-1.json"))
    done = shell.run(*words)
    assert "--resume" in done.stderr
    assert told(done, code=1) == ""
    found = json.loads(told(shell.run(*words, "--resume", "--json")))
    again = json.loads(told(shell.run(*words, "--records", "other", "--json")))
    assert standings(found) == standings(again)
    assert sum(points for _, points in standings(found)) == found["matches"] == 6
    assert found["standings"][0]["against"].keys() == {"random", "my_bot"}


def test_a_hanging_bot_loses_no_record_of_the_others(shell):
    shell.write("hanging/main.py", HANGS)
    shell.write("hang", "")
    words = ("scuffle", "tournament", "virus-war", "hanging", "greedy", "random", *SMALL)
    running = subprocess.Popen(
        (*words, "-j", "3", "--json"), cwd=shell.folder, env=shell.env, stdout=subprocess.PIPE
    )
    # Its two matches from seat 0 hang; the four others are played meanwhile.
    while len(list(shell.folder.glob("tournament/*.json"))) < 4:
        assert running.poll() is None
        time.sleep(0.02)
    (shell.folder / "hang").unlink()
    found = json.loads(running.communicate(timeout=60)[0])
    assert running.returncode == 0
    assert len(list(shell.folder.glob("tournament/*.json"))) == found["matches"] == 6
    assert not list(shell.folder.glob("tournament/*.part"))


def test_ctrl_c_keeps_the_records_and_resume_plays_the_rest(shell):
    shell.write("hanging/main.py", HANGS)
    shell.write("hang", "")
    words = ["tournament", "virus-war", "greedy", "random", "hanging", *SMALL]
    running = subprocess.Popen(
        ["scuffle", *words], cwd=shell.folder, env=shell.env, stderr=subprocess.PIPE
    )
    while not list(shell.folder.glob("tournament/*.json")):
        assert running.poll() is None
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    err = running.communicate(timeout=60)[1]
    assert (running.returncode, b"--resume" in err, b"Traceback" in err) == (130, True, False)
    kept = {file: file.stat().st_mtime_ns for file in shell.folder.glob("tournament/*.json")}
    assert 0 < len(kept) < 6
    (shell.folder / "hang").unlink()
    found = json.loads(told(shell.run(*words, "--resume", "--json")))
    assert found["matches"] == 6
    assert all(file.stat().st_mtime_ns == written for file, written in kept.items())


def test_elimination_plays_a_bracket_to_its_winner(shell):
    shell.write("bad.py", "def get_action(state, api):\n    return None\n")
    words = ("tournament", "virus-war", "greedy", "random", "bad.py", *SMALL, "--kind")
    text = told(shell.run(*words, "elimination"))
    assert "greedy has a bye" in text
    assert "Final" in text
    assert "bad failed: malformed 2×" in text
    assert text.splitlines()[-3].startswith("Winner: ")


def test_more_than_two_at_a_table(shell):
    words = ("tournament", "virus-roll-write", "greedy", "random", "random", "--size", "3")
    found = json.loads(told(shell.run(*words, "--json")))
    assert [(table["round"], len(table["bots"])) for table in found["tables"]] == [(1, 3)]
    assert found["matches"] == 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("virus-war", "greedy"), "A table needs 2 bots, found 1"),
        (("virus-war", "greedy", "random", "my_bot.py", "--size", "3"), "is for 2 players"),
        (("virus-war", "greedy", "nobody"), "no house bot"),
        (("virus-war", "greedy", "random", "--set", "size=99"), "6 to 10"),
    ],
)
def test_what_cannot_be_held_is_said(shell, words, sentence):
    done = shell.run("tournament", *words)
    assert told(done, code=2) == ""
    assert sentence in done.stderr
    assert not (shell.folder / "tournament").exists()


def test_records_of_others_are_not_touched(shell):
    more = (*SMALL, "--records", "r")
    told(shell.run("tournament", "virus-war", "greedy", "random", *more))
    done = shell.run("tournament", "virus-war", "random", "greedy", *more, "--resume")
    assert told(done, code=1) == ""
    assert "1-1-1-1.json is the record of another match" in done.stderr
