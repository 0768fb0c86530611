# expect: timeout; no-cgroup: ok
# says: ms were left; no-cgroup: refused: EPERM
# limits: request_wall_ms=2000
"""Forks, and so do its children."""

import errno
import os


def get_action(state, api):
    while True:
        try:
            os.fork()
        except BlockingIOError:
            continue
        except OSError as error:
            print("refused:", errno.errorcode[error.errno])
            return state["legal_actions"][0]
