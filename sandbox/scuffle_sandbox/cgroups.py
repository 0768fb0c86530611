"""Finds where control groups can be made on this host."""

import os

from scuffle_sandbox.groups import ROOT, GroupMaker
from scuffle_sandbox.groups_v1 import GroupsV1
from scuffle_sandbox.groups_v2 import GroupsV2


def find_groups() -> GroupMaker | None:
    """Where groups can be made on this host, or ``None``."""
    if (ROOT / "cgroup.controllers").exists():
        unified = GroupsV2()
        return unified if unified.usable() else None
    if os.geteuid() == 0:
        legacy = GroupsV1()
        return legacy if legacy.usable() else None
    return None
