"""Scuffle: write a bot, watch it play, climb the leaderboard.

Everything here is loaded when it is first used, so that a bot which says
``from scuffle import Bot, run`` waits for the standard library only.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scuffle.bot import Bot as Bot
    from scuffle.bot import run as run
    from scuffle.client import Client as Client
    from scuffle.playing import play as play
    from scuffle.replay import Replay as Replay

__version__ = "0.1.0"

_HOMES = {
    "Bot": "scuffle.bot",
    "Client": "scuffle.client",
    "Replay": "scuffle.replay",
    "play": "scuffle.playing",
    "run": "scuffle.bot",
}

__all__ = ["Bot", "Client", "Replay", "__version__", "play", "run"]


def __getattr__(name: str) -> object:
    """Load a public name from where it lives (PEP 562)."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'scuffle' has no attribute {name!r}")
    __import__(home)
    import sys

    found = getattr(sys.modules[home], name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return __all__
