"""Opening archives that strangers made: every byte is counted as it comes out."""

import io
import lzma
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from typing import IO, Self

from scuffle.door.limits import DoorLimits
from scuffle.door.mistakes import too_many
from scuffle.door.naming import quoted
from scuffle.door.paths import check_folders, safe_path
from scuffle.door.refusal import Refused

_CHUNK = 1 << 16
_GZIP = b"\x1f\x8b"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_CENTRAL = b"PK\x01\x02"
_UTF8 = 0x800
_MB = 1 << 20
_DAMAGE = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    ValueError,
    RuntimeError,
    OverflowError,
    LookupError,
    MemoryError,
    struct.error,
)
"""What the archive modules raise at bytes that are not what they claim to be."""

# Python before 3.11.10 and 3.12.6 searches these headers in time that grows with their square.
_MOST_HEADER = 4096

Member = tuple[str, IO[bytes]]


class _Entry(tarfile.TarInfo):
    """A tar's entry whose extended headers are no longer than a safe name and some times need."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        entry = super().frombuf(buf, encoding, errors)
        extended = (tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE)
        if entry.type in extended and not 0 <= entry.size <= _MOST_HEADER:
            raise Refused(
                f"The archive holds an extended header of {entry.size:,} bytes; the most is "
                f"{_MOST_HEADER:,}. Pack the folder as a zip.",
                "damaged",
            )
        return entry


def is_archive(data: bytes) -> bool:
    """Whether the bytes are those of a zip, a tar or a gzip file, whatever their name."""
    return data.startswith((*_ZIP, _GZIP)) or data[257:262] == b"ustar"


def read_archive(data: bytes, limits: DoorLimits) -> dict[str, bytes]:
    """All regular files of an archive by their safe path.

    Raises:
        Refused: it is damaged, too large, or holds what no bot needs.
    """
    files: dict[str, bytes] = {}
    left = limits.unpacked_mb * _MB
    try:
        for name, member in _members(data, limits):
            path = safe_path(name)
            if path in files:
                raise Refused(f"The archive holds {quoted(path)} twice; pack it again.", "damaged")
            content = _read(member, left, limits)
            left -= len(content)
            files[path] = content
    except Refused:
        raise
    except _DAMAGE as error:
        words = (str(error) or type(error).__name__).rstrip(".")[:120]
        raise Refused(f"The archive is damaged ({words}); pack it again.", "damaged") from None
    check_folders(files)
    return files


def _members(data: bytes, limits: DoorLimits) -> Iterator[Member]:
    if data.startswith(_ZIP):
        return _zip_members(data, limits)
    if data.startswith(_GZIP):
        data = _gunzip(data, limits)
        if data[257:262] != b"ustar":
            raise Refused("The gzip file holds no tar; pack a folder with tar czf.", "damaged")
    return _tar_members(data, limits)


def _zip_members(data: bytes, limits: DoorLimits) -> Iterator[Member]:
    # Parsing the list of contents costs memory for each entry, so entries are counted before,
    # generously: the same bytes may stand in a file.
    if data.count(_CENTRAL) > 10 * limits.files:
        raise Refused(too_many((), limits.files), "too-many-files")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        _check_count([entry.filename for entry in entries], limits)
        for entry in entries:
            _check_entry(entry)
            with archive.open(entry) as member:
                yield _name(entry), member


def _name(entry: zipfile.ZipInfo) -> str:
    """An entry's name; Info-ZIP and others write UTF-8 without the flag that says so.

    Without it the name is read as code page 437, where other letters stand for the same bytes.
    """
    if entry.flag_bits & _UTF8:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return entry.filename


def _check_entry(entry: zipfile.ZipInfo) -> None:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise Refused(
            f"{quoted(entry.filename)} is a link or a device; only files and folders can be "
            "uploaded.",
            "link",
        )
    if entry.flag_bits & 0x1:
        raise Refused(
            f"{quoted(entry.filename)} is encrypted; pack without a password.", "encrypted"
        )


def _tar_members(data: bytes, limits: DoorLimits) -> Iterator[Member]:
    names: list[str] = []
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:", tarinfo=_Entry) as archive:
        for entry in archive:
            if entry.isdir():
                continue
            names.append(entry.name)
            _check_count(names, limits)
            if not entry.isreg():
                raise Refused(
                    f"{quoted(entry.name)} is a link or a device; only files and folders can be "
                    "uploaded.",
                    "link",
                )
            member = archive.extractfile(entry)
            assert member is not None
            yield entry.name, member


def _check_count(names: Sequence[str], limits: DoorLimits) -> None:
    if len(names) > limits.files:
        raise Refused(too_many(names, limits.files), "too-many-files")


def _read(member: IO[bytes], left: int, limits: DoorLimits) -> bytes:
    """Read a member to its end, believing no size that is written anywhere."""
    chunks = []
    while chunk := member.read(_CHUNK):
        left -= len(chunk)
        if left < 0:
            raise _too_big(limits)
        chunks.append(chunk)
    return b"".join(chunks)


def _gunzip(data: bytes, limits: DoorLimits) -> bytes:
    """Unzip within the limit, the tar's own headers (1 KB a file) included."""
    most = limits.unpacked_mb * _MB + limits.files * 1024 + 10240
    reader = zlib.decompressobj(wbits=31)
    unzipped = reader.decompress(data, most + 1)
    if len(unzipped) > most:
        raise _too_big(limits)
    if not reader.eof:
        raise Refused("The gzip file is cut off; upload it again.", "damaged")
    return unzipped


def _too_big(limits: DoorLimits) -> Refused:
    return Refused(
        f"Unpacked, the archive is larger than {limits.unpacked_mb} MB, which is the most; leave "
        "out what the bot does not need.",
        "too-big",
    )
