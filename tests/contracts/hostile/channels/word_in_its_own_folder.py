# expect: ok
# says: refused 8
# matches: 2
"""Changes its own program, so that its next match plays another."""

import os

FILE = "/bot/main.py"


def setup(api):
    tricks = {
        "write": lambda: os.open(FILE, os.O_WRONLY),
        "truncate": lambda: os.truncate(FILE, 0),
        "chmod": lambda: os.chmod(FILE, 0o777),
        "utime": lambda: os.utime(FILE, (1, 1)),
        "rename": lambda: os.rename(FILE, "/bot/other.py"),
        "unlink": lambda: os.unlink(FILE),
        "mkdir": lambda: os.mkdir("/bot/__pycache__"),
        "xattr": lambda: os.setxattr(FILE, "user.word", b"hello"),
    }
    refused = []
    for name, trick in tricks.items():
        try:
            trick()
            print(f"HARM: {name} changed its folder")
        except OSError:
            refused.append(name)
    print(f"refused {len(refused)}: {refused}")


def get_action(state, api):
    return state["legal_actions"][0]
