"""The command line with a game of dice and without a notation."""

from pathlib import Path

from click.testing import CliRunner

from scuffle.cli.play import play
from scuffle.cli.replay import notation
from scuffle.cli.rerun import rerun

THREE = ["virus-roll-write", "random", "random", "random"]


def test_show_draws_no_table_between_dice() -> None:
    done = CliRunner().invoke(play, [*THREE, "--show"])
    first = done.stderr.split("places a die")[0]
    assert first.count(" rolls a ") == 9
    assert first.count("Round 1 of 7: dice are rolled") == 1


def test_a_game_without_notation_says_what_to_do_instead(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    assert CliRunner().invoke(play, [*THREE, "--replay", str(file)]).exit_code == 0
    done = CliRunner().invoke(notation, [str(file)])
    assert done.exit_code == 1
    assert f"no notation; watch it instead: scuffle view {file}" in done.stderr


def test_a_replay_that_is_not_there_is_no_match_of_the_site() -> None:
    done = CliRunner().invoke(rerun, ["gone.json", "random"])
    assert done.exit_code == 2
    assert "found no file 'gone.json', wanted a saved replay or a match's id" in done.stderr
