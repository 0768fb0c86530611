# expect: ok
# says: refused
"""Hands the kernel a program for its packet filter, by a socket of its own."""

import ctypes
import socket
import struct

SO_ATTACH_FILTER, SO_ATTACH_BPF, SO_LOCK_FILTER = 26, 50, 44


def setup(api):
    one, _ = socket.socketpair()
    block = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0xFFFF))
    program = struct.pack("HxxxxxxQ", 1, ctypes.addressof(block))
    for name, option, value in (
        ("a filter", SO_ATTACH_FILTER, program),
        ("a bpf program", SO_ATTACH_BPF, struct.pack("i", 0)),
        ("a lock", SO_LOCK_FILTER, struct.pack("i", 1)),
    ):
        try:
            one.setsockopt(socket.SOL_SOCKET, option, value)
            print(f"HARM: {name} was taken")
        except PermissionError as error:
            print("refused:", error)
        except OSError as error:
            print("HARM: reached", error)


def get_action(state, api):
    return state["legal_actions"][0]
