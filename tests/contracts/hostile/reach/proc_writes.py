# expect: ok
# says: core_pattern: (ENOENT|EROFS|EACCES|EPERM)
"""Writes to the kernel's switches below /proc."""

import errno

WRITES = {
    "/proc/sys/kernel/core_pattern": "|/bin/sh",
    "/proc/sys/kernel/modprobe": "/bot/main.py",
    "/proc/sys/kernel/hostname": "mine",
    "/proc/sys/vm/overcommit_memory": "1",
    "/proc/sys/net/ipv4/ip_forward": "1",
    "/proc/sysrq-trigger": "h",
    "/proc/self/oom_score_adj": "-1000",
    "/proc/self/uid_map": "0 0 1",
    "/proc/1/oom_score_adj": "-1000",
    "/proc/irq/default_smp_affinity": "1",
    "/proc/bus/pci/00/00.0": "",
}


def setup(api):
    for path, text in WRITES.items():
        try:
            with open(path, "w") as file:
                file.write(text)
            print(f"HARM: {path} was written")
        except OSError as error:
            print(f"{path}: {errno.errorcode[error.errno]}")


def get_action(state, api):
    return state["legal_actions"][0]
