"""``scuffle check --fix``: mends a bot's files where they lie."""

from pathlib import Path

from scuffle.door.archive import is_archive
from scuffle.door.limits import UPLOAD
from scuffle.door.paths import is_left_out, without_wrappers
from scuffle.door.repair import Files, repair
from scuffle.door.repaired import repaired
from scuffle.door.upload import read_file


def fix(path: Path) -> tuple[Path, list[str]]:
    """Mend what has one remedy only; gives what to check now, and what was done.

    A file and a folder are changed where they lie; an archive is left alone and a mended one is
    written beside it.

    Raises:
        scuffle.door.Refused: the archive cannot be read.
        OSError: a file cannot be read or written.
    """
    if path.is_dir():
        return path, _fix_folder(path)
    data = read_file(path)
    if is_archive(data):
        return _fix_archive(path, data)
    mended, told = repair({path.name: data})
    _write(path.parent, {path.name: data}, mended)
    kept = path.name if path.name in mended else next(iter(mended))
    return path.with_name(kept), told


def _fix_archive(path: Path, data: bytes) -> tuple[Path, list[str]]:
    found = repaired(path.name, data)
    if found is None:
        return path, []
    fixed = path.with_name(found.filename)
    fixed.write_bytes(found.data)
    return fixed, [*found.told, f"Wrote {fixed}."]


def _fix_folder(folder: Path) -> list[str]:
    files = _read(folder)
    inner = without_wrappers(files)
    wrapper = next(iter(files), "").removesuffix(next(iter(inner), ""))
    mended, told = repair(inner)
    _write(folder / wrapper, inner, mended)
    return told


def _read(folder: Path) -> Files:
    """The files, as many as could be uploaded; more are not looked at."""
    files: Files = {}
    left = UPLOAD.unpacked_mb << 20
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if is_left_out(name) or not path.is_file():
            continue
        left -= path.stat().st_size
        if left < 0 or len(files) == UPLOAD.files:
            return {}
        files[name] = path.read_bytes()
    return files


def _write(folder: Path, old: Files, new: Files) -> None:
    """Write what changed; what only got another name loses its old one."""
    for name, data in new.items():
        if old.get(name) != data:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    for name in old.keys() - new.keys():
        if name.removesuffix(".txt") in new:
            (folder / name).unlink()
