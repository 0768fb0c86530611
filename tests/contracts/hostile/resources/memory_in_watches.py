# expect: ok or memory
# says: watches \d+ times|killed for using more memory
# limits: start_ms=8000 start_wall_ms=20000
"""Lets every descriptor watch every other one: each watch is a piece of the kernel's memory."""

import os
import select


def setup(api):
    watched, watchers, made = [], [], 0
    try:
        while len(watched) < 2000:
            watched += os.pipe()[:1]
            watchers.append(select.epoll())
    except OSError:
        watched.pop()
    try:
        for watcher in watchers:
            for each in watched:
                watcher.register(each)
                made += 1
        print(f"watches {made} times")
    except OSError as error:
        print(f"watches {made} times, then: {error}")


def get_action(state, api):
    return state["legal_actions"][0]
