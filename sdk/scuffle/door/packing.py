"""Normalised archives: the same files give the same bytes, wherever and whenever packed."""

import io
import os
import tarfile
from collections.abc import Mapping
from pathlib import Path

from scuffle.door.archive import read_archive
from scuffle.door.limits import ARTEFACT
from scuffle.door.naming import named
from scuffle.door.refusal import Refused

_EXECUTABLE = (b"#!", b"\x7fELF")


def pack(files: Mapping[str, bytes]) -> bytes:
    """An uncompressed tar of ``files`` by path: sorted, no owner, no time, no folders.

    A file may be executed if it is a script with ``#!`` or a Linux binary, whatever it was before:
    not every packer keeps modes, and the same files must give the same bytes.
    """
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(files):
            entry = tarfile.TarInfo(path)
            entry.size = len(files[path])
            entry.mode = 0o755 if files[path].startswith(_EXECUTABLE) else 0o644
            archive.addfile(entry, io.BytesIO(files[path]))
    return packed.getvalue()


def unpack(archive: bytes, folder: Path) -> None:
    """Write the files of a normalised tar into an empty folder.

    Raises:
        Refused: it is no tar, or holds what :func:`read_archive` refuses.
        OSError: the folder cannot be written.
    """
    for path, data in read_archive(archive, ARTEFACT).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = 0o755 if data.startswith(_EXECUTABLE) else 0o644
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        target.chmod(mode)


def pack_folder(folder: Path) -> bytes:
    """A normalised tar of all regular files in ``folder``, also of those left unreadable.

    Links to files within the folder are packed as what they point to.

    Raises:
        Refused: a link leads out of the folder.
        OSError: a file cannot be read.
    """
    root = folder.resolve()
    files: dict[str, bytes] = {}
    for here, folders, names in os.walk(root):
        for name in folders:
            if not os.path.islink(os.path.join(here, name)):
                os.chmod(os.path.join(here, name), 0o700)
        for name in names:
            path = Path(here, name)
            target = path.resolve()
            if not target.is_relative_to(root):
                raise Refused(
                    f"{named(str(path.relative_to(root)))} is a link that leads out.", "link"
                )
            if target.is_file():
                os.chmod(target, target.stat().st_mode | 0o600)
                files[path.relative_to(root).as_posix()] = target.read_bytes()
    return pack(files)
