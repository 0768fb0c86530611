# expect: memory; docker: ok
# says: .; docker: refused after \d+
# modes: bubblewrap docker
# limits: start_ms=8000 start_wall_ms=20000 request_wall_ms=4000
"""Makes links without end: their names lie in the kernel, not in the file system's size."""

import os

ENOUGH = 400_000


def setup(api):
    made = 0
    try:
        while made < ENOUGH:
            os.symlink("x" * 120, f"/tmp/{made}")
            made += 1
        print(f"HARM: made {made} links")
    except OSError as error:
        print(f"refused after {made}: {error}")


def get_action(state, api):
    return state["legal_actions"][0]
