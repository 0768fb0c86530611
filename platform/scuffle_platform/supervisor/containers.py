"""Containers that an earlier run left behind, found by its label.

A container ends by itself when its stdin closes; this is for the one whose engine was restarted
meanwhile. The command line of Docker is asked, since its library belongs to the worker alone.
"""

import shutil
import subprocess

ENGINE_LIMIT_S = 20.0


def sweep(run: str) -> int:
    """Remove every container labelled ``scuffle.run=<run>``; how many there were."""
    if shutil.which("docker") is None:
        return 0
    listing = ("docker", "ps", "--all", "--quiet", "--filter", f"label=scuffle.run={run}")
    found = _words(listing)
    if found:
        _words(("docker", "rm", "--force", *found))
    return len(found)


def _words(command: tuple[str, ...]) -> list[str]:
    """What an engine prints, as words; none where no engine answers."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=ENGINE_LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return []
    return done.stdout.decode().split()
