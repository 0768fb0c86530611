# expect: ok or memory
# says: refused: (ENOSPC|ENOMEM|EDQUOT)|more memory; no-cgroup: refused: (EROFS|ENOENT)
"""Asks for the blocks of a large file without writing any."""

import errno
import os


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        try:
            fd = os.open("/tmp/large", os.O_RDWR | os.O_CREAT)
            os.posix_fallocate(fd, 0, 1 << 30)
            print("HARM: has a gigabyte")
        except OSError as error:
            print("refused:", errno.errorcode[error.errno])
    return state["legal_actions"][0]
