# expect: ok
# says: refused: EAGAIN after [0-9]+; no-cgroup: refused: EPERM after 0
"""Leaves dead children uncollected until there is no number left for another."""

import errno
import os


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        for made in range(1_000):
            try:
                if os.fork() == 0:
                    os._exit(0)
            except OSError as error:
                print(f"refused: {errno.errorcode[error.errno]} after {made}")
                break
        else:
            print("HARM: a thousand children")
    return state["legal_actions"][0]
