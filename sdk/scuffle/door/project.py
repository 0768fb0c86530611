"""``scuffle.toml``: what a bot's folder says about itself."""

import tomllib
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scuffle.door.refusal import Refused

FILE = "scuffle.toml"


class Project(BaseModel):
    """What ``scuffle.toml`` may say; everything is optional."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    game: str | None = Field(default=None, description="The game's id.")
    bot: str | None = Field(default=None, description="The bot's name on the site.")
    url: str | None = Field(default=None, description="The site's address.")
    language: str | None = Field(default=None, description="The language's id.")
    kind: Literal["function", "program"] | None = Field(
        default=None, description="How it plays; else told from the source."
    )
    entry: str | None = Field(default=None, description="The file that is started.")
    build: str | None = Field(default=None, description="The command that builds it.")
    run: str | None = Field(default=None, description="The command that starts it.")
    ignore: list[str] = Field(
        default=[], description="Names, folders/ and patterns* that are left out."
    )


def read_project(data: bytes | None) -> Project:
    """Read ``scuffle.toml``; a missing one says nothing.

    Raises:
        Refused: it is not TOML, or says what it may not.
    """
    if data is None:
        return Project()
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


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    key = ".".join(map(str, first["loc"]))
    if first["type"] == "extra_forbidden":
        known = ", ".join(Project.model_fields)
        return f"{FILE} has the unknown key {key!r}; known are {known}."
    return f"{FILE}, {key}: {first['msg']}."
