"""The recorder and checks: ready, rejected, our fault, forged."""

from hashlib import sha256
from typing import Any

import pytest
from sqlalchemy import select

from scuffle.jobs import check_job_id
from scuffle_platform.store.models import (
    Alert,
    Attempt,
    AttemptStatus,
    Bot,
    BotState,
    Match,
    MatchKind,
    MatchStatus,
    Version,
    VersionStatus,
)


def check(town: Any, version_id: str, number: int = 1, **changes: Any) -> None:
    job_id = check_job_id(version_id, number)
    report = town.checked(town.check_job(job_id))
    town.report(job_id, report.model_copy(update=changes).model_dump(mode="json"))
    town.record()


def test_a_checked_version_is_ready_active_and_in_the_ladder(town: Any) -> None:
    bot_id = town.bot("mine", town.person("ann"), ready=False)
    town.tick()
    (version_id,) = town.versions(bot_id)
    check(town, version_id)
    version = town.read(Version, version_id)
    assert version.status is VersionStatus.READY
    assert version.program == version.source
    assert version.toolchain == "Python 3.11"
    assert version.start_ms == [20.0, 21.0, 20.5]
    bot = town.read(Bot, bot_id)
    assert (bot.state, bot.active_version_id) == (BotState.ACTIVE, version_id)
    match = town.read(Match, version.check_match_id)
    assert (match.kind, match.status) == (MatchKind.CHECK, MatchStatus.FINISHED)
    assert not match.ranked
    town.tick()
    assert version_id in town.roster()


def test_a_failed_check_says_which_step_and_why(sqlite_town: Any) -> None:
    town = sqlite_town
    bot_id = town.bot("mine", town.person("ann"), ready=False)
    (version_id,) = town.versions(bot_id)
    town.player = town.crash
    town.tick()
    town.work()
    town.record()
    version = town.read(Version, version_id)
    assert version.status is VersionStatus.REJECTED
    assert version.reason == "crash after 0 steps: it raised."
    assert version.check_match_id is not None
    assert town.read(Bot, bot_id).state is BotState.NEW


def test_what_was_built_is_stored_with_the_version(sqlite_town: Any) -> None:
    town = sqlite_town
    bot_id = town.bot("mine", town.person("ann"), ready=False)
    (version_id,) = town.versions(bot_id)
    town.tick()
    built = b"the built program"
    digest = sha256(built).hexdigest()
    town.queue.offer_program(digest, built)
    job = town.check_job(check_job_id(version_id, 1))
    check(town, version_id, program=job.program.model_copy(update={"hash": digest}))
    version = town.read(Version, version_id)
    assert version.program_hash == digest
    assert version.source_hash != digest
    assert town.blob(digest) == built


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"match": None}, "its match was not passed"),
        ({"program": None}, "its match was not passed"),
        ({"token": "f" * 64}, "token"),
    ],
)
def test_a_forged_ready_is_refused(sqlite_town: Any, changes: Any, word: str) -> None:
    town = sqlite_town
    bot_id = town.bot("mine", town.person("ann"), ready=False)
    (version_id,) = town.versions(bot_id)
    town.tick()
    check(town, version_id, **changes)
    version = town.read(Version, version_id)
    assert version.status is VersionStatus.CHECKING
    assert version.our_faults == 1
    with town.store.reading() as session:
        attempt = session.scalars(select(Attempt)).first()
        assert attempt is not None
        assert attempt.status is AttemptStatus.REFUSED
        assert word in attempt.why


def test_a_check_that_fails_by_us_three_times_waits_and_says_so(sqlite_town: Any) -> None:
    town = sqlite_town
    bot_id = town.bot("mine", town.person("ann"), ready=False)
    (version_id,) = town.versions(bot_id)
    for number in (1, 2, 3):
        town.tick()
        void = {"status": "void", "reason": "No cage could be made.", "program": None}
        check(town, version_id, number, **void)
    version = town.read(Version, version_id)
    assert version.status is VersionStatus.CHECKING
    assert version.reason.startswith("Our fault, not your bot's: No cage could be made.")
    town.tick()
    assert town.queue.waiting("checks") == 0
    town.tick(601)
    assert town.queue.waiting("checks") == 1
    check(town, version_id, 4)
    version = town.read(Version, version_id)
    assert (version.status, version.reason) == (VersionStatus.READY, "")
    with town.store.reading() as session:
        assert session.scalars(select(Alert)).one().resolved is not None


def test_a_withdrawn_version_stays_rejected_whatever_its_check_says(sqlite_town: Any) -> None:
    town = sqlite_town
    bot_id = town.bot("mine", town.person("ann"), ready=False)
    (version_id,) = town.versions(bot_id)
    town.tick()
    with town.store.session() as session:
        version = session.get_one(Version, version_id)
        version.status, version.reason = VersionStatus.REJECTED, "Withdrawn."
    check(town, version_id)
    version = town.read(Version, version_id)
    assert (version.status, version.reason) == (VersionStatus.REJECTED, "Withdrawn.")
