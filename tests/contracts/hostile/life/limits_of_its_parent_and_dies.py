# expect: crash
# says: tried \d+ limits
# sentence: The bot exited with code 3 while an action was awaited. Its last words: tried <n> limits
"""Takes limits from the process that started it, and exits: that is told all the same."""

import os
import resource
import sys


def get_action(state, api):
    # Without CPU time it may be killed before it tells: that is limits_of_its_parent.
    names = [name for name in dir(resource) if name.startswith("RLIMIT_") and name != "RLIMIT_CPU"]
    for name in names if os.getppid() == 1 else ():
        try:
            resource.prlimit(1, getattr(resource, name), (0, 0))
        except OSError:
            continue
    print(f"tried {len(names)} limits")
    sys.stderr.flush()
    os._exit(3)
