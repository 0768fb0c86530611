# expect: ok
# says: refused: (ETOOMANYREFS|EMFILE|EAGAIN) after [0-9]+
# limits: bank_ms=1000
"""Hides open files in a socket that nobody reads, so that they count as nobody's."""

import errno
import socket


def get_action(state, api):
    if not api.data:
        here, _ = api.data["kept"] = socket.socketpair()
        here.setblocking(False)
        sent = 0
        try:
            while sent < 100_000:
                with open("/dev/null") as file:
                    socket.send_fds(here, [b"x"], [file.fileno()] * 100)
                    sent += 100
            print("HARM: a hundred thousand files are in flight")
        except OSError as error:
            print(f"refused: {errno.errorcode[error.errno]} after {sent}")
    return state["legal_actions"][0]
