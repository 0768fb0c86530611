"""The key that signs cookies."""

import os
import secrets
from pathlib import Path

NAME = "secret_key"


def secret_key(given: str, data: Path) -> str:
    """The operator's key, or the one that lies in the data folder, made at the first start.

    Every web process must find the same one, so the file appears whole or not at all.
    """
    if given:
        return given
    path = data / NAME
    data.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        _write_once(path, secrets.token_hex(32))
    return path.read_text().strip()


def _write_once(path: Path, key: str) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(key + "\n")
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # another process was first; its key is the one
    finally:
        draft.unlink()
