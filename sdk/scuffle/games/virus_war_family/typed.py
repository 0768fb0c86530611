"""The types of what stands on the wire in the Virus War games, for whoever checks types.

A test holds them against the models. Nothing loads this module when a bot runs.
"""

from typing import Literal, TypedDict


class Cell(TypedDict):
    """One cell of the board."""

    row: int
    col: int


class NoParams(TypedDict):
    """An empty object."""


class Grow(TypedDict):
    """Put a live mark on a free available cell."""

    action: Literal["grow"]
    params: Cell


class Kill(TypedDict):
    """Turn an available enemy live mark into a zombie."""

    action: Literal["kill"]
    params: Cell


class Pass(TypedDict):
    """Pass a whole turn."""

    action: Literal["pass"]
    params: NoParams


Action = Grow | Kill | Pass
