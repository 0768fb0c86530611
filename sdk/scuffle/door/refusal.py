"""How the door says no."""

from collections.abc import Mapping

from scuffle.door.naming import ISOLATES
from scuffle.wire import visible

CODES: Mapping[str, str] = {
    "empty": "nothing is in it, or nothing is left of it",
    "too-big": "it is larger than an upload may be, packed or unpacked",
    "too-many-files": "it has more files than an upload may have",
    "not-an-archive": "it is no zip, tar or source file",
    "damaged": "the archive cannot be read",
    "bad-path": "a file's name cannot be kept as it is",
    "link": "it holds a link or a special file",
    "encrypted": "it is locked with a password",
    "not-source": "the entry file holds no text",
    "encoding": "the entry file is not UTF-8",
    "syntax": "the source does not parse; file and line are told",
    "no-function": "the source defines nothing that could play",
    "no-entry": "no file is the one that starts the bot",
    "unknown-language": "the file is in no language known here",
    "bad-toml": "`scuffle.toml` is not as it should be",
    "other-game": "`scuffle.toml` is for another game than the bot",
}
"""What the door refuses, by the word that programs get."""


class Refused(ValueError):
    """An upload that cannot become a version.

    Attributes:
        sentence: what was found, what was wanted, what to do.
        code: one word for programs, of ``CODES``.
    """

    def __init__(self, sentence: str, code: str) -> None:
        """Say why; what a page or a terminal would obey is shown as an escape."""
        self.sentence = visible(sentence, but=ISOLATES + "\n")
        super().__init__(self.sentence)
        self.code = code
