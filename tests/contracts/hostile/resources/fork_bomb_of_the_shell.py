# expect: timeout or crash or memory; no-cgroup: crash
# says: were left|exited|wall-clock|more memory; no-cgroup: Operation not permitted|exited
# limits: request_wall_ms=2000
"""Becomes a shell that starts itself twice, and so on."""

import os


def get_action(state, api):
    os.execv("/bin/sh", ["sh", "-c", "bomb() { bomb | bomb & }; bomb; while :; do :; done"])
