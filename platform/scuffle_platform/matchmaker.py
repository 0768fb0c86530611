"""Who meets whom: a pure function of a ladder's state and its secret.

Half of the sets are drawn uniformly, half by information (the widest interval against the
nearest rating). Versions that are still being placed come first in both halves. Bots of one
account never meet, the house's own excepted: they have nobody to favour, and a new site would
stand still without them.

A ladder's formats take turns, those for more players than could sit together excepted. Who is a
whole set ahead of its share of a format stands back, so that everybody gets the same mix.

Two that have an open set for two get no second one: a bot whose sets never end holds one place of
each opponent, and never both. At larger tables they meet again only where nobody else is left.
"""

import hmac
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import permutations
from typing import TypeVar

from scuffle.chance import draw

PLACED_GAMES = 30
"""Ladder matches after which a version counts as placed."""
SETTLED_PLUS_MINUS = 40.0
SETTLED_GAMES = 300
"""A bot that always loses never reaches a narrow interval; after so many it is settled too."""
OPEN_SETS_A_BOT = 2
FAST_AN_HOUR = 600
SLOW_AN_HOUR = 60
NOBODY: Mapping[str, int] = {}
T = TypeVar("T")

OPENING_TURNS = 2
"""What every set of a pairing after its first draws from its seed."""


@dataclass(frozen=True, slots=True)
class Player:
    """An active version that may be matched.

    Attributes:
        version: its id.
        account: its owner's id.
        rating: Elo.
        plus_minus: 1.96 standard deviations, Elo.
        games: its ranked matches in this ladder.
        house: whether it is a house bot.
    """

    version: str
    account: str
    rating: float
    plus_minus: float
    games: int
    house: bool = False

    @property
    def placed(self) -> bool:
        """Whether it is past its first matches."""
        return self.games >= PLACED_GAMES

    @property
    def settled(self) -> bool:
        """Whether more matches would say little."""
        narrow = self.plus_minus < SETTLED_PLUS_MINUS or self.games >= SETTLED_GAMES
        return self.placed and narrow

    def may_meet(self, other: "Player") -> bool:
        """Whether a ranked match between the two is allowed."""
        if self.version == other.version:
            return False
        return self.account != other.account or (self.house and other.house)


@dataclass(frozen=True, slots=True)
class Table:
    """A ladder as the matchmaker sees it.

    Attributes:
        secret: the ladder's; picks and seeds follow from it.
        formats: ``(key, number of players)`` in rotation.
        sets_made: how many sets this ladder ever made.
        last_hour: how many of its matches were made in the last hour.
        players: everybody who may play.
        met: by pairing, how many sets it had.
        open: the pairings of the sets that have not ended, each as often as it has some.
    """

    secret: str
    formats: Sequence[tuple[str, int]]
    sets_made: int
    last_hour: int
    players: Sequence[Player]
    met: Mapping[str, int] = field(default_factory=dict)
    open: Sequence[str] = ()

    @property
    def open_sets(self) -> Counter[str]:
        """By version, how many sets of it have not ended."""
        return Counter(one for pairing in self.open for one in versions_of(pairing))


@dataclass(frozen=True, slots=True)
class Proposal:
    """A set to be made.

    Attributes:
        versions: ``versions[seat]`` of the first rotation.
        format: which entry of the ladder's rotation, from 0.
        pairing: who and what, as canonical text.
        number: the set's index in its pairing, from 0.
        seed: 32 hex digits.
    """

    versions: tuple[str, ...]
    format: int
    pairing: str
    number: int
    seed: str

    @property
    def opening_turns(self) -> int:
        """How many turns a side chance plays first, in games that have the setting."""
        return OPENING_TURNS if self.number else 0


def pairing_of(versions: Iterable[str], key: str) -> str:
    """Who plays what, the same for every order of seats."""
    return "+".join(sorted(versions)) + "/" + key


def versions_of(pairing: str) -> list[str]:
    """Who plays a pairing."""
    return pairing.partition("/")[0].split("+")


def seed_of(secret: str, pairing: str, number: int) -> str:
    """128 bits in hex from the ladder's secret; no two sets of a ladder share one."""
    return hmac.new(secret.encode(), f"{pairing}#{number}".encode(), sha256).hexdigest()[:32]


def pace(table: Table) -> int:
    """How many more matches this ladder may make in this hour."""
    if all(player.settled for player in table.players):
        alone = all(player.house for player in table.players)
        return 0 if alone else max(0, SLOW_AN_HOUR - table.last_hour)
    return max(0, FAST_AN_HOUR - table.last_hour)


def next_set(table: Table) -> Proposal | None:
    """The next set of a ladder, or ``None`` when nobody can or should play."""
    possible = _possible_formats(table)
    if not possible:
        return None
    index = possible[table.sets_made % len(possible)]
    key, size = table.formats[index]
    if pace(table) < size:
        return None
    taken = table.open_sets
    free = [player for player in table.players if taken[player.version] < OPEN_SETS_A_BOT]
    free.sort(key=lambda player: player.version)
    rules = _Rules(size, _ahead(table, key, size), _together(table.open))
    chosen = _choose(_Lot(table.secret, table.sets_made), free, rules)
    return None if chosen is None else _propose(table, chosen, index, key)


def _possible_formats(table: Table) -> list[int]:
    """The formats for which enough players may sit at one table."""
    sides = {_side(player) for player in table.players}
    return [index for index, (_, size) in enumerate(table.formats) if size <= len(sides)]


def _side(player: Player) -> str:
    """What may sit at a table once: an account, or a house bot."""
    return player.version if player.house else player.account


def _ahead(table: Table, key: str, size: int) -> frozenset[str]:
    """The versions that have played a format a whole set more often than is their share.

    A table for ``n`` seats ``n`` of them, so a format's share of a version's sets is as its size.
    """
    if len(table.formats) == 1:
        return frozenset()
    share = size / sum(other for _, other in table.formats)
    every: Counter[str] = Counter()
    here: Counter[str] = Counter()
    for pairing, count in table.met.items():
        played = pairing.partition("/")[2]
        for version in versions_of(pairing):
            every[version] += count
            here[version] += count if played == key else 0
    return frozenset(one for one in every if here[one] >= share * every[one] + 1)


def _together(pairings: Iterable[str]) -> dict[str, dict[str, int]]:
    """By version and another, the smallest table at which they sit in an open set."""
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for versions in map(versions_of, pairings):
        for one, other in permutations(versions, 2):
            found[one][other] = min(len(versions), found[one].get(other, len(versions)))
    return dict(found)


@dataclass(frozen=True, slots=True)
class _Rules:
    """Who may sit down at a table.

    Attributes:
        size: how many sit there.
        ahead: those that have played its format more often than is their share.
        together: by version and another, the smallest table at which they sit in an open set.
    """

    size: int
    ahead: frozenset[str]
    together: Mapping[str, Mapping[str, int]]

    def first(self, free: Sequence[Player]) -> Sequence[Player]:
        """Who may sit down first: the new before all others."""
        if len({_side(player) for player in free}) < self.size:
            return []
        able = [one for one in free if any(self._may_meet(one, other) for other in free)]
        able = [one for one in able if one.version not in self.ahead] or able
        return [one for one in able if not one.placed] or able

    def next_to(self, chosen: Sequence[Player], free: Sequence[Player]) -> Sequence[Player]:
        """Who may join those who sit there."""
        able = [one for one in free if all(self._may_meet(one, other) for other in chosen)]
        able = [one for one in able if one.version not in self.ahead] or able
        return [one for one in able if not any(self._table(one, c) for c in chosen)] or able

    def _may_meet(self, one: Player, other: Player) -> bool:
        return one.may_meet(other) and (self.size > 2 or self._table(one, other) != 2)

    def _table(self, one: Player, other: Player) -> int:
        """The smallest table at which the two sit, 0 without one."""
        return self.together.get(one.version, NOBODY).get(other.version, 0)


def _propose(table: Table, chosen: Sequence[Player], index: int, key: str) -> Proposal:
    versions = tuple(player.version for player in chosen)
    pairing = pairing_of(versions, key)
    number = table.met.get(pairing, 0)
    return Proposal(versions, index, pairing, number, seed_of(table.secret, pairing, number))


def after(table: Table, proposal: Proposal) -> Table:
    """The table once ``proposal`` has been made."""
    return replace(
        table,
        sets_made=table.sets_made + 1,
        last_hour=table.last_hour + len(proposal.versions),
        met={**table.met, proposal.pairing: proposal.number + 1},
        open=[*table.open, proposal.pairing],
    )


class _Lot:
    """Draws that follow from the ladder's secret and the number of the set."""

    def __init__(self, secret: str, number: int) -> None:
        self._seed = f"{secret}/lot/{number}"
        self._drawn = 0

    def one_of(self, things: Sequence[T]) -> T:
        """One of ``things``, all equally likely."""
        thing = things[draw(self._seed, self._drawn, len(things))]
        self._drawn += 1
        return thing


def _choose(lot: _Lot, free: list[Player], rules: _Rules) -> list[Player] | None:
    by_information = lot.one_of((True, False))
    chosen: list[Player] = []
    while len(chosen) < rules.size:
        able = rules.next_to(chosen, free) if chosen else rules.first(free)
        if not able:
            return None
        if by_information:
            able = _nearest(able, chosen[0]) if chosen else _widest(able)
        chosen.append(lot.one_of(able))
    return _shuffled(lot, chosen)


def _widest(able: Sequence[Player]) -> list[Player]:
    """The widest interval among those without far more matches than the others.

    A runaway leader's interval stays wide whatever it plays; it must not play all the time.
    """
    eager = _eager(able)
    most = max(player.plus_minus for player in eager)
    return [player for player in eager if player.plus_minus == most]


def _nearest(able: Sequence[Player], one: Player) -> list[Player]:
    """The two nearest, so that a gap in the table does not pin one opponent for ever.

    Nor do those play all the time whose neighbours' intervals stay wide.
    """
    return sorted(_eager(able), key=lambda other: (abs(other.rating - one.rating), other.version))[
        :2
    ]


def _eager(able: Sequence[Player]) -> list[Player]:
    """Those without more than twice as many matches as the median; never nobody."""
    games = sorted(player.games for player in able)
    return [player for player in able if player.games <= 2 * games[len(games) // 2]]


def _shuffled(lot: _Lot, chosen: list[Player]) -> list[Player]:
    rest, order = list(chosen), []
    while rest:
        order.append(lot.one_of(rest))
        rest.remove(order[-1])
    return order
