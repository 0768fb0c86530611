# expect: ok
# says: nested [0-9]+ deep; no-cgroup: refused: (EROFS|ENOENT)
# limits: memory_mb=128
"""Nests folders so deep that no path reaches the last one; somebody has to remove them."""

import errno
import os


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        deep = 0
        try:
            os.chdir("/tmp")
            while deep < 3_000:
                os.mkdir("another-folder")
                os.chdir("another-folder")
                deep += 1
            print(f"nested {deep} deep")
        except OSError as error:
            print("refused:", errno.errorcode[error.errno])
        os.chdir("/")
    return state["legal_actions"][0]
