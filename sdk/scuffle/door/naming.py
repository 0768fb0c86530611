"""How sentences call an uploader's files, whose names may hold anything."""

from scuffle.wire import isolated, visible

ISOLATES = "\u2068\u2069"
"""What keeps a name of another direction from turning the sentence round it."""


def named(name: str) -> str:
    """A file's name in a sentence: marks that turn or hide what follows are shown as escapes."""
    return isolated(visible(name))


def quoted(name: str) -> str:
    """The same as Python would write it, between quotes."""
    return isolated(repr(name))
