"""What the recorder makes of a worker's report before the store hears of it.

Nothing a worker says is believed: its report is parsed, its steps are folded with the rules, and
the outcome is derived from them.
"""

import gzip
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from scuffle.contract import Outcome
from scuffle.jobs import PlayReport, RequestLog, StepRecord
from scuffle.limits import Limits
from scuffle.refold import Unfoldable, fold, refold
from scuffle.registry import make
from scuffle.replay import Replay, ReplayPlayer

R = TypeVar("R", bound=BaseModel)


class Unbelievable(Exception):
    """A report that is refused; the text says what was found and what was wanted."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a match was asked to be, from the store.

    Attributes:
        game: the game's id.
        settings: its settings.
        seed: of the match.
        players: who sits where.
        given: the first steps, of the match that it is played on from.
    """

    game: str
    settings: dict[str, Any]
    seed: str
    players: Sequence[ReplayPlayer]
    given: Sequence[StepRecord] = ()


@dataclass(frozen=True, slots=True)
class Believed:
    """A match as it may be stored.

    Attributes:
        outcome: as derived; ``None`` if every seat failed to start.
        replay: the replay's bytes, not packed.
        actions_hash: SHA-256 of all actions in order.
        cpu_ms: by seat.
        tags: every different tag, sorted.
    """

    outcome: Outcome | None
    replay: bytes
    actions_hash: str
    cpu_ms: tuple[float, ...]
    tags: tuple[str, ...]


def parse(kind: type[R], found: Any) -> R:
    """A report from the queue's JSON.

    Raises:
        Unbelievable: it is not one.
    """
    try:
        return kind.model_validate_json(json.dumps(found))
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(map(str, fault["loc"])) or "the whole of it"
        raise Unbelievable(f"the report is malformed at {where}: {fault['msg']}") from None


def check_token(found: str, wanted: str) -> None:
    """Whether a report belongs to the attempt that was opened.

    Raises:
        Unbelievable: its token is another.
    """
    if not hmac.compare_digest(found.encode(), wanted.encode()):
        raise Unbelievable("the report's token is not the attempt's")


def believe(report: PlayReport, setting: Setting) -> Believed:
    """Fold a finished match with the rules.

    Raises:
        Unbelievable: it was played under other rules, does not fold, or says another outcome.
    """
    outcome = derive(report, setting)
    if report.outcome != (outcome.to_dict() if outcome else None):
        raise Unbelievable(f"the report says {report.outcome}, the rules say {outcome}")
    return Believed(
        outcome,
        _replay(report, setting, report.steps, outcome),
        _actions_hash(report.steps),
        _cpu_ms(report),
        tuple(sorted({tag for step in report.steps for tag in step.tags})),
    )


def derive(report: PlayReport, setting: Setting) -> Outcome | None:
    """The outcome that follows from a report's steps and verdicts, whatever it says itself.

    Raises:
        Unbelievable: it was played under other rules, or does not fold.
    """
    game = make(setting.game, setting.settings)
    if report.rules_hash != game.rules_hash():
        raise Unbelievable(
            f"the worker plays rules {report.rules_hash}, this site {game.rules_hash()}; "
            "give both the same version of Scuffle"
        )
    if tuple(report.steps[: len(setting.given)]) != tuple(setting.given):
        raise Unbelievable("the steps do not begin with those that it was to be played on from")
    verdicts, given = tuple(seat.verdict for seat in report.seats), len(setting.given)
    players = len(setting.players)
    try:
        return refold(game, players, setting.seed, report.steps, verdicts, given).outcome
    except Unfoldable as error:
        raise Unbelievable(f"the steps do not fold. {error}") from None


def partial_replay(report: PlayReport, setting: Setting) -> bytes | None:
    """The packed replay of an attempt that came to nothing, as far as its steps fold."""
    game = make(setting.game, setting.settings)
    folded = -1
    try:
        for _ in fold(game, len(setting.players), setting.seed, report.steps):
            folded += 1
    except Unfoldable:
        pass
    steps = report.steps[: max(0, folded)]
    return pack(_replay(report, setting, steps, None)) if steps else None


def pack(data: bytes) -> bytes:
    """Gzip without a date, so that equal bytes pack equally."""
    return gzip.compress(data, mtime=0)


def pack_log(log: Sequence[RequestLog]) -> bytes:
    """One seat's log as packed JSON lines, one a request."""
    return pack("".join(entry.model_dump_json() + "\n" for entry in log).encode())


def _replay(
    report: PlayReport, setting: Setting, steps: Sequence[StepRecord], outcome: Outcome | None
) -> bytes:
    return Replay(
        game=setting.game,
        settings=setting.settings,
        seed=setting.seed,
        players=tuple(setting.players),
        limits=Limits(),
        steps=tuple(steps),
        verdicts=tuple(seat.verdict for seat in report.seats),
        outcome=outcome.to_dict() if outcome else None,
        rules_hash=report.rules_hash,
        engine=report.engine,
        given=min(len(setting.given), len(steps)),
    ).to_bytes()


def _actions_hash(steps: Sequence[StepRecord]) -> str:
    actions = [[step.player, step.action] for step in steps]
    text = json.dumps(actions, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _cpu_ms(report: PlayReport) -> tuple[float, ...]:
    used = [sum(entry.cpu_us for entry in seat.log) / 1000 for seat in report.seats]
    return tuple(round(one, 3) for one in used)
