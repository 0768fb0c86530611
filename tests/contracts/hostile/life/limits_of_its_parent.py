# expect: ok
# says: tried \d+ limits of number 1
"""Takes every limit from the process that started it: in a cage that one has the same user."""

import os
import resource

NAMES = [name for name in dir(resource) if name.startswith("RLIMIT_")]


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        taken = []
        for name in NAMES if os.getppid() == 1 else ():
            try:
                resource.prlimit(1, getattr(resource, name), (0, 0))
                taken.append(name)
            except OSError:
                continue
        print(f"tried {len(NAMES)} limits of number 1, took {taken}")
    return state["legal_actions"][0]
