# expect: ok
# says: refused: ENOSPC; no-cgroup: refused: (EROFS|ENOENT)
# limits: memory_mb=128
"""Fills its folder for temporary files."""

import errno


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        try:
            with open("/tmp/fill", "wb") as file:
                for _ in range(100):
                    file.write(bytes(1 << 20))
            print("HARM: wrote 100 MB")
        except OSError as error:
            print("refused:", errno.errorcode[error.errno])
    return state["legal_actions"][0]
