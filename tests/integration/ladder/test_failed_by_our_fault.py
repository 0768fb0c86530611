"""What a broken worker did to matches and bots is undone when its matches are taken back."""

from datetime import timedelta
from typing import Any

import pytest
from ladder_town import Town
from sqlalchemy import select

from scuffle.jobs import match_job_id
from scuffle_platform import operations
from scuffle_platform.store import bots, inbox
from scuffle_platform.store.integrity import violations
from scuffle_platform.store.models import (
    Audit,
    Bot,
    BotState,
    Ladder,
    Match,
    MatchKind,
    NoticeKind,
)
from scuffle_platform.store.voiding import Selection


@pytest.fixture
def calm(town: Town) -> Town:
    """A town on each database in which only what a test asks for is played."""
    with town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True
    town.show_card()
    return town


def no_arguments() -> None:
    """Fails before the first step."""


def play(town: Town, match_id: str, *players: Any, worker: str = "w1", **changes: Any) -> Match:
    """A queued match is played by a worker and recorded."""
    town.later(5)
    report = town.played(town.start(match_id), *players)
    report = report.model_copy(update={"worker": worker, **changes})
    town.report(match_job_id(match_id, 1), report.model_dump(mode="json"))
    town.record()
    found: Match = town.read(Match, match_id)
    return found


def take_back(town: Town, worker: str = "w1") -> str:
    """Everything that a worker did."""
    selection = Selection(town.now - timedelta(hours=1), town.now, worker)
    return operations.void(town.store, None, selection, "", town.now)


def stands_in(town: Town, match_id: str) -> Match:
    found: Match = town.read(Match, town.read(Match, match_id).replaced_by_id)
    return found


def wrong(town: Town) -> list[str]:
    with town.store.reading() as session:
        return violations(session)


def test_what_a_broken_worker_left_unranked_is_ranked_when_played_again(calm: Town) -> None:
    nobody = play(calm, calm.match(), no_arguments, no_arguments)
    unmeasured = play(calm, calm.match(), evidence={"clock": "none"})
    asked = play(calm, calm.match(MatchKind.CHALLENGE))
    assert not any(one.ranked for one in (nobody, unmeasured, asked))
    assert take_back(calm).startswith("3 matches taken back; 3 played again. Ratings")
    again = [stands_in(calm, one.id) for one in (nobody, unmeasured, asked)]
    assert [one.ranked for one in again] == [True, True, False]
    assert wrong(calm) == []


def test_a_check_finds_what_would_not_be_ranked_as_it_is_meant(calm: Town) -> None:
    ladder, asked = calm.match(), calm.match(MatchKind.CHALLENGE)
    assert wrong(calm) == []
    with calm.store.session() as session:
        session.get_one(Match, ladder).ranked = False
        session.get_one(Match, asked).ranked = True
    assert sorted(wrong(calm)) == sorted(
        f"match {one} would be ranked otherwise than its ladder means it" for one in (ladder, asked)
    )


def fail(town: Town, bot: str, worker: str = "w1") -> None:
    """A bot crashes in a ladder match."""
    play(town, town.match_of(bot), town.crash, town.any_action, worker=worker)


def test_who_was_benched_for_our_fault_plays_again_and_nobody_else_does(calm: Town) -> None:
    ann = calm.person("ann")
    ours, owners, own_fault = (calm.bot(name, ann) for name in ("ours", "owners", "own-fault"))
    for worker, bot, times in (
        ("w2", own_fault, 5),
        ("w1", own_fault, 1),
        ("w2", ours, 1),
        ("w1", ours, 4),
        ("w1", owners, 1),
    ):
        for _ in range(times):
            fail(calm, bot, worker)
    with calm.store.session() as session:
        bots.bench(session.get_one(Bot, owners))
    benched = [calm.read(Bot, bot) for bot in (ours, owners, own_fault)]
    assert {bot.state for bot in benched} == {BotState.BENCHED}
    said = take_back(calm)
    assert said == (
        "6 matches taken back; 6 played again. 1 bot came back from the bench. "
        "Ratings follow by themselves."
    )
    states = [calm.read(Bot, bot).state for bot in (ours, owners, own_fault)]
    assert states == [BotState.ACTIVE, BotState.BENCHED, BotState.BENCHED]
    assert calm.read(Bot, ours).why == ""
    assert calm.read(Bot, owners).why == bots.BENCHED_BY_OWNER
    with calm.store.reading() as session:
        told = inbox.told_lately(session, [ann], NoticeKind.BENCHED, calm.now)
        assert [one.about["bot"] for one in told if one.about.get("back")] == [ours]
        (noted,) = session.scalars(select(Audit).where(Audit.action == "void"))
        assert (noted.detail["matches"], noted.detail["back"]) == (6, 1)
    assert wrong(calm) == []
