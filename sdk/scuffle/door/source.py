"""Source text: its encoding, its line ends, and what it is not."""

import io
import re
import tokenize

from scuffle.door.naming import named
from scuffle.door.refusal import Refused

_PICTURES = {
    b"\x89PNG": "a PNG picture",
    b"GIF8": "a GIF picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"%PDF": "a PDF document",
    b"\x7fELF": "a Linux binary",
    b"MZ": "a Windows binary",
    b"\xca\xfe\xba\xbe": "a Java class or macOS binary",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"PK": "a zip archive",
    b"\x1f\x8b": "a gzip file",
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ": "an xz file",
    b"SQLite": "a SQLite database",
}
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)


def looks_like(data: bytes) -> str:
    """What some bytes are, in words for a sentence."""
    for magic, words in _PICTURES.items():
        if data.startswith(magic):
            return words
    if b"\0" in data[:8192]:
        return "binary data"
    return "text"


def source_text(path: str, data: bytes) -> str:
    """The text of a source file.

    Raises:
        Refused: it is no text, or in an encoding that it does not name.
    """
    if data.startswith(_UTF16):
        raise Refused(f"{named(path)} is saved as UTF-16; save it as UTF-8.", "encoding")
    if (found := looks_like(data)) != "text":
        raise Refused(f"{named(path)} holds {found}, wanted source text.", "not-source")
    if path.endswith(".py") and _names_encoding(data):
        return _decode_as_told(path, data)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        hint = (
            ", or name its encoding in the first line (# -*- coding: latin-1 -*-)"
            if path.endswith(".py")
            else ""
        )
        raise Refused(
            f"{named(path)}, line {line}: byte 0x{data[error.start]:02X} is not UTF-8; "
            f"save the file as UTF-8{hint}.",
            "encoding",
        ) from None


def _names_encoding(data: bytes) -> bool:
    return any(_COOKIE.match(line) for line in data.split(b"\n", 2)[:2])


def _decode_as_told(path: str, data: bytes) -> str:
    """Decode a Python source by the encoding that its first lines name (PEP 263)."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding)
    except (SyntaxError, UnicodeError, LookupError) as error:
        raise Refused(f"{named(path)}: {error}; save it as UTF-8.", "encoding") from None


def with_unix_lines(path: str, data: bytes) -> bytes:
    r"""A script with Windows line ends as one that Linux can start; anything else as it is.

    The kernel would look for an interpreter whose name ends in ``\r``, and a shell for commands.
    """
    first, _, _ = data.partition(b"\n")
    is_script = data.startswith(b"#!") or path.endswith(".sh")
    if is_script and first.endswith(b"\r") and b"\0" not in data:
        return data.replace(b"\r\n", b"\n")
    return data
