# expect: ok or memory
# says: sockets: [0-9]+ MB
# limits: request_wall_ms=2000 bank_ms=1000
"""Leaves what it writes in sockets that nobody reads."""

import socket


def get_action(state, api):
    if api.data:
        return state["legal_actions"][0]
    held = 0
    pairs = api.data["pairs"] = []
    print("sockets: 0 MB at first", flush=True)
    try:
        while True:
            pairs.append(socket.socketpair())
            for each in pairs[-1]:
                each.setblocking(False)
                try:
                    while True:
                        held += each.send(bytes(65536))
                except BlockingIOError:
                    continue
    except OSError as error:
        print("refused:", error.strerror)
    print(f"sockets: {held >> 20} MB")
    if held > 64 << 20:
        print("HARM: more than its memory lies in sockets")
    return state["legal_actions"][0]
