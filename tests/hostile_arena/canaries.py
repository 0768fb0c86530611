"""Things on this host that no caged program may read, change or reach."""

import os
import secrets
import shutil
import socket
import tempfile
from pathlib import Path
from typing import Any


class Canaries:
    """A secret file, an environment variable, and sockets that count who comes."""

    def __init__(self) -> None:
        """Put everything where every user of this host could reach it."""
        self._secrets = {name: secrets.token_hex(16) for name in ("file", "environment")}
        self._folder = Path(tempfile.mkdtemp(prefix="scuffle-canary-"))
        self._folder.chmod(0o755)
        self._file = self._folder / "secret"
        self._file.write_text(self._secrets["file"])
        self._file.chmod(0o666)
        self._variable = f"SCUFFLE_CANARY_{secrets.token_hex(4)}"
        os.environ[self._variable] = self._secrets["environment"]
        self._sockets = self._listen()

    def _listen(self) -> dict[str, socket.socket]:
        places: dict[str, tuple[int, Any]] = {
            "tcp": (socket.AF_INET, ("127.0.0.1", 0)),
            "path": (socket.AF_UNIX, str(self._folder / "socket")),
            "abstract": (socket.AF_UNIX, f"\0{self._variable}"),
        }
        opened = {}
        for name, (family, address) in places.items():
            opened[name] = listening = socket.socket(family, socket.SOCK_STREAM)
            listening.bind(address)
            listening.listen()
            listening.setblocking(False)
        (self._folder / "socket").chmod(0o777)
        return opened

    def told(self) -> dict[str, Any]:
        """Where they are: every program finds this in ``canaries.json`` beside it."""
        return {
            "file": str(self._file),
            "environment": self._variable,
            "port": self._sockets["tcp"].getsockname()[1],
            "path_socket": str(self._folder / "socket"),
            "abstract_socket": self._variable,
            "pid": os.getpid(),
        }

    def harm(self, words: str) -> list[str]:
        """What was done to them, ``words`` being all that came out of the cages."""
        found = [f"the {name}'s secret came out" for name, s in self._secrets.items() if s in words]
        if self._file.read_text() != self._secrets["file"] or len(os.listdir(self._folder)) != 2:
            found.append("the secret file was changed")
        return found + [f"somebody reached the {n} socket" for n in self._sockets if self._came(n)]

    def _came(self, name: str) -> bool:
        try:
            self._sockets[name].accept()[0].close()
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        """Take them away."""
        for each in self._sockets.values():
            each.close()
        del os.environ[self._variable]
        shutil.rmtree(self._folder)
