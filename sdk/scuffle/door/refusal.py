"""How the door says no."""

from scuffle.door.naming import ISOLATES
from scuffle.wire import visible


class Refused(ValueError):
    """An upload that cannot become a version.

    Attributes:
        sentence: what was found, what was wanted, what to do.
        code: one word for programs: ``empty``, ``too-big``, ``too-many-files``,
            ``not-an-archive``, ``damaged``, ``bad-path``, ``link``, ``encrypted``,
            ``not-source``, ``encoding``, ``syntax``, ``no-function``, ``no-entry``,
            ``unknown-language``, ``bad-toml``, ``other-game``.
    """

    def __init__(self, sentence: str, code: str) -> None:
        """Say why; what a page or a terminal would obey is shown as an escape."""
        self.sentence = visible(sentence, but=ISOLATES + "\n")
        super().__init__(self.sentence)
        self.code = code
