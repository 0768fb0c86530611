"""The command line as a person types it: real processes, no site."""

import json
import signal
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from cli_shell import BOT, Shell, told

from scuffle.cli.config import keep_tokens
from scuffle.languages import languages


@pytest.fixture
def shell(tmp_path):
    made = Shell(tmp_path)
    made.write("my_bot.py", BOT)
    return made


QUICK_START = [
    "new virus-war my_first",
    "play virus-war my_bot.py greedy --seed 1 --show --replay r.json",
    "replay verify r.json",
    "replay notation r.json",
    "rerun r.json my_bot.py",
    "view r.json --no-open",
    "bench virus-war my_bot.py greedy -n 2",
    "check my_bot.py --game virus-war --sandbox none",
    "games",
    "schema virus-war",
]


def test_the_quick_start_runs_line_by_line_and_stands_in_the_readme(shell):
    readme = (Path(__file__).parents[2] / "sdk" / "README.md").read_text()
    for line in QUICK_START:
        told(shell.run(*line.split()))
        assert f"scuffle {line}" in readme, line


def test_play_prints_one_object_and_nothing_else(shell):
    words = ("play", "virus-war", "my_bot.py", "random", "--set", "size=6", "--seed", "9", "--json")
    found = json.loads(told(shell.run(*words, "--replay", "a/b/r.json")))
    assert found.keys() == {
        "game", "seed", "players", "outcome", "verdicts", "steps", "replay"
    }  # fmt: skip
    assert found["players"] == ["my_bot", "random"]
    assert (found["seed"], found["replay"]) == ("9", "a/b/r.json")
    replay = json.loads((shell.folder / "a/b/r.json").read_text())
    assert len(replay["steps"]) == found["steps"]
    assert replay["settings"]["size"] == 6


def test_the_same_seed_plays_the_same_match(shell):
    words = ("play", "virus-war-fog", "my_bot.py", "random", "--json")
    first, again, other = (told(shell.run(*words, "--seed", seed)) for seed in ("1", "1", "2"))
    assert first == again != other


def test_show_goes_to_stderr(shell):
    done = shell.run("play", "virus-war", "my_bot.py", "random", "--show", "--json")
    json.loads(told(done))
    assert "a b c d e f g h i j" in done.stderr


def folder_bot(shell):
    shell.write("folder bot/é/main.py", BOT)
    return "folder bot"


def zip_bot(shell):
    with zipfile.ZipFile(shell.folder / "bot.zip", "w") as archive:
        archive.writestr("wrapped/main.py", BOT)
    return "bot.zip"


def command_bot(shell):
    shell.write("bots/loop.py", languages()["python"].starter)
    lines = "import sys\nfrom scuffle import run\nfrom loop import get_action\n"
    lines += "class Mine:\n    setup = staticmethod(lambda api: None)\n"
    lines += "    get_action = staticmethod(get_action)\nrun(Mine())\n"
    shell.write("bots/program.py", lines)
    return f'"{sys.executable}" bots/program.py --fast'


@pytest.mark.parametrize("make", [folder_bot, zip_bot, command_bot, lambda _: "greedy"])
def test_anything_is_a_bot(shell, make):
    found = json.loads(told(shell.run("play", "virus-war", make(shell), "random", "--json")))
    assert [one["verdict"] for one in found["verdicts"]] == ["ok", "ok"]


def test_a_failing_bot_is_told_and_strict_has_its_code(shell):
    shell.write("bad.py", "def get_action(state, api):\n    raise ValueError('oh no')\n")
    done = shell.run("play", "virus-war", "bad.py", "random")
    assert "crash" in told(done)
    assert done.stderr.count("ValueError: oh no") == 2  # the sentence, and the log once
    assert 'It was answering request 1: {"type":"act","request":1,' in done.stderr
    told(shell.run("play", "virus-war", "bad.py", "random", "--strict"), code=3)


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["plya"], 2, "Did you mean play"),
        (["play", "virus-wra", "a", "b"], 2, "did you mean virus-war"),
        (["play", "virus-war", "nobody", "random"], 2, "no house bot of virus-war"),
        (["play", "virus-war", "my_bot.py"], 2, "is for 2 players, found 1"),
        (["play", "virus-war", "my_bot.py", "random", "--set", "size=99"], 2, "6 to 10"),
        (["play", "virus-war", "my_bot.py", "random", "--set", "size"], 2, "wanted NAME=VALUE"),
        (["bench", "virus-war", "my_bot.py"], 2, "needs at least 2 bots"),
        (["bench", "virus-war", "my_bot.py", "random", "--sprt", "x"], 2, "wanted as in 0,20"),
        (["replay", "verify", "my_bot.py"], 1, "not a replay"),
        (["check", "my_bot.py"], 2, "--game GAME"),
        (["schema", "virus-war", "nothing"], 2, "wanted one of"),
        (["new", "virus-war", "x", "--language", "cobol"], 2, "wanted one of"),
        (["play", "virus-war", "my_bot.py", "random", "--replay", "."], 2, "cannot be written"),
        (["play", "virus-war", "no.py", "no.py", "--replay", "my_bot.py/r"], 2, "be written"),
        (["bots"], 5, "scuffle login"),
        (["leaderboard", "virus-war", "--url", "http://127.0.0.1:9"], 7, "does not answer"),
        (["rerun", "k3v9q2m7x1ab", "--url", "http://127.0.0.1:9"], 7, "does not answer"),
    ],
)
def test_a_wrong_line_gets_a_sentence_and_its_code(shell, words, code, sentence):
    done = shell.run(*words)
    assert told(done, code) == ""
    assert sentence in done.stderr


def test_a_damaged_replay_says_where(shell):
    told(shell.run("play", "virus-war", "my_bot.py", "random", "--replay", "r.json"))
    replay = json.loads((shell.folder / "r.json").read_text())
    replay["steps"][4]["action"]["params"]["row"] = 9
    shell.write("r.json", json.dumps(replay))
    done = shell.run("replay", "verify", "r.json")
    assert told(done, code=1) == ""
    assert "Step 4:" in done.stderr
    found = json.loads(told(shell.run("replay", "verify", "r.json", "--json"), code=1))
    assert (found["equal"], found["difference"]["step"]) == (False, 4)


def test_rerun_finds_unseeded_randomness(shell):
    wild = "import random\ndef get_action(state, api):\n"
    wild += "    return random.SystemRandom().choice(state['legal_actions'])\n"
    shell.write("wild.py", wild)
    told(shell.run("play", "virus-war", "wild.py", "greedy", "--replay", "r.json"))
    assert "identical" in told(shell.run("rerun", "r.json", "greedy"))
    done = shell.run("rerun", "r.json", "wild.py")
    assert "differs at request" in told(done, code=1)


def test_rerun_takes_a_changed_file_of_another_name(shell):
    told(shell.run("play", "virus-war", "my_bot.py", "greedy", "--replay", "r.json"))
    shell.write("newer.py", (shell.folder / "my_bot.py").read_text())
    done = shell.run("rerun", "r.json", "newer.py")
    assert "identical: my_bot answered" in told(done)
    assert done.stderr == "newer plays for my_bot, on seat 0.\n"


def test_check_speaks_in_numbered_steps(shell):
    lines = told(shell.run("check", "my_bot.py", "--game", "virus-war", "--sandbox", "none"))
    assert [line.partition(".")[0] for line in lines.splitlines()[:3]] == ["1", "2", "3"]
    assert "Ready" in lines
    shell.write("bad.py", "def get_action(state):\n    return None\n")
    lines = told(shell.run("check", "bad.py", "--game", "virus-war", "--sandbox", "none"), code=4)
    assert "3. match: failed. malformed" in lines
    shell.write("bad.py", "def get_action(:\n")
    found = told(
        shell.run("check", "bad.py", "--game", "virus-war", "--sandbox", "none", "--json"), code=4
    )
    assert json.loads(found)["steps"][0]["name"] == "door"


def test_ctrl_c_ends_a_match_without_a_word_too_many(shell):
    sleeper = "import pathlib, time\ndef get_action(state, api):\n"
    sleeper += "    pathlib.Path('asked').touch()\n    time.sleep(60)\n"
    shell.write("sleeper.py", sleeper)
    words = ["scuffle", "play", "virus-war", "sleeper.py", "random"]
    running = subprocess.Popen(words, cwd=shell.folder, env=shell.env, stderr=subprocess.PIPE)
    while not (shell.folder / "asked").exists():
        assert running.poll() is None
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=20)
    assert (running.returncode, err.decode().split()) == (130, ["scuffle:", "interrupted"])


def test_folders_that_cannot_be_written_are_no_crash(shell):
    shell.write("file", "")
    done = shell.run("play", "virus-war", "my_bot.py", "random", "--replay", "file/r.json")
    assert done.returncode == 2
    assert "file" in done.stderr


def test_nobody_reads_stdout(shell):
    line = "scuffle schema virus-war | true; exit ${PIPESTATUS[0]}"
    done = subprocess.run(
        ["bash", "-c", line], cwd=shell.folder, env=shell.env, capture_output=True, check=False
    )
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr


def test_a_missing_extra_is_answered_with_the_line_that_brings_it(shell):
    """A package that adds a command and asks for something that is not there."""
    info = "scuffle_toy-1.0.dist-info"
    asks = "Requires-Dist: nowhere-to-be-found>=2; extra == 'toy'\n"
    asks += "Requires-Dist: click; extra == 'toy'\n"
    asks += "Requires-Dist: bundled-program; sys_platform == 'linux' and extra == 'toy'\n"
    shell.write(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: scuffle-toy\nVersion: 1\n{asks}")
    entry = "[scuffle.commands]\ntoy = scuffle_toy.commands:toy\n"
    shell.write(f"{info}/entry_points.txt", entry)
    done = shell.run("toy", PYTHONPATH=str(shell.folder))
    assert told(done, code=1) == ""
    assert "needs nowhere-to-be-found, not installed" in done.stderr
    assert "pip install 'scuffle-toy[toy]'" in done.stderr
    assert "toy" in told(shell.run("--help", PYTHONPATH=str(shell.folder)))


def test_doctor_and_version(shell):
    assert "none: works" in told(shell.run("doctor"))
    assert "0.1.0" in told(shell.run("--version"))


def test_flag_beats_environment_beats_project_beats_user(shell):
    def address(*words, **env):
        return shell.run("leaderboard", "virus-war", *words, **env).stderr

    shell.write("home/scuffle/config.toml", 'url = "http://127.0.0.1:11"\n')
    assert ":11 does not answer" in address()
    shell.write("scuffle.toml", 'url = "http://127.0.0.1:12"\n')
    assert ":12 does not answer" in address()
    assert ":13 does not answer" in address(SCUFFLE_URL="http://127.0.0.1:13")
    assert ":14 does not" in address("--url", "http://127.0.0.1:14", SCUFFLE_URL="http://x")


def test_tokens_are_kept_for_their_user_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = keep_tokens({"http://a": "secret"})
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    keep_tokens({"http://a": "secret", "http://b": "other"})
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_sandbox_is_looked_up_and_a_bad_one_names_its_source(shell):
    def refusal(*words, **env):
        done = shell.run("play", "virus-war", "random", "greedy", *words, **env)
        assert told(done, code=2) == ""
        return done.stderr

    assert "'nosuch' in SCUFFLE_SANDBOX, wanted one of auto" in refusal(SCUFFLE_SANDBOX="nosuch")
    user = shell.write("home/scuffle/config.toml", 'sandbox = "user"\n')
    assert f"'user' in {user}" in refusal()
    project = shell.write("scuffle.toml", 'sandbox = "project"\n')
    assert f"'project' in {project}" in refusal()
    assert "'nosuch' in SCUFFLE_SANDBOX" in refusal(SCUFFLE_SANDBOX="nosuch")
    assert "'flag' is not one of" in refusal("--sandbox", "flag", SCUFFLE_SANDBOX="nosuch")
    shell.write("scuffle.toml", "sandbox = 3\n")
    assert "found sandbox = 3, wanted text in quotes" in refusal()


def test_a_bad_game_or_address_names_its_source(shell):
    project = shell.write("scuffle.toml", 'game = "virus-wra"\nsandbox = "none"\n')
    assert f"(from {project.name})" in shell.run("check", "my_bot.py").stderr
    assert "(from SCUFFLE_GAME)" in shell.run("check", "my_bot.py", SCUFFLE_GAME="x").stderr
    assert "(from SCUFFLE_URL)" in shell.run("bots", SCUFFLE_URL="ftp://x").stderr
    shell.write("scuffle.toml", 'game = "virus-war"\nsandbox = "none"\n')
    assert "Ready" in told(shell.run("check", "."))
