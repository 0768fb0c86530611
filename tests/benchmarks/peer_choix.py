"""Reads pairs; prints the seconds of CPU that choix takes to rate them in two ways, and its rates.

``opt_pairwise`` seeks the same maximum as the ladder's fit, with the same normal prior (``alpha``);
``ilsr_pairwise`` is choix's fastest, for another prior. Neither says how sure it is.
"""

import json
import sys
import time
from pathlib import Path

import choix


def main(path):
    given = json.loads(Path(path).read_text())
    items, pairs = given["items"], given["pairs"]
    started = time.process_time()
    found = choix.opt_pairwise(items, pairs, alpha=given["alpha"])
    middle = time.process_time()
    choix.ilsr_pairwise(items, pairs, alpha=1e-4)
    ended = time.process_time()
    times = {"seconds": middle - started, "ilsr_seconds": ended - middle}
    print(json.dumps({**times, "found": found.tolist()}))


main(sys.argv[1])
