"""Environments for learning: ``pip install 'scuffle[rl]'``.

``env(game)`` is a PettingZoo AEC environment, ``AgainstBots(game, ["greedy"])`` a Gymnasium one
with bots on the other seats. PettingZoo, Gymnasium and numpy are loaded when one is first used.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scuffle.rl.against_bots import AgainstBots as AgainstBots
    from scuffle.rl.match_env import MatchEnv as MatchEnv
    from scuffle.rl.match_env import env as env

_HOMES = {
    "AgainstBots": "scuffle.rl.against_bots",
    "MatchEnv": "scuffle.rl.match_env",
    "env": "scuffle.rl.match_env",
}

__all__ = ["AgainstBots", "MatchEnv", "env"]


class MissingExtra(ImportError):
    """The extra ``rl`` is not installed; the message says which line brings it."""


def __getattr__(name: str) -> object:
    """Load an environment from where it lives (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module 'scuffle.rl' has no attribute {name!r}")
    from importlib import import_module

    try:
        return getattr(import_module(_HOMES[name]), name)
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"scuffle.rl needs {error.name}, which is not installed: pip install 'scuffle[rl]'"
        ) from error
