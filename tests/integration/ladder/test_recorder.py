"""The recorder: stores what folds, once, and nothing else."""

import gzip
import json
from hashlib import sha256
from typing import Any

import pytest
from sqlalchemy import select

from scuffle.jobs import PlayReport, match_job_id
from scuffle.replay import Replay as ReplayFile
from scuffle.replay import verify
from scuffle_platform.store import recording
from scuffle_platform.store.models import (
    Alert,
    Attempt,
    AttemptStatus,
    Bot,
    BotState,
    Fault,
    Ladder,
    Log,
    Match,
    MatchSet,
    MatchStatus,
    Replay,
)


def take(town: Any, report: PlayReport) -> None:
    """The report's job ends and is recorded."""
    job_id = match_job_id(report.match_id, report.attempt)
    town.report(job_id, report.model_dump(mode="json"))
    town.record()


def honest(town: Any, match_id: str, number: int = 1, **changes: Any) -> PlayReport:
    from_worker: PlayReport = town.played(town.start(match_id, number))
    return from_worker.model_copy(update=changes)


def everything(town: Any) -> list[Any]:
    """All that a recording writes, to be compared."""
    with town.store.reading() as session:
        rows: list[Any] = []
        for kind in (Match, Attempt, Replay, Log, MatchSet, Ladder):
            for row in session.scalars(select(kind)):
                columns = {c.key: getattr(row, c.key) for c in kind.__table__.columns}
                rows.append((kind.__name__, repr(sorted(columns.items(), key=str))))
        return sorted(rows)


def test_a_match_with_replay_logs_and_verdicts_is_stored_in_one_go(town: Any) -> None:
    match_id = town.match()
    stale = town.matches()[0].ladder_id and town.read(Ladder, town.matches()[0].ladder_id).stale
    take(town, honest(town, match_id))
    match = town.read(Match, match_id)
    assert match.status is MatchStatus.FINISHED
    assert sorted(seat.place for seat in match.seats) == [1, 2]
    assert [seat.verdict for seat in match.seats] == ["ok", "ok"]
    assert match.worker == "w1"
    winner = next(seat.bot_id for seat in match.seats if seat.place == 1)
    assert match.sentence.startswith(f"{town.read(Bot, winner).name} won: ")
    (attempt,) = town.attempts(match_id)
    assert (attempt.status, attempt.fault) == (AttemptStatus.REPORTED, Fault.NONE)
    assert town.read(MatchSet, match.set_id).ended == town.now
    assert town.read(Ladder, match.ladder_id).stale == stale + 1
    with town.store.reading() as session:
        stored = session.get_one(Replay, match_id)
        data = gzip.decompress(stored.data)
        assert sha256(data).hexdigest() == stored.hash
        assert verify(ReplayFile.from_bytes(data)) is None
        for player in (0, 1):
            lines = gzip.decompress(session.get_one(Log, (match_id, player)).data).splitlines()
            assert json.loads(lines[1])["request"] == 1
    assert town.queue.report(match_job_id(match_id, 1)) is None


def test_recording_twice_changes_nothing(town: Any) -> None:
    match_id = town.match()
    report = honest(town, match_id)
    take(town, report)
    before = everything(town)
    town.recorder._take_match(match_job_id(match_id, 1), report.model_dump(mode="json"))
    town.recorder.record_match(match_job_id(match_id, 1))
    assert everything(town) == before


def test_a_late_report_is_kept_as_refused_and_the_next_attempt_counts(town: Any) -> None:
    match_id = town.match()
    late = honest(town, match_id)
    with town.store.session() as session:
        first = session.scalars(select(Attempt)).one()
        recording.attempts.fail(session, first, AttemptStatus.LOST, "Gone.", town.now, Fault.WORKER)
    second = honest(town, match_id, 2)
    town.recorder._take_match(match_job_id(match_id, 1), late.model_dump(mode="json"))
    assert town.read(Match, match_id).status is MatchStatus.QUEUED
    take(town, second)
    town.recorder._take_match(match_job_id(match_id, 1), late.model_dump(mode="json"))
    assert [one.status for one in town.attempts(match_id)] == ["refused", "reported"]
    refused = town.attempts(match_id)[0]
    assert refused.why == "Gone. Its report came later and was refused."
    assert refused.evidence["ended"] == late.ended
    with town.store.reading() as session:
        partial = session.get_one(Attempt, refused.id).partial
    assert ReplayFile.from_bytes(gzip.decompress(partial)).steps == late.steps
    assert town.read(Match, match_id).status is MatchStatus.FINISHED


FORGERIES = {
    "outcome": (
        lambda r: {"outcome": {**r.outcome, "places": r.outcome["places"][::-1]}},
        "the rules say",
    ),
    "no outcome": (lambda r: {"outcome": None}, "the rules say"),
    "a step left out": (lambda r: {"steps": r.steps[:5] + r.steps[6:]}, "do not fold"),
    "an end cut off": (lambda r: {"steps": r.steps[:-1]}, "do not fold"),
    "no step at all": (lambda r: {"steps": ()}, "do not fold"),
    "a seat less": (lambda r: {"seats": r.seats[:1]}, "do not fold"),
    "the other's step": (
        lambda r: {"steps": (r.steps[0].model_copy(update={"player": 1}), *r.steps[1:])},
        "do not fold",
    ),
    "token": (lambda r: {"token": "f" * 64}, "token"),
    "other rules": (lambda r: {"rules_hash": "0" * 16}, "the worker plays rules"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_refused_and_the_match_played_again(sqlite_town: Any, name: str) -> None:
    town = sqlite_town
    match_id = town.match()
    report = honest(town, match_id)
    forge, word = FORGERIES[name]
    take(town, report.model_copy(update=forge(report)))
    (attempt,) = town.attempts(match_id)
    assert (attempt.status, attempt.fault) == (AttemptStatus.REFUSED, Fault.WORKER)
    assert word in attempt.why
    match = town.read(Match, match_id)
    assert match.status is MatchStatus.QUEUED
    assert match.outcome is None
    take(town, honest(town, match_id, 2))
    assert town.read(Match, match_id).status is MatchStatus.FINISHED


@pytest.mark.parametrize("found", [{}, [], "text", 7, {"match_id": 1}, {"steps": "\ud800"}])
def test_what_is_no_report_is_refused(sqlite_town: Any, found: Any) -> None:
    town = sqlite_town
    match_id = town.match()
    town.start(match_id)
    town.report(match_job_id(match_id, 1), found)
    town.record()
    (attempt,) = town.attempts(match_id)
    assert attempt.status is AttemptStatus.REFUSED
    assert "malformed" in attempt.why


def test_a_job_that_failed_ends_the_attempt_with_its_last_words(sqlite_town: Any) -> None:
    town = sqlite_town
    match_id = town.match()
    town.start(match_id)
    town.broken = True
    town.work()
    town.record()
    (attempt,) = town.attempts(match_id)
    assert (attempt.status, attempt.fault) == (AttemptStatus.VOID, Fault.WORKER)
    assert attempt.why == "The worker ended without a report: MemoryError: the worker broke."


def test_our_fault_voids_the_attempt_and_keeps_what_was_played(sqlite_town: Any) -> None:
    town = sqlite_town
    match_id = town.match()
    report = honest(town, match_id)
    half = report.steps[: len(report.steps) // 2]
    take(
        town,
        report.model_copy(
            update={
                "status": "void",
                "reason": "The host was starved.",
                "steps": half,
                "outcome": None,
                "evidence": {"wall_ms": 12.5},
            }
        ),
    )
    (attempt,) = town.attempts(match_id)
    assert (attempt.status, attempt.fault) == (AttemptStatus.VOID, Fault.OURS)
    assert attempt.evidence["wall_ms"] == 12.5
    with town.store.reading() as session:
        partial = session.get_one(Attempt, attempt.id).partial
        assert partial is not None
        assert ReplayFile.from_bytes(gzip.decompress(partial)).steps == half
    assert "Attempt 1 failed by us and is repeated" in town.read(Match, match_id).sentence


def test_a_match_without_any_clock_counts_for_nothing(sqlite_town: Any) -> None:
    town = sqlite_town
    match_id = town.match()
    assert town.read(Match, match_id).ranked
    report = honest(town, match_id)
    take(town, report.model_copy(update={"evidence": {"clock": "none"}}))
    match = town.read(Match, match_id)
    assert (match.status, match.ranked) == (MatchStatus.FINISHED, False)
    assert match.sentence.endswith(
        "It counts for nothing, since its worker cannot measure CPU time."
    )


def test_three_faults_of_ours_void_the_match_and_tell_an_operator(sqlite_town: Any) -> None:
    town = sqlite_town
    match_id = town.match()
    for number in (1, 2, 3):
        town.start(match_id, number)
        town.report(match_job_id(match_id, number), None)
        town.record()
    match = town.read(Match, match_id)
    assert match.status is MatchStatus.VOID
    assert [one.number for one in town.attempts(match_id)] == [1, 2, 3]
    with town.store.reading() as session:
        assert session.scalars(select(Alert)).one().subject == match_id
    assert town.read(MatchSet, match.set_id).ended is not None
    assert town.start is not None
    town.scheduler.dispatcher.dispatch(town.now)
    assert len(town.attempts(match_id)) == 3


def test_raising_in_the_middle_leaves_nothing_of_a_recording(
    town: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = town.match()
    report = honest(town, match_id)

    def away(*_: Any) -> None:
        raise recording_fault

    recording_fault = RuntimeError("the disk is full")
    with monkeypatch.context() as patch:
        patch.setattr(recording.benching, "consider", away)
        take(town, report)
    match = town.read(Match, match_id)
    assert match.status is MatchStatus.QUEUED
    with town.store.reading() as session:
        assert session.scalars(select(Replay)).all() == []
        assert session.scalars(select(Log)).all() == []
    (attempt,) = town.attempts(match_id)
    assert (attempt.status, attempt.fault) == (AttemptStatus.VOID, Fault.OURS)
    take(town, honest(town, match_id, 2))
    assert town.read(Match, match_id).status is MatchStatus.FINISHED


def test_a_finished_match_ignores_what_the_queue_says(sqlite_town: Any) -> None:
    town = sqlite_town
    match_id = town.match()
    take(town, honest(town, match_id))
    before = everything(town)
    town.queue.enqueue_record(match_job_id(match_id, 1))
    town.record()
    town.scheduler.lookout.look(town.later(60))
    assert everything(town) == before


def test_a_failing_bot_loses_and_after_five_in_a_row_is_benched(sqlite_town: Any) -> None:
    town = sqlite_town
    bot_id = town.bot("mine", town.person("ann"))
    for _ in range(5):
        assert town.read(Bot, bot_id).state is BotState.ACTIVE
        match_id = town.match_of(bot_id)
        take(town, town.played(town.start(match_id), town.crash, town.any_action))
        match = town.read(Match, match_id)
        assert [(seat.place, seat.verdict) for seat in match.seats] == [(2, "crash"), (1, "ok")]
        assert "lost" in match.seats[0].detail
    bot = town.read(Bot, bot_id)
    assert bot.state is BotState.BENCHED
    assert bot.why.startswith("It failed in its last 5 ladder matches. It returns")


def test_a_house_bot_is_not_benched_but_an_operator_is_told(sqlite_town: Any) -> None:
    town = sqlite_town
    for _ in range(5):
        match_id = town.match()
        take(town, town.played(town.start(match_id), town.crash, town.any_action))
    bot_id = town.read(Match, match_id).seats[0].bot_id
    assert town.read(Bot, bot_id).state is BotState.ACTIVE
    with town.store.reading() as session:
        assert session.scalars(select(Alert.kind)).one() == "house-bot"


def test_everybody_failing_at_the_start_is_finished_and_unranked(sqlite_town: Any) -> None:
    town = sqlite_town

    def no_arguments() -> None: ...

    match_id = town.match()
    take(town, town.played(town.start(match_id), no_arguments, no_arguments))
    match = town.read(Match, match_id)
    assert match.status is MatchStatus.FINISHED
    assert match.outcome is None
    assert not match.ranked
