"""``scuffle.toml``: what a bot's folder says about itself."""

import shlex
import tomllib
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from scuffle.door.naming import quoted
from scuffle.door.refusal import Refused

FILE = "scuffle.toml"

_MOST_BYTES = 16 * 1024
# Each pattern is tried on every part of every file's name.
_MOST_PATTERNS = 100


def _script(text: str) -> str:
    """What can be handed to a shell."""
    if "\0" in text:
        raise ValueError("a command cannot hold a NUL character")
    return text


def _command(text: str) -> str:
    """A command that a process can be started with; an empty one says nothing."""
    _script(text)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"{quoted(text)} is no command line ({error})") from None
    if text and not words:
        raise ValueError("found only spaces, wanted a command")
    return text


Script = Annotated[str, AfterValidator(_script)]
Command = Annotated[str, AfterValidator(_command)]


class Project(BaseModel):
    """What ``scuffle.toml`` may say; everything is optional."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    game: str | None = Field(default=None, description="The game's id.")
    bot: str | None = Field(default=None, description="The bot's name on the site.")
    url: str | None = Field(default=None, description="The site's address.")
    sandbox: str | None = Field(default=None, description="The cage at home.")
    language: str | None = Field(default=None, description="The language's id.")
    kind: Literal["function", "program"] | None = Field(
        default=None, description="How it plays; else told from the source."
    )
    entry: str | None = Field(default=None, description="The file that is started.")
    build: Script | None = Field(default=None, description="The command that builds it.")
    run: Command | None = Field(default=None, description="The command that starts it.")
    ignore: list[str] = Field(
        default=[],
        max_length=_MOST_PATTERNS,
        description="Names, folders/ and patterns* that are left out.",
    )


def read_project(data: bytes | None) -> Project:
    """Read ``scuffle.toml``; a missing one says nothing.

    Raises:
        Refused: it is not TOML, or says what it may not.
    """
    if data is None:
        return Project()
    if len(data) > _MOST_BYTES:
        raise Refused(
            f"{FILE} has {len(data):,} bytes; the most is {_MOST_BYTES:,}. It only says how to "
            "build and run the bot; put data into a file of its own.",
            "bad-toml",
        )
    try:
        return Project.model_validate(tomllib.loads(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise Refused(f"{FILE} is not UTF-8; save it as UTF-8.", "bad-toml") from None
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{FILE} is not valid TOML: {error}.", "bad-toml") from None
    except RecursionError:
        raise Refused(f"{FILE} nests too deep.", "bad-toml") from None
    except ValidationError as error:
        raise Refused(_sentence(error), "bad-toml") from None
    except ValueError as error:
        # The parser lets out what int() says of a number with too many digits.
        raise Refused(f"{FILE} is not valid TOML: {error}.", "bad-toml") from None


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    key = ".".join(map(str, first["loc"]))
    if first["type"] == "extra_forbidden":
        known = ", ".join(Project.model_fields)
        return f"{FILE} has the unknown key {quoted(key)}; known are {known}."
    return f"{FILE}, {key}: {first['msg'].removeprefix('Value error, ')}."
