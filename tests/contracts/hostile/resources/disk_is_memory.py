# expect: memory; no-cgroup: ok
# says: more memory; no-cgroup: refused: (EROFS|ENOENT)
# limits: bank_ms=1000 memory_mb=48
"""Fills its temporary files beyond its memory: they are the same."""

import errno


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        try:
            with open("/tmp/fill", "wb") as file:
                while True:
                    file.write(bytes(1 << 20))
        except OSError as error:
            print("refused:", errno.errorcode[error.errno])
    return state["legal_actions"][0]
