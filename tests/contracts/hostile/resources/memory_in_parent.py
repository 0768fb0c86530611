# expect: memory; no-cgroup: crash
# says: killed for using more memory; no-cgroup: MemoryError
# limits: bank_ms=1000 request_wall_ms=2000
"""Takes memory until there is none."""

TAKEN = []


def get_action(state, api):
    while True:
        TAKEN.append(b"x" * (8 << 20))
