# expect: memory; no-cgroup: crash
# says: killed for using more memory; no-cgroup: MemoryError
"""Takes memory until there is none."""

TAKEN = []


def get_action(state, api):
    while True:
        TAKEN.append(b"x" * (8 << 20))
