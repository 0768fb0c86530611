"""Workers that have not the same languages: each gets what it can do, and what nobody can waits."""

from datetime import timedelta
from typing import Any

import pytest
from ladder_town import GAME, Town
from sqlalchemy import select

from scuffle.jobs import match_job_id
from scuffle_platform.store import Session, sets
from scuffle_platform.store.models import (
    Alert,
    Bot,
    Ladder,
    Match,
    MatchKind,
    MatchStatus,
    Version,
)

EVERYTHING = ("python", "go", "rust")


@pytest.fixture
def town(sqlite_town: Any) -> Town:
    """A town in which the bot ``crab`` speaks Rust, and nothing is played but what is asked for."""
    rest(sqlite_town, True)
    sqlite_town.bot("crab", sqlite_town.person("ada"))
    speak(sqlite_town, "crab", "rust")
    return sqlite_town


def rest(town: Town, paused: bool) -> None:
    with town.store.session() as session:
        for ladder in session.scalars(select(Ladder).where(Ladder.game == town.game)):
            ladder.paused = paused


def newest(session: Session, name: str) -> Version:
    query = select(Version).join(Bot, Bot.id == Version.bot_id).where(Bot.name == name)
    query = query.where(Bot.game == GAME)
    return session.scalars(query.order_by(Version.number.desc())).first()


def speak(town: Town, name: str, language: str) -> None:
    """The newest version of a bot is written in a language."""
    with town.store.session() as session:
        version = newest(session, name)
        version.language = language
        version.source = {**version.source, "language": language}
        version.program = version.program and {**version.program, "language": language}


def challenge(town: Town, *names: str) -> str:
    """One queued match; its id."""
    town.later(0.001)
    with town.store.session() as session:
        order = sets.SetOrder(
            kind=MatchKind.CHALLENGE,
            game=town.game,
            settings={"size": 6},
            versions=[newest(session, name) for name in names],
            seed="seed",
        )
        return sets.create_match(session, order, town.now).id


def show(town: Town, **workers: tuple[str, ...]) -> None:
    for name, languages in workers.items():
        town.show_card(name, languages=languages)
    town.tick(2)


def lies(town: Town, match_id: str) -> str:
    return town.queue.place(match_job_id(match_id, 1))


def test_a_match_waits_while_nobody_has_its_language_and_says_so(town: Town) -> None:
    match_id, other = challenge(town, "crab", "random"), challenge(town, "greedy", "random")
    show(town, snake=("python",))
    waiting = town.read(Match, match_id)
    assert (waiting.status, waiting.attempts) == (MatchStatus.QUEUED, 0)
    assert waiting.sentence == "No worker at present has Rust. It waits."
    assert lies(town, other) == "matches"
    show(town, snake=("python",), smith=EVERYTHING)
    assert lies(town, match_id) == "matches+go+rust"
    assert town.read(Match, match_id).sentence == "Waiting for a worker."


def test_what_was_asked_for_waits_for_its_language_as_long_as_it_takes(town: Town) -> None:
    match_id, made = challenge(town, "crab", "random"), town.now
    show(town, snake=("python",))
    town.later(2 * 86_400)
    show(town, snake=("python",))
    town.tick(11)
    waiting = town.read(Match, match_id)
    assert waiting.status is MatchStatus.QUEUED
    assert waiting.deadline > made + timedelta(days=2)


def test_it_moves_when_its_workers_go_and_no_attempt_is_lost(town: Town) -> None:
    match_id = challenge(town, "crab", "random")
    show(town, snake=("python",), smith=EVERYTHING)
    assert lies(town, match_id) == "matches+go+rust"
    town.queue.connection.delete("scuffle:worker:smith")
    town.later(40)
    show(town, snake=("python",), crusty=("python", "rust"))
    town.tick(2)
    assert lies(town, match_id) == "matches+rust"
    town.queue.connection.delete("scuffle:worker:crusty")
    town.later(40)
    show(town, snake=("python",))
    show(town, snake=("python",))
    assert lies(town, match_id) == ""
    waiting = town.read(Match, match_id)
    assert (waiting.status, waiting.attempts) == (MatchStatus.QUEUED, 1)
    assert waiting.sentence == "No worker at present has Rust. It waits."


def test_what_few_can_play_keeps_nobody_else_from_playing(town: Town) -> None:
    crabs = [challenge(town, "crab", "random") for _ in range(6)]
    others = [challenge(town, "greedy", "random") for _ in range(3)]
    show(town, snake=("python",), smith=EVERYTHING)
    assert [bool(lies(town, one)) for one in crabs] == [True] * 2 + [False] * 4
    assert [bool(lies(town, one)) for one in others] == [True] * 2 + [False]
    town.queue.connection.delete("scuffle:worker:smith")
    town.later(40)
    show(town, snake=("python",))
    assert [bool(lies(town, one)) for one in others] == [True] * 2 + [False]


def test_two_languages_that_no_worker_has_together_are_named(town: Town) -> None:
    town.bot("gopher", town.person("bob"))
    speak(town, "gopher", "go")
    match_id = challenge(town, "crab", "gopher")
    show(town, smith=("python", "rust"), miner=("python", "go"))
    sentence = "No worker at present has both Go and Rust. It waits."
    assert town.read(Match, match_id).sentence == sentence
    assert lies(town, match_id) == ""


def test_a_check_waits_for_who_can_build_it(town: Town) -> None:
    with town.store.reading() as session:
        bot_id = newest(session, "crab").bot_id
    version = town.version(bot_id, ready=False)
    speak(town, "crab", "rust")
    show(town, snake=("python",))
    waiting = town.read(Version, version)
    assert waiting.reason == "No worker at present has Rust. Its check waits."
    assert waiting.our_faults == 0
    show(town, snake=("python",), smith=EVERYTHING)
    assert town.queue.place(f"check-{version}-1") == "checks+go+rust"
    assert town.read(Version, version).reason == ""


def test_operators_are_told_what_is_missing_and_that_it_came(town: Town) -> None:
    challenge(town, "crab", "random")
    show(town, snake=("python",))
    town.later(10)
    show(town, snake=("python",))
    with town.store.reading() as session:
        (alert,) = session.scalars(select(Alert).where(Alert.resolved.is_(None))).all()
    assert (alert.kind, alert.subject) == ("language", "rust")
    assert alert.sentence.startswith("No worker at present has Rust, and 1 match or check waits")
    assert "Debian's rustc" in alert.sentence
    town.later(10)
    show(town, snake=("python",), smith=EVERYTHING)
    with town.store.reading() as session:
        assert session.scalars(select(Alert).where(Alert.resolved.is_(None))).all() == []


def test_the_ladder_pairs_nobody_whom_no_worker_can_play(town: Town) -> None:
    rest(town, False)
    for _ in range(2):
        show(town, snake=("python",))
        town.work()
        town.record()
    with town.store.reading() as session:
        made = session.scalars(select(Match).where(Match.kind == MatchKind.LADDER)).all()
        seats = {seat.version_id for match in made for seat in match.seats}
        assert made
        assert newest(session, "crab").id not in seats
