"""Where a command finds what was not said on its line.

Flag, then ``SCUFFLE_*``, then the project's ``scuffle.toml``, then the user's
``config.toml``, then the default. Tokens lie apart, in a file that only their user can read.
"""

import json
import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_config_path

from scuffle.cli.exits import Exit, Failure
from scuffle.client import DEFAULT_URL, ApiError, Client, Unreachable, UploadRefused

PROJECT_FILE = "scuffle.toml"
_DEFAULT = "the default"


class Found(NamedTuple):
    """A value and where it was said, for whoever must mend it."""

    value: str
    where: str


def look_up(name: str, flag: str | None, default: str = "", folder: Path | None = None) -> Found:
    """The value of ``name`` by the order above.

    Args:
        name: ``url``, ``sandbox``, ``bot``, ``game``.
        flag: what the command line said.
        default: what holds when nobody said anything.
        folder: the project's folder; the working directory if ``None``.

    Raises:
        Failure: a file says something that is no text.
    """
    if flag:
        return Found(flag, f"--{name}")
    variable = f"SCUFFLE_{name.upper()}"
    if said := os.environ.get(variable):
        return Found(said, variable)
    for file in ((folder or Path.cwd()) / PROJECT_FILE, _home() / "config.toml"):
        written = _read_toml(file).get(name)
        if written is not None and not isinstance(written, str):
            raise Failure(f"{file}: found {name} = {written!r}, wanted text in quotes", Exit.USAGE)
        if written:
            return Found(written, str(file))
    return Found(default, _DEFAULT)


def setting(name: str, flag: str | None, default: str = "", folder: Path | None = None) -> str:
    """As :func:`look_up`, without where it was said."""
    return look_up(name, flag, default, folder).value


def site_url(flag: str | None) -> str:
    """The site's address, without a trailing slash.

    Raises:
        Failure: it is no address; the message says where it comes from.
    """
    found = look_up("url", flag, DEFAULT_URL)
    try:
        return Client(found.value).url
    except Unreachable as error:
        raise Failure(f"{error} (from {found.where})", Exit.USAGE) from None


@contextmanager
def naming(*found: Found) -> Iterator[None]:
    """A refusal of the site names the sources of what the command line did not say."""
    try:
        yield
    except ApiError as error:
        said = [
            f"{value!r} is from {where}"
            for value, where in found
            if where != _DEFAULT and where[:2] != "--"
        ]
        if said and not isinstance(error, UploadRefused):
            error.hint = f"{error.hint} ({', '.join(said)})"
        raise


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
