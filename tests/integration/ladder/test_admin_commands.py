"""``scuffle admin`` on a real database: what it says, what it does, and that it is noted."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select

from scuffle.cli import main
from scuffle_platform.store import audit, pauses
from scuffle_platform.store.models import Account, Bot, BotState, Ladder, Match, MatchStatus, Worker


@pytest.fixture
def said(quiet: Any, tmp_path: Path) -> Any:
    """Run a command on the town's database."""
    quiet.tick()

    def run(*words: str) -> Result:
        return CliRunner().invoke(main, ["admin", *words, "--data", str(tmp_path)])

    return run


def noted(town: Any) -> list[tuple[str, str]]:
    """What the trail holds, the oldest first."""
    with town.store.reading() as session:
        return [(entry.action, entry.subject) for entry, _ in audit.page(session, 1, 99)][::-1]


def test_a_game_is_paused_and_resumed(said: Any, quiet: Any) -> None:
    done = said("pause", "virus-war", "--why", "It is being mended.")
    assert (done.exit_code, done.output[:15]) == (0, "virus-war rests")
    with quiet.store.reading() as session:
        pause = pauses.standing(session, quiet.now)[0]
        assert (pause.subject, pause.why) == ("virus-war", "It is being mended.")
    assert said("resume", "virus-war").output == "virus-war is played again.\n"
    done = said("resume", "virus-war")
    assert (done.exit_code, "does not rest" in done.output) == (1, True)
    done = said("pause", "chess")
    assert done.exit_code == 1
    assert "games are virus-roll-write, virus-war" in done.output
    assert noted(quiet) == [("pause", "virus-war"), ("resume", "virus-war")]


def test_a_worker_is_drained_and_released(said: Any, quiet: Any) -> None:
    assert "takes nothing more" in said("drain", "w1").output
    assert quiet.read(Worker, "w1").drained is not None
    quiet.tick(3)
    assert quiet.queue.connection.hexists("scuffle:holds", "w1")
    assert said("undrain", "w1").exit_code == 0
    quiet.tick(3)
    assert not quiet.queue.connection.exists("scuffle:holds")
    assert "scuffle admin release w1" in said("quarantine", "w1", "--why", "Odd.").output
    assert said("release", "w1").exit_code == 0
    done = said("drain", "w9")
    assert (done.exit_code, "known are w1" in done.output) == (1, True)
    assert [action for action, _ in noted(quiet)] == ["drain", "undrain", "quarantine", "release"]


def test_a_drained_worker_is_given_no_sets(said: Any, quiet: Any) -> None:
    said("drain", "w1")
    with quiet.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = False
    quiet.show_card()
    quiet.tick(3)
    assert quiet.matches() == []
    said("undrain", "w1")
    quiet.show_card()
    quiet.tick(3)
    assert quiet.matches() != []


def test_void_says_how_many_and_does_it_with_yes(said: Any, quiet: Any) -> None:
    match_id = quiet.match()
    quiet.tick()
    quiet.work()
    quiet.record()
    whose = ("--worker", "w1", "--since", "2020-01-01")
    done = said("void", *whose)
    assert "1 match of 2 bots would be taken back" in done.output
    assert "Nothing was changed" in done.output
    assert quiet.read(Match, match_id).status is MatchStatus.FINISHED
    assert "1 match taken back; 1 played again" in said("void", *whose, "--yes").output
    assert quiet.read(Match, match_id).status is MatchStatus.VOID
    assert said("void", *whose, "--yes").exit_code == 1
    assert "Name a worker or an engine" in said("void", "--since", "3h").output
    done = said("void", "--worker", "w1", "--since", "yesterday")
    assert (done.exit_code, "wanted 90m, 2h or 3d ago" in done.output) == (2, True)
    assert noted(quiet) == [("void", "worker w1")]


def test_people_and_bots_are_looked_after(said: Any, quiet: Any, ada: str) -> None:
    bot = quiet.bot("ink", ada)
    for words in (
        ("user", "disable", "ada"),
        ("user", "enable", "ada"),
        ("user", "promote", "ada"),
        ("bot", "disable", "ink", "--why", "It shouts."),
        ("rebuild", "virus-war"),
    ):
        assert said(*words).exit_code == 0, words
    account = quiet.read(Account, ada)
    assert (account.disabled, account.is_admin) == (None, True)
    assert quiet.read(Bot, bot).why == "It shouts."
    assert said("bot", "enable", "ink").output == "ink plays again.\n"
    assert said("bot", "disable", "ink@1").output == "Version 1 of ink is out of play.\n"
    assert quiet.read(Bot, bot).state is BotState.NEW
    assert said("user", "demote", "ada").exit_code == 0
    assert said("user", "disable", "nobody").exit_code == 1
    assert said("user", "disable", "house").exit_code == 1
    assert [action for action, _ in noted(quiet)] == [
        "disable-account",
        "enable-account",
        "admin",
        "disable-bot",
        "rebuild",
        "enable-bot",
        "disable-version",
        "no-admin",
    ]


def test_making_people_is_noted_too(said: Any, quiet: Any) -> None:
    assert said("user", "create", "bob").exit_code == 0
    assert said("user", "link", "bob").exit_code == 0
    assert said("invite").exit_code == 0
    assert noted(quiet) == [("create", "bob"), ("link", "bob"), ("invite", "")]
