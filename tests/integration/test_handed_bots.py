"""What went wrong elsewhere between bots and their runners, and which test says it cannot here.

B1   stderr taken for moves       test_backends::test_stderr_is_apart_and_is_taken_once
B3   no word of an early failure  test_backends::test_the_last_words_of_a_crash_are_kept
B5   no clock, no end             test_clock_table::test_without_any_clock_wall_limits_are_doubled
B7   late answers read as moves   test_hostile_sentences::test_a_failure_has_one_sentence_and_one_verdict
B9   one hangs, records stop      test_cli_tournament::test_a_hanging_bot_loses_no_record_of_the_others
B11  thinks while it waits        test_fair_clocks::test_busy_while_waiting_is_told_to_the_owner
B13  a slow host loses matches    test_fair_clocks::test_a_starved_host_never_costs_a_bot_its_match
B15  pauses of 20 ms are fatal    test_fair_clocks::test_a_pause_of_30_ms_in_the_runner_is_counted_and_not_fatal
B17  starts close to the limit    test_check_steps::test_a_start_near_the_limit_is_too_close
B19  limits that do not hold      test_clock_table::test_a_seat_takes_a_thousand_turns_to_the_last_microsecond
B21  scripts saved on Windows     test_build_steps::test_scripts_saved_on_windows_build_and_run
B23  nothing, sent on as "None"   test_wire::test_refuses_with_one_sentence
B25  the same bot twice           test_hostile_corpus::test_a_hostile_program_gets_its_verdict_and_nothing_else
B27  folders the runner dislikes  here
B29  a tournament that froze      test_cli_elsewhere::test_plays_checks_benches_and_makes_bots
B31  the state before the crash   test_site_log::test_what_was_asked_when_it_failed_stands_open_to_be_copied

B7, B25: the programs ``protocol/answers_late.py``, ``channels/same_bot_twice.py``, ``channels/locks.py``
and ``channels/word_in_its_own_folder.py`` of the hostile corpus. B15: a bank takes what soft and
hard limits would; no strikes are counted, since no pause costs anything.
"""  # noqa: E501

import json
import re
from pathlib import Path

import pytest
from cli_shell import BOT, Shell, told

TESTS = Path(__file__).parents[1]
ODD = "mein Ordner é/ボット 🤖"


@pytest.mark.parametrize("line", re.findall(r"^B\d+ .*::.*$", __doc__, re.MULTILINE))
def test_each_test_that_is_named_is_there(line):
    file, _, name = line.split()[-1].partition("::")
    (found,) = TESTS.rglob(f"{file}.py")
    assert f"def {name}(" in found.read_text("utf-8")


@pytest.fixture
def odd(tmp_path):
    """A person in a folder with spaces, accents and more."""
    folder = tmp_path / ODD
    folder.mkdir(parents=True)
    return Shell(folder)


def test_folders_with_spaces_and_accents(odd):
    told(odd.run("new", "virus-war", "mein bot"))
    odd.write("zweiter Bot/é.py", BOT)
    bots = ("mein bot", "zweiter Bot/é.py", "--set", "size=6")
    found = told(odd.run("play", "virus-war", *bots, "--replay", "neu/ä b/r.json", "--json"))
    assert [one["verdict"] for one in json.loads(found)["verdicts"]] == ["ok", "ok"]
    told(odd.run("view", "neu/ä b/r.json", "-o", "neue Seite/r.html", "--no-open"))
    assert (odd.folder / "neue Seite" / "r.html").is_file()
    assert "identical" in told(odd.run("rerun", "neu/ä b/r.json", *bots[:2]))
    told(odd.run("bench", "virus-war", *bots, "-n", "1", "--plain"))
    assert "Ready" in told(odd.run("check", "mein bot"))


def test_an_empty_folder_that_nobody_can_write(tmp_path):
    """The folder ``/proc/self/fdinfo`` takes no file, not even root's."""
    shell = Shell(tmp_path)
    bot = str(shell.write("my_bot.py", BOT))
    shell.folder = Path("/proc/self/fdinfo")
    small = ("--set", "size=6")
    found = json.loads(told(shell.run("play", "virus-war", bot, "random", *small, "--json")))
    assert [one["verdict"] for one in found["verdicts"]] == ["ok", "ok"]
    done = shell.run("play", "virus-war", bot, "random", *small, "--replay", "r/r.json")
    assert done.returncode == 1
    assert "crash" not in done.stdout + done.stderr
    assert "r: " in done.stderr or "r/r.json" in done.stderr
