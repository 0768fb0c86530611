"""Replays, format ``scuffle-replay/1``: what everybody may see of a match, and nothing else."""

import gzip
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, BinaryIO, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from scuffle import __version__
from scuffle.contract import Game, Outcome, View
from scuffle.jobs import Seed, StepRecord, VerdictRecord
from scuffle.limits import Limits
from scuffle.match import MatchRecord
from scuffle.refold import Refolded, Unfoldable, fold, refold
from scuffle.registry import make

ENGINE = f"scuffle/{__version__}"
"""What recorded a replay."""


_GZIP = b"\x1f\x8b"

MAX_BYTES = 64 << 20
"""The longest file that is looked at; the longest match of any game is far below."""


class BadReplay(ValueError):
    """A file that is no replay; its text is one sentence."""


def _unpacked(file: BinaryIO) -> bytes:
    try:
        with gzip.GzipFile(fileobj=file) as packed:
            return packed.read(MAX_BYTES + 1)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadReplay(f"This is not a whole gzip file: {error}.") from None


def _is_outcome(found: dict[str, Any], players: int) -> bool:
    """Whether ``found`` has the shape of an outcome for that many players."""
    lists = [found.get("places"), found.get("scores")]
    return isinstance(found.get("reason"), str) and all(
        isinstance(one, list)
        and len(one) == players
        and all(isinstance(number, int | float) for number in one)
        for one in lists
    )


class ReplayPlayer(BaseModel):
    """Who sat on one seat."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    version: int | str | None = Field(
        default=None,
        union_mode="left_to_right",
        description="Its number on the site it played on, which older files hold as text.",
    )
    hash: str | None = Field(default=None, description="SHA-256 of the program that played.")


class Replay(BaseModel):
    """One match, complete: its steps alone replay it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["scuffle-replay/1"] = "scuffle-replay/1"
    game: str
    settings: dict[str, Any]
    seed: Seed | Literal[""] = Field(
        description='Of the match; "" while the site withholds it, until its set has ended.'
    )
    players: tuple[ReplayPlayer, ...] = Field(min_length=1)
    limits: Limits = Limits()
    steps: tuple[StepRecord, ...]
    verdicts: tuple[VerdictRecord, ...]
    outcome: dict[str, Any] | None
    rules_hash: str
    engine: str = ENGINE
    given: int = Field(
        default=0, ge=0, description="The first steps that nobody was asked for: it began there."
    )

    @field_validator("verdicts")
    @classmethod
    def _one_each(
        cls, verdicts: tuple[VerdictRecord, ...], info: ValidationInfo
    ) -> tuple[VerdictRecord, ...]:
        count = len(info.data.get("players", verdicts))
        if len(verdicts) != count:
            raise ValueError(f"found {len(verdicts)} verdicts, wanted {count}, one a player")
        return verdicts

    @field_validator("outcome")
    @classmethod
    def _whole(cls, outcome: dict[str, Any] | None, info: ValidationInfo) -> dict[str, Any] | None:
        count = len(info.data.get("players", ()))
        if outcome is not None and not _is_outcome(outcome, count):
            raise ValueError(f"wanted {count} places, {count} scores and a reason, or null")
        return outcome

    @classmethod
    def of(
        cls,
        game: Game[Any],
        record: MatchRecord,
        seed: str,
        limits: Limits,
        players: Sequence[ReplayPlayer],
    ) -> "Replay":
        """The replay of a match just played."""
        return cls(
            game=game.id,
            settings=game.settings.model_dump(mode="json"),
            seed=seed,
            players=tuple(players),
            limits=limits,
            steps=record.steps,
            verdicts=record.verdicts,
            outcome=record.outcome.to_dict() if record.outcome else None,
            rules_hash=game.rules_hash(),
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> "Replay":
        """Read a replay.

        Raises:
            BadReplay: it is none; the text says what is wrong.
        """
        try:
            found = json.loads(data)
        except (ValueError, RecursionError):
            raise BadReplay("This is not a replay: it is not JSON.") from None
        if not isinstance(found, dict) or found.get("format") != "scuffle-replay/1":
            raise BadReplay('This is not a replay: wanted "format": "scuffle-replay/1".')
        try:
            return cls.model_validate(found)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise BadReplay(f"This replay is damaged at {where}: {first['msg']}.") from None

    @classmethod
    def load(cls, path: str | Path) -> "Replay":
        """Read a replay file, gzipped or not.

        Raises:
            BadReplay: it is none.
            OSError: it cannot be read.
        """
        with Path(path).open("rb") as file:
            is_packed = file.peek(2).startswith(_GZIP)
            data = _unpacked(file) if is_packed else file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise BadReplay(f"{path} holds more than {MAX_BYTES >> 20} MB; no replay is that long")
        return cls.from_bytes(data)

    def to_bytes(self) -> bytes:
        """The canonical bytes: sorted keys, compact, UTF-8, one newline at the end."""
        dumped = self.model_dump(mode="json")
        if not dumped["given"]:
            del dumped["given"]
        for step in dumped["steps"]:
            if not step["tags"]:
                del step["tags"]
        text = json.dumps(dumped, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return text.encode() + b"\n"

    def dump(self, path: str | Path) -> None:
        """Write a replay file, with the folders it needs."""
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(self.to_bytes())

    def to_html(self) -> str:
        """One self-contained page that plays this match, see ``scuffle.html``."""
        from scuffle.html import replay_html

        return replay_html(self)

    def _repr_html_(self) -> str:
        """The player in a notebook."""
        page = escape(self.to_html())
        return (
            f'<iframe srcdoc="{page}" width="100%" height="760" sandbox="allow-scripts"></iframe>'
        )

    @cached_property
    def rules(self) -> Game[Any]:
        """The game with this match's settings."""
        return make(self.game, self.settings)

    def refold(self) -> Refolded:
        """Fold the steps with the rules.

        Raises:
            scuffle.refold.Unfoldable: they do not fold.
        """
        return refold(
            self.rules, len(self.players), self.seed, self.steps, self.verdicts, self.given
        )

    def frames(self, player: int | None = None) -> Iterator[tuple[int, View]]:
        """What ``player`` saw (``None``: everything) after each number of steps, from 0."""
        states = fold(
            self.rules, len(self.players), self.seed, self.steps, self.verdicts, self.given
        )
        for number, state in enumerate(states):
            yield number, self.rules.view(state, player)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a replay and the rules part.

    Attributes:
        step: the first step that differs, from 0; the number of steps if it is the end.
        sentence: what differs.
    """

    step: int
    sentence: str

    def __str__(self) -> str:
        return f"Step {self.step}: {self.sentence}"


def verify(replay: Replay) -> Difference | None:
    """Fold a replay with the rules: ``None`` if equal, else the first difference."""
    if replay.rules_hash != replay.rules.rules_hash():
        return Difference(
            0,
            f"it was recorded under rules {replay.rules_hash}; "
            f"this engine has {replay.rules.rules_hash()}",
        )
    try:
        outcome = replay.refold().outcome
    except Unfoldable as unfoldable:
        return Difference(unfoldable.step, unfoldable.sentence)
    return _compare(replay, outcome)


def _compare(replay: Replay, outcome: Outcome | None) -> Difference | None:
    derived = outcome.to_dict() if outcome else None
    if derived == replay.outcome:
        return None
    return Difference(
        len(replay.steps), f"the outcome is recorded as {replay.outcome}, the rules say {derived}"
    )
