# expect: memory or timeout; docker: ok; no-cgroup: ok
# says: more memory|were left; docker: refused: ENOSPC; no-cgroup: refused: (EROFS|ENOENT)
# limits: request_wall_ms=2000 memory_mb=32 bank_ms=600
"""Makes empty files without end."""

import errno
import os


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        try:
            for number in range(10_000_000):
                os.close(os.open(f"/tmp/{number}", os.O_CREAT))
        except OSError as error:
            print("refused:", errno.errorcode[error.errno])
    return state["legal_actions"][0]
