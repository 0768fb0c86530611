"""Players that are functions, and what an honest worker reports of what they played."""

import random
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from scuffle.function_seat import FunctionSeat
from scuffle.jobs import (
    CheckJob,
    CheckReport,
    CheckStep,
    PlayJob,
    PlayReport,
)
from scuffle.match import play_match
from scuffle.registry import make

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

Action = dict[str, Any]


def any_action(state: dict[str, Any]) -> Action:
    """Plays legally and differently each time, from the state alone."""
    rng = random.Random(repr(state["board"]))
    actions = [one for one in state["legal_actions"] if one["action"] != "pass"]
    return dict(rng.choice(actions))


def first_action(state: dict[str, Any]) -> Action:
    """Plays the first legal action, so that a match is short work to predict."""
    return dict(state["legal_actions"][0])


def crash(state: dict[str, Any]) -> Action:
    """Fails at its first request."""
    raise RuntimeError("lost")


def played(job: PlayJob, *players: Callable[..., Any], at: datetime = START) -> PlayReport:
    """What an honest worker reports of ``job``."""
    game = make(job.game, job.settings)
    seats = [FunctionSeat(player) for player in players or [any_action] * job.num_players]
    record = play_match(game, job.num_players, seats, job.seed, job.limits)
    return PlayReport(
        match_id=job.match_id,
        attempt=job.attempt,
        token=job.token,
        worker="w1",
        status="finished",
        engine="scuffle/test",
        rules_hash=game.rules_hash(),
        backend="function",
        steps=record.steps,
        seats=record.seats,
        outcome=record.outcome.to_dict() if record.outcome else None,
        started=at.timestamp(),
        ended=at.timestamp(),
    )


def checked(job: CheckJob, *, ready: bool = True, at: datetime = START) -> CheckReport:
    """What an honest worker reports of a check."""
    play = PlayJob(
        match_id=job.version_id,
        attempt=job.attempt,
        token=job.token,
        game=job.game,
        settings=job.settings,
        num_players=job.num_players,
        seed=job.seed,
        programs=(job.program, job.opponent),
        limits=job.limits,
    )
    return CheckReport(
        version_id=job.version_id,
        attempt=job.attempt,
        token=job.token,
        worker="w1",
        status="ready" if ready else "rejected",
        steps=(
            CheckStep(name="start", passed=True, sentence="Started 3 times."),
            CheckStep(name="match", passed=ready, sentence="crash after 0 steps: it raised."),
        ),
        program=job.program if ready else None,
        toolchain="Python 3.11",
        start_ms=(20.0, 21.0, 20.5),
        match=played(play, any_action if ready else crash, any_action),
        started=at.timestamp(),
        ended=at.timestamp(),
    )
