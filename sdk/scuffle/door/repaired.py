"""A whole upload mended, as ``scuffle check --fix`` writes it and the site offers it.

See :mod:`scuffle.door.repair` for what is mended.
"""

import io
import zipfile
from dataclasses import dataclass

from scuffle.door.archive import is_archive, read_archive
from scuffle.door.limits import UPLOAD
from scuffle.door.paths import is_left_out, without_wrappers
from scuffle.door.repair import Files, repair


@dataclass(frozen=True, slots=True)
class Repaired:
    """An upload with every unambiguous mistake mended.

    Attributes:
        filename: what to call it; a mended archive has a name of its own.
        data: its bytes.
        told: what was done, a sentence each; never empty.
    """

    filename: str
    data: bytes
    told: tuple[str, ...]


def repaired(filename: str, data: bytes) -> Repaired | None:
    """The upload mended; ``None`` where nothing has one remedy only.

    Args:
        filename: as the uploader called it, without folders.
        data: its bytes: an archive, or one source file.

    Raises:
        scuffle.door.Refused: the archive cannot be read.
    """
    if not is_archive(data):
        mended, told = repair({filename: data})
        ((name, content),) = mended.items()
        return Repaired(name, content, tuple(told)) if told else None
    files = without_wrappers(read_archive(data, UPLOAD))
    mended, told = repair({name: data for name, data in files.items() if not is_left_out(name)})
    name = f"{filename.partition('.')[0]}-fixed.zip"
    return Repaired(name, _zipped(mended), tuple(told)) if told else None


def _zipped(files: Files) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
