# expect: ok
# says: started; no-cgroup: refused Operation not permitted
"""Starts a program that outlives it."""

import subprocess


def get_action(state, api):
    if "asked" not in api.data:
        api.data["asked"] = True
        try:
            subprocess.Popen(["/bin/sleep", "600"])
            print("started")
        except OSError as error:
            print("refused", error.strerror)
    return state["legal_actions"][-1]
