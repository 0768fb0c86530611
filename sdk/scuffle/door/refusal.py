"""How the door says no."""


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
        """Say why."""
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code
