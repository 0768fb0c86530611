"""A refused upload that can be mended in one way only: the mended one is offered with a button.

The repairs are those of ``scuffle check --fix``. A browser cannot send a chosen file again by
itself, so the form that is shown carries the mended bytes, or asks for the file once more where
they are too many for a form. Both come in by the usual door.
"""

from base64 import b64decode, b64encode
from binascii import Error
from dataclasses import dataclass

from flask import request

from scuffle.door import Refused, open_upload, repaired
from scuffle_platform.problems import Problem, invalid

MOST_BYTES = 300_000
"""A form takes half a megabyte of text, and base64 makes four characters of three bytes."""


@dataclass(frozen=True, slots=True)
class Repair:
    """What can be offered.

    Attributes:
        filename: the mended upload's name.
        content: its bytes as base64; ``""`` where they are too many for a form.
        told: what was done, a sentence each.
    """

    filename: str
    content: str
    told: tuple[str, ...]


def repair_of(problem: Problem, filename: str, data: bytes) -> Repair | None:
    """The repair of an upload that the door refused; ``None`` where it would still refuse."""
    if not problem.code.startswith("upload-"):
        return None
    try:
        found = repaired(filename, data)
        if found is None:
            return None
        open_upload(found.filename, found.data)
    except Refused:
        return None
    fits = len(found.data) <= MOST_BYTES
    return Repair(found.filename, b64encode(found.data).decode() if fits else "", found.told)


def sent_repair() -> tuple[str, bytes] | None:
    """The name and bytes of a mended upload, if the form brought one.

    Raises:
        Problem: 422, it is not what was offered.
    """
    content = request.form.get("repaired", "")
    if not content:
        return None
    try:
        data = b64decode(content, validate=True)
    except Error:
        raise invalid("The repaired upload is damaged.", "Choose the file again.") from None
    return request.form.get("repaired_name", "").replace("\\", "/").rsplit("/", 1)[-1], data


def mended(filename: str, data: bytes) -> tuple[str, bytes]:
    """An upload's name and bytes, mended as was offered; unchanged where nothing can be."""
    try:
        found = repaired(filename, data)
    except Refused:
        found = None
    return (found.filename, found.data) if found else (filename, data)
