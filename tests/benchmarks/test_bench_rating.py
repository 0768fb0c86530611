"""The fit beside choix: 1,000 bots, 100,000 matches, in CPU time and in what they say."""

import json
import random
import subprocess
import time
from collections.abc import Callable
from math import exp
from pathlib import Path

import numpy as np
from benchmarks.peers import peers_python

from scuffle_platform.rating import Contestant, Result, fit, tally
from scuffle_platform.rating.fit import NEWCOMER_SD

Note = Callable[[str, float, float, str], float]
HERE = Path(__file__).parent
BOTS, MATCHES = 1000, 100_000


def test_fit_against_choix(tmp_path: Path, note: Note) -> None:
    rng = random.Random(1)
    strengths = [rng.gauss(0, 1.2) for _ in range(BOTS)]
    names, pairs, results = [f"bot{k:04d}" for k in range(BOTS)], [], []
    for number in range(MATCHES):
        one, other = rng.sample(range(BOTS), 2)
        won = rng.random() < 1 / (1 + exp(strengths[other] - strengths[one]))
        pairs.append((one, other) if won else (other, one))
        places = (1, 2) if won else (2, 1)
        results.append(Result(f"m{number:06d}", "duel", (names[one], names[other]), places))
    file = tmp_path / "pairs.json"
    file.write_text(json.dumps({"items": BOTS, "pairs": pairs, "alpha": NEWCOMER_SD**-2 / 2}))
    command = (peers_python(), HERE / "peer_choix.py", file)
    told = subprocess.run(command, capture_output=True, check=True, text=True)
    theirs = json.loads(told.stdout)
    started = time.process_time()
    fitted = fit([Contestant(name) for name in names], tally(results), None)
    ours = (time.process_time() - started) * 1e3
    found = [fitted.estimates[name].rating for name in names]
    agreement = float(np.corrcoef(found, theirs["found"])[0, 1])
    note("correlation of ratings with choix's, in millionths", agreement * 1e6, 1e6, "")
    assert agreement > 0.999
    note("choix ilsr / counting and fit with intervals", theirs["ilsr_seconds"] * 1e3, ours, "ms")
    assert note("choix / counting and fit with intervals", theirs["seconds"] * 1e3, ours, "ms") >= 3
