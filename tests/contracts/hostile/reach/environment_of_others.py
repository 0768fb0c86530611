# expect: ok
# says: read all of \d+
"""Reads the environment of every process that it can see."""

from pathlib import Path


def setup(api):
    found = [*Path("/proc").glob("*/environ"), *Path("/proc").glob("*/task/*/environ")]
    for path in found:
        try:
            print(path, path.read_bytes())
        except OSError as error:
            print(path, error.strerror)
    print("read all of", len(found))


def get_action(state, api):
    return state["legal_actions"][0]
