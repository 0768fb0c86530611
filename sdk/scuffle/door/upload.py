"""From uploaded bytes to a program that can be built, started and named by its hash."""

import stat
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from scuffle.door.archive import is_archive, read_archive
from scuffle.door.entry import find_entry
from scuffle.door.limits import UPLOAD, DoorLimits
from scuffle.door.mistakes import (
    ENVIRONMENT,
    environments,
    nothing_left,
    nothing_to_start,
    too_many,
)
from scuffle.door.naming import named, quoted
from scuffle.door.packing import pack
from scuffle.door.paths import SUFFIXES, is_left_out, safe_path, without_wrappers
from scuffle.door.project import FILE, Project, read_project
from scuffle.door.refusal import Refused
from scuffle.door.source import looks_like, source_text, with_unix_lines
from scuffle.jobs import Program
from scuffle.languages import Language, SourceError, language_of, languages

_MB = 1 << 20
_BIGGEST = 5
_LARGE_MB = 20


@dataclass(frozen=True, slots=True)
class Upload:
    """An upload that passed the door.

    Attributes:
        program: how to build and run it; ``program.hash`` is the SHA-256 of ``archive``.
        archive: the normalised tar.
        files: how many files it holds.
        size: their bytes.
        biggest: the five biggest files, ``(path, bytes)``, biggest first.
        warnings: sentences: what was changed or left out, what may be a mistake.
        project: what ``scuffle.toml`` says.
    """

    program: Program
    archive: bytes
    files: int
    size: int
    biggest: tuple[tuple[str, int], ...]
    warnings: tuple[str, ...]
    project: Project


def open_upload(
    filename: str, data: bytes, *, language: str | None = None, limits: DoorLimits = UPLOAD
) -> Upload:
    """Look at an uploaded file: an archive, or one source file.

    Args:
        filename: as the uploader called it; may be empty for pasted text.
        data: its bytes.
        language: the language's id if the uploader chose one.
        limits: how much it may hold.

    Raises:
        Refused: with the sentence for the uploader.
    """
    if not data:
        raise Refused(f"{named(filename) or 'The upload'} is empty (0 bytes).", "empty")
    _check_size(len(data), limits)
    if is_archive(data):
        return _admit(read_archive(data, limits), language, limits)
    name = _file_name(filename, language)
    _check_single(name, data, language)
    return _admit({name: data}, language, limits)


def open_path(path: Path, *, language: str | None = None, limits: DoorLimits = UPLOAD) -> Upload:
    """Look at a file, an archive or a folder on this machine, as the site would.

    Raises:
        Refused: with the sentence for the owner.
        OSError: it cannot be read.
    """
    if not path.is_dir():
        return open_upload(path.name, read_file(path, limits), language=language, limits=limits)
    return _admit(_read_folder(path, limits), language, limits)


def read_file(path: Path, limits: DoorLimits = UPLOAD) -> bytes:
    """The bytes of a file that may be an upload; what is too big or has no end is not begun.

    Raises:
        Refused: with the sentence for the owner.
        OSError: it cannot be read.
    """
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise Refused(
            f"{named(str(path))} is neither a file nor a folder; save the bot as a file.",
            "no-entry",
        )
    _check_size(found.st_size, limits)
    return path.read_bytes()


def check_game(upload: Upload, game_id: str) -> None:
    """See that an upload is not meant for another game than its bot plays.

    Raises:
        Refused: ``scuffle.toml`` says so.
    """
    if upload.project.game not in (None, game_id):
        raise Refused(
            f"{FILE} says game = {quoted(upload.project.game)}, but this bot plays {game_id!r}; "
            f"upload it to a bot of that game, or change {FILE}.",
            "other-game",
        )


def _read_folder(folder: Path, limits: DoorLimits) -> dict[str, bytes]:
    toml = folder / FILE
    ignored = read_project(toml.read_bytes() if toml.is_file() else None).ignore
    names = [found.relative_to(folder).as_posix() for found in folder.rglob(f"*/{ENVIRONMENT}")]
    unwanted = (*ignored, *environments(names))
    files: dict[str, bytes] = {}
    size = 0
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if is_left_out(name, unwanted) or not path.is_file():
            continue
        size += path.stat().st_size
        _check_unpacked(size, limits)
        files[safe_path(name)] = path.read_bytes()
        if len(files) > limits.files:
            break
    return files


def _admit(given: dict[str, bytes], language: str | None, limits: DoorLimits) -> Upload:
    files = without_wrappers({p: data for p, data in given.items() if not is_left_out(p)})
    project = read_project(files.get(FILE))
    unwanted = environments(files)
    warnings = [
        f"{named(folder)} is a virtual environment and was left out." for folder in unwanted
    ]
    ignored = (*project.ignore, *unwanted)
    files = {p: data for p, data in files.items() if not is_left_out(p, ignored)}
    if not files:
        raise Refused(nothing_left(given), "empty")
    _check_amount(files, limits)
    entry, kind_of = find_entry(files, project, language)
    files = _with_unix_scripts(files, warnings)
    kind = _kind(entry, files[entry], kind_of, project, warnings)
    archive = pack(files)
    program = Program(
        hash=sha256(archive).hexdigest(),
        language=kind_of.id,
        kind=kind,
        entry=entry,
        build=project.build,
        run=project.run,
    )
    return _upload(program, archive, files, warnings, project)


def _upload(
    program: Program,
    archive: bytes,
    files: dict[str, bytes],
    warnings: list[str],
    project: Project,
) -> Upload:
    sizes = sorted(((path, len(data)) for path, data in files.items()), key=lambda f: -f[1])
    size = sum(length for _, length in sizes)
    if size > _LARGE_MB * _MB:
        shown = ", ".join(f"{named(path)} ({length / _MB:.1f} MB)" for path, length in sizes[:3])
        warnings.append(
            f"The bot is large ({size / _MB:.0f} MB); its biggest files are {shown}. What it does "
            f"not need can be left out: ignore = [...] in {FILE}."
        )
    return Upload(
        program, archive, len(files), size, tuple(sizes[:_BIGGEST]), tuple(warnings), project
    )


def _check_amount(files: dict[str, bytes], limits: DoorLimits) -> None:
    if len(files) > limits.files:
        raise Refused(too_many(list(files), limits.files), "too-many-files")
    _check_unpacked(sum(map(len, files.values())), limits)


def _check_size(size: int, limits: DoorLimits) -> None:
    if size > limits.packed_mb * _MB:
        raise Refused(
            f"The upload has {size / _MB:.1f} MB; the most is {limits.packed_mb} MB.", "too-big"
        )


def _check_unpacked(size: int, limits: DoorLimits) -> None:
    if size > limits.unpacked_mb * _MB:
        raise Refused(
            f"The files have {size / _MB:.0f} MB; the most is {limits.unpacked_mb} MB.", "too-big"
        )


def _file_name(filename: str, language: str | None) -> str:
    """A safe name for a single file; pasted text gets its language's usual entry name."""
    name = filename.replace("\\", "/").rpartition("/")[2].strip()
    chosen = languages().get(language or "")
    if chosen and language_of(name) is not chosen:
        return chosen.entry_names[0]
    return safe_path(name or "unnamed")


def _check_single(name: str, data: bytes, language: str | None) -> None:
    found = looks_like(data)
    if name.lower().endswith(SUFFIXES):
        raise Refused(
            f"{named(name)} is not an archive: it holds {found}. Pack the bot's folder again.",
            "not-an-archive",
        )
    if language_of(name) is None and language is None:
        if mistake := nothing_to_start([name]):
            raise Refused(mistake, "unknown-language")
        endings = ", ".join(kind.suffixes[0] for kind in languages().values() if kind.suffixes)
        raise Refused(
            f"{named(name)} holds {found} and has no ending of a known language; wanted a source "
            f"file ({endings}) or an archive ({', '.join(SUFFIXES)}).",
            "unknown-language",
        )


def _with_unix_scripts(files: dict[str, bytes], warnings: list[str]) -> dict[str, bytes]:
    fixed = {path: with_unix_lines(path, data) for path, data in files.items()}
    warnings += [
        f"{named(path)} had Windows line ends, with which Linux cannot start it; "
        "they were replaced."
        for path, data in files.items()
        if fixed[path] is not data
    ]
    return fixed


def _kind(
    entry: str, data: bytes, language: Language, project: Project, warnings: list[str]
) -> Literal["function", "program"]:
    """How it plays: as told, else as the source shows."""
    if project.kind == "function" and not language.has_functions:
        raise Refused(
            f"{FILE} says kind = 'function', which {language.name} does not have.", "bad-toml"
        )
    if language_of(entry) is not language or not language.suffixes:
        return project.kind or "program"
    text = source_text(entry, data)
    if language.recognise is None or project.run or project.kind == "program":
        return project.kind or "program"
    try:
        is_function = language.recognise(text, named(entry))
    except SourceError as error:
        raise Refused(str(error), error.code) from None
    if not is_function:
        warnings.append(f"{named(entry)} holds no bot function, so it is run as a program.")
    return project.kind or ("function" if is_function else "program")
