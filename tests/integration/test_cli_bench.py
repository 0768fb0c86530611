"""``scuffle bench`` as a person types it."""

import json
import signal
import subprocess
import time

import pytest
from cli_shell import BOT, Shell, told


@pytest.fixture
def shell(tmp_path):
    made = Shell(tmp_path)
    made.write("my_bot.py", BOT)
    return made


def test_bench_is_the_same_for_the_same_seed_however_many_at_once(shell):
    words = ("bench", "virus-war", "my_bot.py", "greedy", "-n", "3", "--set", "size=6", "--json")
    first, again = shell.run(*words), shell.run(*words, "-j", "2")
    assert told(first) == told(again)
    pair = json.loads(first.stdout)["pairs"][0]
    assert pair["sets"] == 3
    told_again = told(shell.run(*words[:-1], "--resume"))
    assert "6 matches, 6 different" in told_again


def test_the_sequential_test_ends_alike_however_many_play_at_once(shell):
    shell.write(
        "first.py",
        BOT.replace('api.random.choice(state["legal_actions"])', "state['legal_actions'][0]"),
    )
    words = ("bench", "virus-war", "greedy", "first.py", "-n", "60", "--set", "size=6", "--json")
    found = [
        json.loads(told(shell.run(*words, "--sprt", "0,50", "-j", jobs))) for jobs in ("1", "2")
    ]
    pair = found[0]["pairs"][0]
    assert found[0] == found[1]
    assert (pair["sprt"], sum(pair["pentanomial"])) == ("at least 50 Elo", pair["sets"])
    assert 8 <= pair["sets"] < 60


def test_bench_of_a_bot_against_itself_is_never_better(shell):
    words = ("bench", "virus-war", "random", "random", "-n", "4", "--set", "size=6", "--json")
    pair = json.loads(told(shell.run(*words)))["pairs"][0]
    assert (pair["score"], pair["word"]) == (0.5, "the same program")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done_and_resume_goes_on(shell, jobs):
    slow = BOT.replace("    return", "    sum(range(40_000))\n    return")
    shell.write("slow.py", slow)
    words = f"scuffle bench virus-war slow.py random -n 300 --set size=6 -j {jobs}".split()
    running = subprocess.Popen(
        words, cwd=shell.folder, env=shell.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    kept = shell.folder / "home/scuffle/bench"
    while not (kept.exists() and any(file.read_text() for file in kept.glob("*.jsonl"))):
        assert running.poll() is None
        time.sleep(0.02)
    for _ in range(10):  # one is enough, and more do not break off the tidying up
        running.send_signal(signal.SIGINT)
        time.sleep(0.01)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130, err.decode()
    assert b"--resume" in err
    assert b"Traceback" not in err
    done = next(kept.glob("*.jsonl")).read_text().splitlines()
    assert done
    again = [word.replace("300", str(len(done) + 1)) for word in words[1:]]
    pair = json.loads(told(shell.run(*again, "--resume", "--json")))["pairs"][0]
    assert pair["sets"] == len(done) + 1
