# expect: ok
# says: left one behind; no-cgroup: refused Operation not permitted
"""Leaves a daemon of a session of its own, which lives while anything can be read."""

import os
import select
import signal


def become_daemon(requests):
    """Leave parent, session and signals; at home, where nothing kills it, the match's end does."""
    os.setsid()
    if os.fork():
        os._exit(0)
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    hangup = select.poll()
    hangup.register(requests, 0)
    hangup.poll()
    os._exit(0)


def setup(api):
    try:
        if child := os.fork():
            os.waitpid(child, 0)
            print("left one behind")
            return
    except OSError as error:
        print("refused", error.strerror)
        return
    become_daemon(3)


def get_action(state, api):
    return state["legal_actions"][-1]
