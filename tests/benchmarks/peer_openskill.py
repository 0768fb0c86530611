"""Reads matches; prints what openskill's PlackettLuce makes of them, one after the other.

``mu`` and ``ordinal`` (its cautious number, three deviations below) by version, as JSON.
"""

import json
import sys
from pathlib import Path

from openskill.models import PlackettLuce


def main(path):
    given = json.loads(Path(path).read_text())
    model = PlackettLuce()
    known = {name: model.rating(name=name) for name in given["versions"]}
    for versions, places in given["matches"]:
        teams = model.rate([[known[name]] for name in versions], ranks=places)
        for (one,) in teams:
            known[one.name] = one
    found = {"mu": {name: one.mu for name, one in known.items()}}
    found["ordinal"] = {name: one.ordinal() for name, one in known.items()}
    print(json.dumps(found))


main(sys.argv[1])
