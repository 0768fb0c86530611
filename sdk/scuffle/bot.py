"""A Python bot with classes and types: ``from scuffle import Bot, run``.

Needs the standard library only; it runs in a cage as a program.
"""

from abc import ABC, abstractmethod
from typing import Any

from scuffle.shims.player import Api as Api
from scuffle.shims.player import serve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scuffle.shims.player import Handler

State = dict[str, Any]
"""What the bot may see, with ``legal_actions``."""

Action = dict[str, Any]
"""One entry of ``legal_actions``."""


class Bot(ABC):
    """A bot that lives for one match."""

    def setup(self, api: Api) -> None:  # noqa: B027 - nothing to do is a fine set-up
        """Load what takes long; runs before the first request and has its own time."""

    @abstractmethod
    def get_action(self, state: State, api: Api) -> Action:
        """The action to play, one entry of ``state["legal_actions"]``."""


def run(bot: Bot | type[Bot]) -> None:
    """Play one match with a bot, or with a new one of its class; returns when it has ended."""

    def prepare(api: Api) -> "Handler":
        player = bot() if isinstance(bot, type) else bot
        player.setup(api)
        return player.get_action

    serve(prepare)
