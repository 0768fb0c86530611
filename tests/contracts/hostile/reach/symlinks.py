# expect: ok
# says: a link in /tmp: (ENOENT|EROFS)
# says: a hard link: (ENOENT|EXDEV|EROFS)
# says: a rename: (EXDEV|EROFS|ENOENT)
"""Makes links that lead out, and follows them."""

import errno
import json
import os
from pathlib import Path

SECRET = json.loads(Path("canaries.json").read_text())["file"]


def attempt(name, action):
    try:
        print(f"HARM: {name} gave {action()!r}")
    except OSError as error:
        print(f"{name}: {errno.errorcode[error.errno]}")


def through(link):
    os.symlink(SECRET, link)
    return open(link).read()


def setup(api):
    attempt("a link in /tmp", lambda: through("/tmp/link"))
    attempt("a link in /bot", lambda: through("/bot/link"))
    attempt("a hard link", lambda: os.link(SECRET, "/tmp/hard"))
    attempt("a hard link to its own", lambda: os.link("/bot/main.py", "/tmp/own"))
    attempt("a rename", lambda: os.rename("/bot/main.py", "/tmp/main.py"))


def get_action(state, api):
    return state["legal_actions"][0]
