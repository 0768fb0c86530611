"""The game contract: six pure functions over a value.

A game is a class made with its validated ``Settings``. It holds no state of its own: every
function takes the state and gives back an answer or a new state. Actions and views are plain
JSON objects (``dict``); the pydantic models of the class describe and check them at the edge.

Chance is a player, ``CHANCE``. Its legal actions are equally likely results; the match loop draws
one with :func:`scuffle.chance.draw` and records it as a step.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    from pydantic import BaseModel

S = TypeVar("S")

CHANCE = -1
"""The seat index of chance."""

Action = dict[str, Any]
"""One action as it stands on the wire: ``{"action": word, "params": {…}}``."""

View = dict[str, Any]
"""What one player may see, as it stands on the wire, without ``legal_actions``."""


class Verdict(StrEnum):
    """What became of one seat, apart from the game's own outcome."""

    OK = "ok"
    LEFT = "left"
    NO_START = "no-start"
    START_TIMEOUT = "start-timeout"
    TIMEOUT = "timeout"
    CRASH = "crash"
    MEMORY = "memory"
    MALFORMED = "malformed"
    ILLEGAL = "illegal"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, by seat.

    Attributes:
        places: ``places[player]``, from 1; ties share a place (1, 1, 3).
        scores: ``scores[player]``; the game's own points, or 1, 0.5, 0 where it has none.
        reason: the game's own word (``shut-in``, ``final-score``) or ``forfeit``.
    """

    places: tuple[int, ...]
    scores: tuple[float, ...]
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """The outcome as it stands on the wire."""
        return {"places": list(self.places), "scores": list(self.scores), "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Format:
    """One entry of a ladder's rotation: how many play, under which settings."""

    num_players: int
    settings: dict[str, Any]


class Game(ABC, Generic[S]):
    """A game: six pure functions, three models, and what the pages say about it.

    Class attributes:
        id: kebab-case, the folder's name with ``-`` for ``_``.
        name: the display name.
        tagline: one sentence for lists of games.
        source: where the rules come from, one sentence.
        difficulty: ``easy``, ``medium`` or ``hard`` for a bot author.
        rules_version: counts up whenever a recorded match could refold differently.
        players: the numbers of players that the game takes, ascending.
        ladder_formats: what the public ladder plays, in rotation.
        Settings, ActionModel, ViewModel: frozen pydantic models without extras.
    """

    id: ClassVar[str]
    name: ClassVar[str]
    tagline: ClassVar[str]
    source: ClassVar[str]
    difficulty: ClassVar[str]
    rules_version: ClassVar[int]
    players: ClassVar[tuple[int, ...]]
    ladder_formats: ClassVar[tuple[Format, ...]]
    Settings: ClassVar[type["BaseModel"]]
    ActionModel: ClassVar[Any]
    ViewModel: ClassVar[type["BaseModel"]]

    def __init__(self, settings: Any) -> None:
        """Keep ``settings``, an instance of this class's ``Settings``."""
        self.settings = settings

    @classmethod
    def rules_hash(cls) -> str:
        """16 hex digits that name the version of the rules; stored in every replay."""
        return sha256(f"{cls.id}/{cls.rules_version}".encode()).hexdigest()[:16]

    @abstractmethod
    def setup(self, num_players: int) -> S:
        """The state before the first step."""

    @abstractmethod
    def to_act(self, state: S) -> int | None:
        """The seat that acts next, ``CHANCE``, or ``None`` when the game is over."""

    @abstractmethod
    def legal_actions(self, state: S, player: int) -> Sequence[Action]:
        """Every action that ``player`` may take, in the game's documented order.

        Empty for whoever is not to act. The first entry disturbs the others least. It follows
        from ``view(state, player)`` alone. The dicts may be shared: callers never change them.
        """

    @abstractmethod
    def apply(self, state: S, player: int, action: Action) -> S:
        """The state after a legal action; legality is the caller's business."""

    @abstractmethod
    def view(self, state: S, player: int | None) -> View:
        """What ``player`` may see, a fresh JSON object; ``None`` sees everything.

        ``player_idx`` in it is ``player`` (null for ``None``). Works at every step.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or ``None`` while it runs."""
