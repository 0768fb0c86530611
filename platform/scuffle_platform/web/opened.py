"""A version's source in the editor of Practice: what of it is opened, and what is not."""

from dataclasses import dataclass

from scuffle.door.naming import named
from scuffle.languages import languages
from scuffle_platform.api.lookup import split_player
from scuffle_platform.store.models import Version
from scuffle_platform.web.sources import read_source

LANGUAGE = "python"
"""What the editor writes and the page plays."""
MOST_BYTES = 200_000
"""Of the file that is opened: what a person writes, not a table of weights."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A version that was asked for.

    Attributes:
        version: with its bot.
        name: its entry, the file that is opened, as a sentence names it.
        code: that file's text; ``None``: nothing was opened.
        why: why not, a sentence; empty if it was.
        left_out: its other files, which the editor has no place for.
    """

    version: Version
    name: str
    code: str | None
    why: str
    left_out: list[str]


def opened_version(word: str) -> Opened | None:
    """The version that ``bot@number`` stands for, opened; ``None``: the word names none.

    Args:
        word: a bot's id and a version's number, as in ``abcdefghijkl@3``.

    Raises:
        Problem: 401, 403 or 404, whoever asks may not read it.
    """
    bot_id, number = split_player(word)
    if number is None:
        return None
    version, files = read_source(bot_id, number)
    name = version.source["entry"]
    code, why = _text(version, name, files[name])
    left_out = sorted(map(named, set(files) - {name}))
    return Opened(version, named(name), code, why, left_out)


def _text(version: Version, name: str, data: bytes) -> tuple[str | None, str]:
    """A file as text, or why it is not opened."""
    if version.language != LANGUAGE:
        language = languages().get(version.language)
        written = language.name if language else version.language
        return None, f"It is written in {written}, and the editor plays Python."
    if len(data) > MOST_BYTES:
        most = MOST_BYTES // 1000
        return None, f"Its entry has {len(data) // 1000} kB, and the editor opens {most} kB."
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        return None, "Its entry is not text in UTF-8."
