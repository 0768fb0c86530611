"""The languages that bots are written in: one file each in this folder, found by name.

A file defines ``LANGUAGE``, a :class:`~scuffle.languages.language.Language`. Adding one touches
nothing else: the door, the launcher, docs, ``doctor`` and the contract tests find it here.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from scuffle.languages.language import Language as Language
from scuffle.languages.language import SourceError as SourceError

_NOT_A_LANGUAGE = "language"


@cache
def languages() -> dict[str, Language]:
    """All languages by id, in alphabetical order."""
    names = sorted(module.name for module in iter_modules(__path__))
    modules = [import_module(f"{__name__}.{name}") for name in names if name != _NOT_A_LANGUAGE]
    return {module.LANGUAGE.id: module.LANGUAGE for module in modules}


def language_of(file_name: str) -> Language | None:
    """The language of a source file by its suffix, or its whole name, or ``None``."""
    lower = file_name.lower()
    for language in languages().values():
        if lower.endswith(language.suffixes):
            return language
        if not language.suffixes and file_name in language.entry_names:
            return language
    return None
