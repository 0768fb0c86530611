"""The order that the fit finds beside the one that openskill's PlackettLuce finds.

Fifty bots of known strength, met by the real matchmaker. Half of them are deterministic: among
themselves a bare start gives the same game again, and seat 0 wins 96 % of those, as was measured
of bots that look one action ahead; a drawn opening gives another game, of which seat 0 wins 56 %.
"""

import json
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from benchmarks.peers import peers_python
from ladder_simulation import TWO, Simulation

from scuffle_platform.matchmaker import Proposal
from scuffle_platform.rating import Contestant, Result, fit

Note = Callable[[str, float, float, str], float]
HERE = Path(__file__).parent
BOTS, SEEDS = 50, range(8)
BARE_WORTH, OPENED_WORTH = 3.2, 0.24
"""Logits of 96 % and of 56 %."""
TIED = 0.1
FAILS = 0.02
MEASURES = ("rating against mu", "lower end against ordinal")


class Played(Simulation):
    """A ladder with deterministic bots, ties and failures.

    Attributes:
        openings: whether the game can start from a drawn position.
    """

    openings = True

    def result(self, proposal: Proposal, seats: tuple[str, ...], match: str) -> Result:
        """One match; deterministic bots repeat the same start move by move."""
        opened = self.openings and proposal.opening_turns > 0
        game = match
        if all(int(name[3:]) % 2 for name in seats):
            game = f"{'+'.join(seats)} from {proposal.seed if opened else 'the bare start'}"
        self.rng = random.Random(f"{min(self.strengths.values())} {game}")
        worth = OPENED_WORTH if opened else BARE_WORTH
        scores = [self.score(name, seat, worth) for seat, name in enumerate(seats)]
        if len(seats) > 2 or self.rng.random() < TIED:
            scores = [round(score / 2) for score in scores]
        if self.rng.random() < FAILS:
            scores[self.rng.randrange(len(seats))] = -100.0
        places = tuple(1 + sum(other > own for other in scores) for own in scores)
        return Result(match, self.table.formats[proposal.format][0], seats, places, game)


def played(seed: int, sets: int, formats: list[tuple[str, int]], *, openings: bool) -> Played:
    rng = random.Random(seed)
    ladder = Played({f"bot{k:02d}": rng.gauss(0, 200) for k in range(BOTS)}, seed, formats)
    ladder.openings = openings
    ladder.run(sets, every=25)
    return ladder


def openskill(ladder: Played, folder: Path) -> dict[str, dict[str, float]]:
    file = folder / "matches.json"
    matches = [(one.versions, one.places) for one in ladder.results]
    file.write_text(json.dumps({"versions": list(ladder.strengths), "matches": matches}))
    command = (peers_python(), HERE / "peer_openskill.py", file)
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    told: dict[str, dict[str, float]] = json.loads(done.stdout)
    return told


def agreement(ladder: Played, found: dict[str, float]) -> float:
    """Spearman's rank correlation with the true strengths; none of the numbers are equal."""
    names = list(ladder.strengths)
    ranks = [
        np.argsort(np.argsort([numbers[name] for name in names]))
        for numbers in (ladder.strengths, found)
    ]
    return float(np.corrcoef(*ranks)[0, 1])


@pytest.mark.parametrize(
    ("what", "sets", "formats", "openings"),
    [
        ("two seats, few matches", 250, TWO, True),
        ("two seats", 1000, TWO, True),
        ("two seats, no openings", 1000, TWO, False),
        ("two to four seats", 500, [("two", 2), ("three", 3), ("four", 4)], True),
    ],
)
def test_order_against_openskill(
    what: str, sets: int, formats: list[tuple[str, int]], openings: bool, tmp_path: Path, note: Note
) -> None:
    ours, theirs, ratios = [], [], []
    for seed in SEEDS:
        ladder = played(seed, sets, formats, openings=openings)
        crowd = [Contestant(name) for name in ladder.strengths]
        estimates = fit(crowd, ladder.tally, min(ladder.strengths)).estimates
        ratings = {name: one.rating for name, one in estimates.items()}
        shown = {name: one.lower for name, one in estimates.items()}
        told = openskill(ladder, tmp_path)
        ours.append((agreement(ladder, ratings), agreement(ladder, shown)))
        theirs.append((agreement(ladder, told["mu"]), agreement(ladder, told["ordinal"])))
    for which, mine, other in zip(MEASURES, np.mean(ours, 0), np.mean(theirs, 0), strict=True):
        told = f"rank correlation by {which}, {what}"
        ratios.append(note(told, 1000 * mine, 1000 * other, "thousandths"))
    assert min(ratios) >= 1
