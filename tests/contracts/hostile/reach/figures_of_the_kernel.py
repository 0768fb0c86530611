# expect: ok
# says: tried \d+, read
"""Reads what the kernel tells of itself: keys, timers, memory and messages of the whole host."""

from pathlib import Path

SECRET = (
    "kcore",
    "keys",
    "timer_list",
    "sched_debug",
    "kmsg",
    "vmallocinfo",
    "kpagecount",
    "slabinfo",
)


def setup(api):
    told = []
    for name in SECRET:
        try:
            with Path("/proc", name).open("rb") as file:
                if file.read(4096).strip():
                    told.append(name)
        except OSError:
            continue
    print(f"tried {len(SECRET)}, read {told}")
    if told:
        print("HARM: read them")


def get_action(state, api):
    return state["legal_actions"][0]
