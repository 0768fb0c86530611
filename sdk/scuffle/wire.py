r"""Strict JSON lines: what a bot may write, each rule with one sentence for its owner.

Rules, in the order in which they are looked at: the line is UTF-8; it holds no NUL; it
nests at most ``MAX_DEPTH`` deep; it is one JSON object and nothing else; no key stands twice in one
object; numbers are finite and integers lie within 2**53; text is valid Unicode without NUL.

Tolerated, because honest programs do it: ``\r\n``, a UTF-8 byte order mark on the first line,
blanks around the object. Empty lines are skipped, and a missing newline at the end is tolerated,
by whoever reads the lines.
"""

import json
import re
from contextlib import suppress
from math import isfinite
from typing import Any, NoReturn
from unicodedata import bidirectional

from pydantic_core import to_json

MAX_DEPTH = 32
"""How deep an answer may nest; nothing in the protocol needs more than six."""

MAX_INTEGER = 2**53
"""The largest magnitude of an integer that every JSON reader keeps exactly."""

_BOM = b"\xef\xbb\xbf"
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"?')
_BRACKET = re.compile(rb"[\[\]{}]")
_BLANKS = " \t\r\n"
_UNWRITABLE = re.compile(r'unwritable ("(?:[^"\\]|\\.)*") (a dict|an object)')
"""What the shims of functions write in place of an answer that is no JSON: it, and their word for
an object. Like ``null`` it is no object, so it can never be taken for an answer.
"""


class Malformed(ValueError):
    """A line that is not the JSON asked for; its text is one sentence for the bot's owner."""


def parse_line(line: bytes, *, first: bool = False) -> dict[str, Any]:
    """Read one line a bot wrote.

    Args:
        line: the bytes up to the newline.
        first: whether it is the bot's first line, where a byte order mark is tolerated.

    Raises:
        Malformed: with the sentence of the rule that it breaks.
    """
    text = _decode(line.removeprefix(_BOM) if first else line).strip(_BLANKS)
    if not text:
        raise Malformed("Found an empty line, wanted a JSON object.")
    _check_depth(line)
    if not text.startswith("{"):
        raise Malformed(_not_an_object(text))
    found, end = _decode_object(text)
    if rest := text[end:].strip(_BLANKS):
        raise Malformed(_text_after(rest))
    if "\\u" in text:
        _check_text(found)
    return found


def dump_line(message: dict[str, Any]) -> bytes:
    """One message as a line: compact JSON in the given key order, UTF-8, with its newline."""
    # Four times as fast as json.dumps, which half of an uncaged match would be spent in.
    return to_json(message) + b"\n"


def excerpt(text: str, length: int = 80) -> str:
    """``text`` for a sentence: quoted, without control characters, at most ``length`` long."""
    shown = text if len(text) <= length else text[: length - 1] + "…"
    return visible(json.dumps(shown, ensure_ascii=False))


def isolated(text: str) -> str:
    """A name for the middle of a sentence: one of another direction cannot turn what is round it.

    Source: Unicode Standard Annex 9, 6.3: FSI and PDI, for plain text.
    """
    turns = any(bidirectional(one) in ("R", "AL", "AN") for one in text)
    return f"\u2068{text}\u2069" if turns else text


def visible(text: str, but: str = "") -> str:
    """A stranger's text for people: what a terminal or a page would obey is shown as an escape.

    Such are control characters and marks that turn the direction of writing; those in ``but`` stay.
    """
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() or each in but else each.encode("unicode_escape").decode()
        for each in text
    )


def _decode(line: bytes) -> str:
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        byte = line[error.start]
        raise Malformed(
            f"Byte {error.start + 1} of the line (0x{byte:02X}) is not UTF-8; write UTF-8."
        ) from None
    if "\0" in text:
        raise Malformed("The line holds a NUL character, which JSON does not allow.")
    if text.startswith("\ufeff"):
        raise Malformed("The line starts with a byte order mark; only the first line may.")
    return text


def _not_an_object(text: str) -> str:
    if text == "null":
        return "Found null: the bot returned nothing, wanted a JSON object."
    if told := _UNWRITABLE.fullmatch(text):
        return (
            f"Found {_told(told[1])}: the bot returned what cannot be written as JSON, wanted "
            f"{told[2]} such as one of legal_actions."
        )
    try:
        json.loads(text)
    except ValueError:
        return (
            f"Found {excerpt(text)}, wanted one JSON object and nothing else on the line "
            "(write debug output to stderr)."
        )
    return f"Found {excerpt(text)}, wanted a JSON object."


def _told(quoted: str) -> str:
    """What a shim found, which a bot may have named."""
    found = quoted
    with suppress(ValueError):
        found = str(json.loads(quoted))
    return visible(found[:80])


def _text_after(rest: str) -> str:
    if rest.startswith("{"):
        return "Found a second object on the line, wanted one answer for one request."
    return f"Found {excerpt(rest)} after the JSON object, wanted nothing else on the line."


def _check_depth(line: bytes) -> None:
    """Refuse deep nesting before a recursive parser sees it."""
    if line.count(b"{") + line.count(b"[") <= MAX_DEPTH:
        return
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub(b"", line)):
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_DEPTH:
            raise Malformed(f"The JSON nests deeper than {MAX_DEPTH} levels.")


def _decode_object(text: str) -> tuple[dict[str, Any], int]:
    try:
        found, end = _DECODER.raw_decode(text)
    except Malformed:
        raise
    except json.JSONDecodeError as error:
        raise Malformed(_not_json(text, error)) from None
    return found, end


def _not_json(text: str, error: json.JSONDecodeError) -> str:
    if error.pos >= len(text) or error.msg.startswith("Unterminated string"):
        return (
            f"The line ends inside its JSON, after {excerpt(text[-20:])}; write the whole object "
            "on one line."
        )
    what = f"{error.msg.lower()} at character {error.pos + 1}"
    near = excerpt(text[max(0, error.pos - 10) : error.pos + 10])
    return f"The line is not valid JSON: {what}, near {near}."


def _check_text(found: dict[str, Any]) -> None:
    """Refuse what only escapes can smuggle in: NUL and halves of surrogate pairs."""
    text = json.dumps(found, ensure_ascii=False)
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise Malformed("A text holds half of a surrogate pair (\\ud800 to \\udfff).") from None
    if _escaped_nul(text):
        raise Malformed("A text holds the NUL character (\\u0000).")


def _escaped_nul(text: str) -> bool:
    """Whether a dumped text holds a NUL, which is not the same as a backslash before ``u0000``."""
    return "\\u0000" in text.replace("\\\\", "")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise Malformed(f"The key {excerpt(twice)} stands twice in one object.")
    return found


def _integer(digits: str) -> int:
    if len(digits) > 17 or abs(number := int(digits)) > MAX_INTEGER:
        raise Malformed(f"The integer {excerpt(digits, 24)} is beyond 2**53.")
    return int(digits) if number else 0


def _float(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise Malformed(f"The number {excerpt(digits, 24)} is too large for JSON readers.")
    return number


def _constant(word: str) -> NoReturn:
    raise Malformed(f"Found {word}, which is not JSON; wanted a finite number.")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_integer, parse_float=_float, parse_constant=_constant
)
