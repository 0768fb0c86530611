# expect: timeout
# says: ms of CPU time|wall-clock time
"""Logs and does nothing else."""

import os


def get_action(state, api):
    while True:
        os.write(2, b"x" * 65_535 + b"\n")
