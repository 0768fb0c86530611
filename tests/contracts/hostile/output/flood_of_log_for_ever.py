# expect: timeout
# says: ms of CPU time|wall-clock time
# limits: request_wall_ms=2000
"""Logs and does nothing else."""

import os


def get_action(state, api):
    while True:
        os.write(2, b"x" * 65_535 + b"\n")
