# expect: ok
# says: mem: (ENOENT|EACCES|EPERM)
# says: kmsg: (ENOENT|EACCES|EPERM)
"""Opens the host's memory, disks and consoles."""

import errno
import os

NAMES = [
    "mem",
    "kmem",
    "port",
    "kmsg",
    "sda",
    "vda",
    "nvme0n1",
    "loop0",
    "loop-control",
    "kvm",
    "fuse",
    "net/tun",
    "vsock",
    "vhost-vsock",
    "mapper/control",
    "console",
    "tty0",
    "tty1",
    "input/event0",
    "rtc0",
    "hpet",
    "cpu/0/msr",
    "dri/card0",
    "snd/seq",
    "btrfs-control",
    "cuse",
    "userfaultfd",
]


def setup(api):
    for name in NAMES:
        try:
            os.close(os.open(f"/dev/{name}", os.O_RDONLY))
            print(f"HARM: /dev/{name} can be opened")
        except OSError as error:
            print(f"{name}: {errno.errorcode[error.errno]}")


def get_action(state, api):
    return state["legal_actions"][0]
