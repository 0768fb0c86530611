# expect: ok
# says: refused: EMFILE after [0-9]+
"""Opens a file over and over."""

import errno
import os


def get_action(state, api):
    if not api.data:
        kept = api.data["kept"] = []
        try:
            while len(kept) < 100_000:
                kept.append(os.open("/dev/null", os.O_RDONLY))
            print("HARM: a hundred thousand files are open")
        except OSError as error:
            print(f"refused: {errno.errorcode[error.errno]} after {len(kept)}")
    return state["legal_actions"][0]
