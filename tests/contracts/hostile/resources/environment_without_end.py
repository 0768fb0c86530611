# expect: crash or timeout or memory
# limits: bank_ms=2000
"""Starts itself anew with all the environment that the kernel takes."""

import os


def get_action(state, api):
    bulk = {f"X{each}": "y" * 100_000 for each in range(60)}
    while bulk:
        try:
            os.execve("/bin/false", ["false"], bulk)
        except OSError as error:
            print(f"{len(bulk)}: {error}", flush=True)
            bulk.popitem()
    return state["legal_actions"][0]
