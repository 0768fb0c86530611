"""What every gunicorn of ours is told beyond its command line; names are gunicorn's own."""

import os
from typing import Any

from scuffle_platform.supervisor.orphan import die_with_parent

worker_class = "gthread"
timeout = 60
graceful_timeout = 5
keepalive = 5
accesslog = None
# The heartbeat file lies in memory: a slow disk must not look like a dead worker.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108


def post_fork(server: Any, _worker: Any) -> None:
    """A web process ends with its master, also when that one was killed."""
    die_with_parent(server.pid)
