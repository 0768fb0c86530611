"""A simulated ladder: the real matchmaker and the real fit, bots of known strength, no clock."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import exp, log

from scuffle_platform.matchmaker import Player, Proposal, Table, next_set
from scuffle_platform.rating import Contestant, Result, Tally, fit

TWO = [("duel", 2)]

Pairing = Callable[[Table], Proposal | None]


def player(name: str, **changes: object) -> Player:
    """A newcomer of an account of its own."""
    return replace(Player(name, f"account-{name}", 1000.0, 500.0, 0), **changes)  # type: ignore[arg-type]


class Simulation:
    """A ladder of bots with known strengths whose sets end at once.

    Attributes:
        pair: who meets whom; the real matchmaker unless told otherwise.
        seats: by version, how often it sat where.
        results: all matches, in the order in which they were played.
    """

    def __init__(
        self, strengths: dict[str, float], seed: int, formats: list[tuple[str, int]] = TWO
    ) -> None:
        self.strengths = strengths
        self.rng = random.Random(seed)
        self.pair: Pairing = next_set
        self.tally = Tally()
        self.results: list[Result] = []
        self.games: Counter[str] = Counter()
        self.mixes: dict[str, Counter[int]] = {name: Counter() for name in strengths}
        self.seats: dict[str, Counter[int]] = {name: Counter() for name in strengths}
        self.met: dict[str, int] = {}
        crowd = [player(name) for name in strengths]
        self.table = Table("secret", formats, 0, 0, crowd, self.met)

    def run(self, sets: int, every: int = 10) -> None:
        """Make and play so many sets, with a fit before every so many."""
        for k in range(sets):
            proposal = self.pair(self.table)
            assert proposal is not None
            self.take(proposal)
            self.play(proposal)
            if k % every == 0:
                self.rate()

    def take(self, proposal: Proposal) -> None:
        """Note that a set was made."""
        self.met[proposal.pairing] = proposal.number + 1
        self.table = replace(self.table, sets_made=self.table.sets_made + 1)

    def enter(self, name: str, strength: float) -> None:
        """Let a newcomer in."""
        self.strengths[name] = strength
        self.seats[name], self.mixes[name] = Counter(), Counter()
        self.table = replace(self.table, players=[*self.table.players, player(name)])

    def find(self, name: str) -> Player:
        """What the matchmaker knows of a bot."""
        return next(one for one in self.table.players if one.version == name)

    def play(self, proposal: Proposal) -> None:
        """All rotations; who does best has drawn the highest of strength and luck."""
        versions = proposal.versions
        for shift in range(len(versions)):
            seats = (*versions[shift:], *versions[:shift])
            self.results.append(self.result(proposal, seats, f"{proposal.seed}-{shift}"))
            self.tally.add(self.results[-1])
            self.games.update(seats)
            for seat, name in enumerate(seats):
                self.seats[name][seat] += 1
                self.mixes[name][len(seats)] += 1
        self.table = replace(
            self.table,
            players=[
                replace(one, games=self.games[one.version]) if one.version in versions else one
                for one in self.table.players
            ],
        )

    def result(self, proposal: Proposal, seats: tuple[str, ...], match: str) -> Result:
        """One match: its places follow from strength, seat and luck."""
        scores = [self.score(name, seat) for seat, name in enumerate(seats)]
        places = tuple(1 + sum(other > own for other in scores) for own in scores)
        return Result(match, self.table.formats[proposal.format][0], seats, places)

    def rate(self) -> None:
        """Let the matchmaker know what the fit says."""
        crowd = [Contestant(name) for name in self.strengths]
        estimates = fit(crowd, self.tally, min(self.strengths)).estimates
        self.table = replace(
            self.table,
            players=[
                replace(
                    one,
                    rating=estimates[one.version].rating,
                    plus_minus=estimates[one.version].plus_minus,
                )
                for one in self.table.players
            ],
        )

    def score(self, name: str, seat: int, worth: float = 0.5) -> float:
        """Strength, the first seat's worth, and luck whose difference between two is logistic."""
        luck = -log(-log(self.rng.random() or exp(-1)))
        return self.strengths[name] * log(10) / 400 + (worth if seat == 0 else 0.0) + luck
