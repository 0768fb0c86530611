"""The state of a game of Virus Roll & Write. Values are copied, then changed, by the rules."""

from dataclasses import dataclass, field, replace

from scuffle.games.virus_roll_write import cards

Die = tuple[int, int]
"""A die on a card: the player whose it is, and its value."""

Choice = tuple[int, str, int | None]
"""A choice that waits: player, ``bonus`` or ``extra``, and the disease of a bonus."""

Event = dict[str, int | str]


@dataclass(slots=True)
class Sheet:
    """One player's score sheet."""

    boxes: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    lab: int = 0
    circled: int = 1
    used: int = 0
    virus: list[int] = field(default_factory=list)
    cures: list[int] = field(default_factory=list)

    def copy(self) -> "Sheet":
        """A sheet that shares nothing with this one."""
        return replace(self, boxes=self.boxes[:], virus=self.virus[:], cures=self.cures[:])


@dataclass(slots=True)
class State:
    """A position.

    Attributes:
        pair: the letters of the two laboratory cards, or ``None`` before chance drew them.
        round: from 1.
        dice: ``dice[player]``, the faces not yet placed, in rolled order.
        dice_each: dice of a seat in a round.
        to_roll: dice still to be rolled in this round, all seats together.
        placed: dice placed in this round so far, all seats together.
        starter: who placed first in this round.
        priority: who holds the priority card; starts the next round.
        lab_used: whether a die was placed on a laboratory card in this round.
        trial: ``trial[disease]``, up to two dice.
        lab: two cards of one or two slots each.
        contaminated: dice in the order placed.
        pending: choices, the first is the one awaited.
        claimed: the diseases whose cure somebody claimed.
        log: every event so far; ``seen[player]`` and ``last`` are positions in it: from where
            that player's and a spectator's ``events`` start.
    """

    sheets: list[Sheet]
    pair: str | None
    round: int
    seen: list[int]
    dice: list[list[int]] = field(default_factory=list)
    dice_each: int = 0
    to_roll: int = 0
    placed: int = 0
    starter: int = 0
    priority: int = 0
    lab_used: bool = False
    trial: list[list[Die]] = field(default_factory=list)
    lab: list[list[Die | None]] = field(default_factory=list)
    contaminated: list[Die] = field(default_factory=list)
    pending: list[Choice] = field(default_factory=list)
    claimed: frozenset[int] = frozenset()
    log: tuple[Event, ...] = ()
    last: int = 0
    over: bool = False

    @classmethod
    def empty(cls, num_players: int, pair: str | None) -> "State":
        """Before the first roll."""
        return cls(
            sheets=[Sheet() for _ in range(num_players)],
            pair=pair,
            round=1,
            seen=[0] * num_players,
        )

    @property
    def card_names(self) -> list[str]:
        """The laboratory cards with their side (``C2``); empty before they are drawn."""
        return [f"{letter}{3 if len(self.sheets) == 3 else 2}" for letter in self.pair or ""]

    @property
    def placer(self) -> int:
        """Whose die is being resolved, or comes next."""
        placing = self.placed - bool(self.pending)
        return (self.starter + placing) % len(self.sheets)

    @property
    def round_done(self) -> bool:
        """Whether every die of this round is placed."""
        return not self.to_roll and not any(self.dice)

    def start_round(self, dice_each: int) -> None:
        """Take the dice back; the holder of the priority card starts."""
        num_players = len(self.sheets)
        self.dice = [[] for _ in range(num_players)]
        self.dice_each, self.to_roll = dice_each, dice_each * num_players
        self.placed, self.starter, self.lab_used = 0, self.priority, False
        self.trial = [[] for _ in range(4)]
        self.lab = [[None] * cards.slots_of(num_players) for _ in range(2)]
        self.contaminated = []

    def roll(self, value: int) -> None:
        """Give the next die its face: seat by seat from 0, all dice of a seat together."""
        rolled = self.dice_each * len(self.sheets) - self.to_roll
        self.dice[rolled // self.dice_each].append(value)
        self.to_roll -= 1

    def write_contamination(self) -> None:
        """Move lone laboratory dice to contamination, write each player's sum down (0 too)."""
        for slots in self.lab:
            lone = [die for die in slots if die is not None]
            if len(slots) == 2 and len(lone) == 1:
                self.contaminated += lone
                slots[:] = [None, None]
        for player, own in enumerate(self.sheets):
            value = sum(value for who, value in self.contaminated if who == player)
            own.virus.append(value)
            self.say("virus", player, value=value)

    def copy(self) -> "State":
        """A state that shares nothing changeable with this one."""
        return replace(
            self,
            sheets=[sheet.copy() for sheet in self.sheets],
            dice=[faces[:] for faces in self.dice],
            trial=[dice[:] for dice in self.trial],
            lab=[card[:] for card in self.lab],
            contaminated=self.contaminated[:],
            pending=self.pending[:],
            seen=self.seen[:],
        )

    def say(self, event: str, player: int, **what: int | str) -> None:
        """Add an event."""
        self.log += ({"event": event, "player": player, **what},)
