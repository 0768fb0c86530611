# expect: ok
# says: nobody here
# matches: 2
# limits: request_wall_ms=2000 memory_mb=160 bank_ms=1000
"""Leaves a grandchild that holds most of its memory and ignores every signal."""

import os
import signal

SIZE = 100 << 20


def sleep_for_ever():
    os.setsid()
    for number in range(1, signal.NSIG):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            continue
    kept = bytearray(SIZE)
    for page in range(0, SIZE, 4096):
        kept[page] = 1
    os.write(2, b"the sleeper lies down\n")
    while True:
        signal.pause()


def setup(api):
    for pid in range(2, 3_000):
        if pid != os.getpid():
            try:
                os.kill(pid, 0)
                print(f"HARM: met {pid}, who was left here")
            except OSError:
                continue
    print("nobody here")


def get_action(state, api):
    if not api.data:
        api.data["tried"] = True
        try:
            if (child := os.fork()) == 0:
                if os.fork() == 0:
                    sleep_for_ever()
                os._exit(0)
            os.waitpid(child, 0)
        except OSError as error:
            print("refused:", error.strerror)
    return state["legal_actions"][0]
