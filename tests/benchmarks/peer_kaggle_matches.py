"""Prints the matches a minute of kaggle-environments' ``rps``, two agents given as files."""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from kaggle_environments import make

AGENT = "def agent(observation, configuration):\n    return 0\n"


def main(seconds):
    with TemporaryDirectory() as folder:
        files = [str(Path(folder) / name) for name in ("one.py", "two.py")]
        for file in files:
            Path(file).write_text(AGENT)
        make("rps").run(files)
        matches, started = 0, time.perf_counter()
        while time.perf_counter() - started < seconds:
            environment = make("rps")
            environment.run(files)
            assert all(state.status == "DONE" for state in environment.state)
            matches += 1
        print(60 * matches / (time.perf_counter() - started))


main(float(sys.argv[1]))
