"""The state of a Virus War game: two sides, seen from whoever's turn it is."""

from typing import NamedTuple

from scuffle.contract import Action, Outcome


class Side(NamedTuple):
    """One player's cells, each a set of bits of the game's ``Board``.

    Attributes:
        live: the player's live marks.
        zombies: enemy marks that the player killed.
        region: the live marks and every zombie that is connected to one; 0 before the first mark.
        reach: the cells that are available: beside the region and free or an enemy's live mark;
            before the first mark the free cells of the player's own edge.
    """

    live: int
    zombies: int
    region: int
    reach: int


class State(NamedTuple):
    """A position. Player 0 has the odd turns and player 1 the even ones.

    Attributes:
        turn: from 1; every turn of either player counts.
        left: actions left in this turn, the next one included.
        mover: the side whose turn it is; at the end the side that acted last.
        waiter: the other side.
        passes: whole turns passed in a row.
        played: the actions of this turn so far.
        before: the actions of the turn before.
        end: how the game ended, or ``None``.
    """

    turn: int
    left: int
    mover: Side
    waiter: Side
    passes: int = 0
    played: tuple[Action, ...] = ()
    before: tuple[Action, ...] = ()
    end: Outcome | None = None

    @property
    def player(self) -> int:
        """The seat of the mover."""
        return self.turn - 1 & 1

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides by seat."""
        return (self.mover, self.waiter) if self.turn & 1 else (self.waiter, self.mover)

    @property
    def used(self) -> int:
        """Every cell that is not free."""
        (mover, waiter) = (self.mover, self.waiter)
        return mover.live | mover.zombies | waiter.live | waiter.zombies
