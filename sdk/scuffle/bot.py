"""A Python bot with classes and types: ``from scuffle import Bot, run``.

Needs the standard library only; it runs in a cage as a program. ``class Mine(Bot[View])``, with
the view of a game's kit, is asked with such views; ``class Mine(Bot)`` with the plain dict. Nothing
here loads ``typing``, which would double the time that an interpreter needs to start.
"""

from abc import ABC, abstractmethod

from scuffle.shims.player import Api as Api
from scuffle.shims.player import as_handler, refuse_kind, serve

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
    serve(lambda api: handler_of(bot, api))


def handler_of(player: "Callable[..., Any] | Bot[Any]", api: Api) -> "Handler":
    """What answers the requests of one match: of a function, a bot, or a new one of its class.

    Whatever has ``get_action`` is a bot, also without being of class ``Bot``.

    Raises:
        TypeError: a function takes neither one nor two parameters; the text says what was found.
    """
    if isinstance(player, type) and hasattr(player, "get_action"):
        player = player()
    bot: Any = player
    if not hasattr(bot, "get_action"):
        return as_handler(bot)
    if hasattr(bot, "setup"):
        refuse_kind(bot.setup, "wanted `setup(api)`")
        bot.setup(api)
    make = getattr(type(bot), "view", None)
    if make is None:
        return as_handler(bot.get_action)
    return lambda state, api: bot.get_action(make(state, api.settings), api)
