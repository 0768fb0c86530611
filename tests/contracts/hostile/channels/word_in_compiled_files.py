# expect: ok
# says: refused [1-9][0-9]*
"""Poisons the compiled files of the library and the interpreter, which every bot loads."""

import os
import sys


def setup(api):
    refused = 0
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    for path in filter(None, files):
        folder = os.path.dirname(path)
        for target in (path, f"{folder}/__pycache__/poison.pyc", f"{folder}/poison.py"):
            try:
                with open(target, "ab"):
                    print(f"HARM: may write {target}")
            except OSError:
                refused += 1
    print(f"refused {refused}")


def get_action(state, api):
    return state["legal_actions"][0]
