"""What must hold for any bytes whatever: the same checks for hypothesis and for atheris.

Each target takes bytes that a stranger could send and raises if a promise is broken. Their names
are those of ``./run fuzz NAME``.
"""

import json
import tarfile
from collections.abc import Callable
from io import BytesIO

from scuffle.door import Refused, open_upload, pack
from scuffle.door.archive import read_archive
from scuffle.door.limits import ARTEFACT, DoorLimits
from scuffle.streams import Excerpt, Lines
from scuffle.wire import Malformed, dump_line, parse_line

BLANKS = b" \t\r\n"
NAMES = ("bot.zip", "bot.tar.gz", "main.py", "main.js", "main.c", "x")
SMALL = DoorLimits(packed_mb=1, unpacked_mb=1, files=50)


def lines(data: bytes) -> None:
    """Lines are the same wherever the reads fell, and memory is bounded."""
    if len(data) < 2:
        return
    longest, step, stream = 1 + data[0] % 64, 1 + data[1], data[2:]
    assert read_in_steps(stream, longest, step) == cut_at_once(stream, longest)


def read_in_steps(stream: bytes, longest: int, step: int) -> tuple[list[bytes], str]:
    """What the reader gives of ``stream`` that comes in pieces of ``step`` bytes, and its end."""
    reader, found = Lines(longest), []
    while True:
        try:
            while (line := reader.take()) is None:
                size = min(step, reader.room)
                assert 0 < size <= longest + 1
                reader.feed(stream[:size])
                reader.ended = not stream[:size]
                stream = stream[size:]
        except (EOFError, BufferError) as error:
            return found, type(error).__name__
        found.append(line)


def cut_at_once(stream: bytes, longest: int) -> tuple[list[bytes], str]:
    """The same by the plainest rule."""
    found = []
    while stream := stream.lstrip(BLANKS):
        line, _, stream = stream.partition(b"\n")
        if len(line) > longest:
            return found, "BufferError"
        found.append(line)
    return found, "EOFError"


def log(data: bytes) -> None:
    """A log is text within its limit, whole if it is short, with its head if it is not."""
    limit = 64
    kept = Excerpt(limit)
    for start in range(0, len(data), 17):
        kept.feed(data[start : start + 17])
    text = kept.take()
    if len(data) <= limit:
        assert text == data.decode("utf-8", "replace")
    else:
        assert "bytes of the log left out" in text
        assert len(text) < 2 * limit


def wire(data: bytes) -> None:
    """A line is one JSON object that any reader reads the same, or one sentence."""
    for first in (True, False):
        try:
            found = parse_line(data, first=first)
        except Malformed as refused:
            sentence = str(refused)
            assert sentence.endswith(".")
            assert "\n" not in sentence
            assert len(sentence) < 700  # 80 characters, each of them escaped at worst
            continue
        assert json.loads(data.removeprefix(b"\xef\xbb\xbf")) == found
        assert parse_line(dump_line(found)) == found


def door(data: bytes) -> None:
    """An upload is refused in a sentence, or leaves as an archive with harmless names."""
    if not data:
        return
    try:
        upload = open_upload(NAMES[data[0] % len(NAMES)], data[1:], limits=SMALL)
    except Refused as refused:
        spoken(refused)
        return
    harmless(upload.archive)
    assert pack(read_archive(upload.archive, ARTEFACT)) == upload.archive


def spoken(refused: Refused) -> None:
    """A refusal is a sentence, which may end in the line it is about, and a word for programs."""
    assert refused.sentence.endswith((".", "?")) or refused.code == "syntax"
    assert "\n" not in refused.sentence
    assert refused.code


def artefact(data: bytes) -> None:
    """What a build hands out is refused, or becomes an archive with harmless names."""
    try:
        files = read_archive(data, SMALL)
    except Refused:
        return
    harmless(pack(files))


def harmless(archive: bytes) -> None:
    """Regular files with plain modes and names that stay where they are."""
    with tarfile.open(fileobj=BytesIO(archive)) as opened:
        for each in opened:
            assert each.isreg()
            assert each.mode in (0o644, 0o755)
            assert not each.name.startswith("/")
            assert ".." not in each.name.split("/")


TARGETS: dict[str, Callable[[bytes], None]] = {
    each.__name__: each for each in (lines, log, wire, door, artefact)
}
