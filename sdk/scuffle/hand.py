"""What crosses the queue for a match that a person plays: the job, what they see, what they answer.

A board's keys in Redis: ``scuffle:board:<match>`` is a stream whose last entry is the position,
``…:answers`` a hash of what the person sent, ``…:bell`` a list that wakes whoever waits for it.
"""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from scuffle.jobs import MatchJob, Moment, Program

HANDS = "hands"
"""The queue of matches that a person plays; its only word is ``play_hand``."""

BOARDS, BOARDS_EACH = 8, 1
"""How many people may play at a time, and how many matches one of them."""

ASKS_AFTER_S, ENDS_AFTER_S = 180, 600
"""After so long without a move the page asks whether its person is there; then the match ends."""

KEPT_S = 86_400
"""How long a board's keys outlive their last change."""

HERE, LEFT = "here", "left"
"""Fields of the answers: when the person last said to be there (POSIX s), whether they gave up."""


def board_key(match_id: str) -> str:
    """The stream of positions of a match that a person plays."""
    return f"scuffle:board:{match_id}"


def answers_key(match_id: str) -> str:
    """The hash of what the person sent: a ``Move`` by request, and ``HERE`` and ``LEFT``."""
    return f"{board_key(match_id)}:answers"


def bell_key(match_id: str) -> str:
    """The list to which each answer adds an entry."""
    return f"{board_key(match_id)}:bell"


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class HandJob(MatchJob):
    """A match that a person plays; there is one attempt, since nobody plays the same again."""

    programs: Annotated[tuple[Program | None, ...], Field(min_length=1)] = Field(
        description="By seat; null is the person."
    )
    until: Moment = Field(description="Taken later than this it is not played: nobody waits.")

    @property
    def person(self) -> int:
        """The person's seat."""
        return self.programs.index(None)


class Position(_Model):
    """What the person at a board may see now; the engine cut it for their seat."""

    step: int = Field(ge=0, description="How many steps were taken.")
    request: int = Field(ge=0, description="The request that waits for the person; 0: none.")
    view: dict[str, Any]
    legal: tuple[dict[str, Any], ...] = Field(description="What may be played now.")
    told: tuple[str, ...] = Field(description="What others did since the person's last turn.")
    note: str = Field(default="", description="Why a line of moves was not played to its end.")
    ends: float = Field(default=0.0, description="When it ends without a move, POSIX seconds.")
    outcome: dict[str, Any] | None = Field(default=None, description="How it ended.")
    over: bool = False


class Move(_Model):
    """One answer: an action, and the moves that the person typed to follow it in this turn."""

    action: dict[str, Any]
    then: tuple[str, ...] = ()
