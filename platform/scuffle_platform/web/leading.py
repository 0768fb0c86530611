"""Where a form may lead: to a path of this site, nowhere else."""

import re

_PATH = re.compile(r"/(?![/\\])[^\x00-\x20\x7f\\]*")
"""Browsers read ``//host`` and ``/\\host`` as another host, and drop tabs and newlines first."""


def own_path(wanted: str, otherwise: str) -> str:
    """``wanted`` if it is a path of this site, else ``otherwise``."""
    return wanted if _PATH.fullmatch(wanted) else otherwise
