"""A Python bot with classes and types: ``from scuffle import Bot, run``.

Needs the standard library only; it runs in a cage as a program. ``class Mine(Bot[View])``, with
the view of a game's kit, is asked with such views; ``class Mine(Bot)`` with the plain dict. Nothing
here loads ``typing``, which would double the time that an interpreter needs to start.
"""

from abc import ABC, abstractmethod

from scuffle.shims.player import Api as Api
from scuffle.shims.player import serve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, Generic

    from typing_extensions import TypeVar

    from scuffle.shims.player import Handler

    State = dict[str, Any]
    """What the bot may see, with ``legal_actions``."""

    Action = dict[str, Any]
    """One entry of ``legal_actions``."""

    V = TypeVar("V", default=State)

    class _Asked(ABC, Generic[V]):
        view: ClassVar[Callable[[State, dict[str, Any]], Any] | None]

else:
    State = Action = dict
    V = None

    class _Asked(ABC):  # noqa: B024 - what is abstract stands in Bot
        view = None

        def __class_getitem__(cls, view):
            """``Bot[View]``: a bot that is asked with such views."""
            if view is V:
                return cls
            return type(cls)(f"{cls.__name__}[{view.__name__}]", (cls,), {"view": view})


class Bot(_Asked[V]):
    """A bot that lives for one match."""

    def setup(self, api: Api) -> None:
        """Load what takes long; runs before the first request and has its own time."""

    @abstractmethod
    def get_action(self, state: V, api: Api) -> Action:
        """The action to play, one entry of ``legal_actions``."""


def run(bot: "Bot[Any] | type[Bot[Any]]") -> None:
    """Play one match with a bot, or with a new one of its class; returns when it has ended."""

    def prepare(api: Api) -> "Handler":
        player = bot() if isinstance(bot, type) else bot
        player.setup(api)
        return handler_of(player)

    serve(prepare)


def handler_of(bot: "Bot[Any]") -> "Handler":
    """The function that answers requests: the bot's own, or one that makes its view first."""
    make = type(bot).view
    if make is None:
        return bot.get_action
    return lambda state, api: bot.get_action(make(state, api.settings), api)
