# expect: ok
# says: refused: ENOSPC; no-cgroup: refused: (EROFS|ENOENT)
"""Fills the folder of shared memory, which has 16 MB."""

import errno


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        try:
            with open("/dev/shm/fill", "wb") as file:
                for _ in range(40):
                    file.write(bytes(1 << 20))
            print("HARM: wrote 40 MB")
        except OSError as error:
            print("refused:", errno.errorcode[error.errno])
    return state["legal_actions"][0]
