# expect: memory; no-cgroup: ok
# says: mapped 8 GB; no-cgroup: refused: Cannot allocate memory
# limits: bank_ms=1000 request_wall_ms=2000
"""Maps far more than there is, which costs nothing, and then touches it page by page."""

import mmap


def get_action(state, api):
    try:
        room = mmap.mmap(-1, 8 << 30)
    except OSError as error:
        print("refused:", error.strerror)
        return state["legal_actions"][0]
    print("mapped 8 GB")
    for page in range(0, len(room), mmap.PAGESIZE):
        room[page] = 1
    return state["legal_actions"][0]
