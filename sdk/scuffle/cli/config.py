"""Where a command finds what was not said on its line.

Flag, then ``SCUFFLE_*``, then the project's ``scuffle.toml``, then the user's
``config.toml``, then the default. Tokens lie apart, in a file that only their user can read.
"""

import json
import os
import tomllib
from pathlib import Path

from platformdirs import user_config_path

from scuffle.cli.exits import Exit, Failure
from scuffle.client import DEFAULT_URL, Client

PROJECT_FILE = "scuffle.toml"


def setting(name: str, flag: str | None, default: str = "", folder: Path | None = None) -> str:
    """The value of ``name`` by the order above.

    Args:
        name: ``url``, ``bot``, ``game``, …
        flag: what the command line said.
        default: what holds when nobody said anything.
        folder: the project's folder; the working directory if ``None``.
    """
    if flag:
        return flag
    if found := os.environ.get(f"SCUFFLE_{name.upper()}"):
        return found
    project = (folder or Path.cwd()) / PROJECT_FILE
    for file in (project, _home() / "config.toml"):
        if written := _read_toml(file).get(name):
            return str(written)
    return default


def site_url(flag: str | None) -> str:
    """The site's address, without a trailing slash."""
    return setting("url", flag, DEFAULT_URL).rstrip("/")


def client(flag: str | None, *, signed_in: bool = False) -> Client:
    """A client of the site, with the kept token if there is one.

    Raises:
        Failure: ``signed_in`` is asked for and there is no token.
    """
    url = site_url(flag)
    token = os.environ.get("SCUFFLE_TOKEN") or tokens().get(url)
    if signed_in and not token:
        raise Failure(
            f"No token for {url}. Sign in with: scuffle login",
            Exit.NOT_ALLOWED,
        )
    return Client(url, token)


def tokens() -> dict[str, str]:
    """The kept tokens, by the site's address."""
    try:
        found = json.loads(_token_file().read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise Failure(f"{_token_file()} holds no tokens; delete it and run scuffle login again")
    return {str(url): str(token) for url, token in found.items()}


def keep_tokens(kept: dict[str, str]) -> Path:
    """Write the tokens so that only this user can read them; returns the file."""
    file = _token_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        json.dump(kept, stream)
    fresh.replace(file)
    return file


def _home() -> Path:
    return user_config_path("scuffle", appauthor=False)


def _token_file() -> Path:
    return _home() / "tokens.json"


def _read_toml(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text("utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Failure(f"{file} is not valid TOML: {error}") from None
