"""Finding the file that is started, and the language it is written in."""

from collections.abc import Iterable

from scuffle.door.mistakes import nothing_to_start
from scuffle.door.naming import named, quoted
from scuffle.door.project import FILE, Project
from scuffle.door.refusal import Refused
from scuffle.languages import Language, language_of, languages

_LISTED = 12


def find_entry(paths: Iterable[str], project: Project, chosen: str | None) -> tuple[str, Language]:
    """The entry file and its language.

    Args:
        paths: all files, wrapper folders taken off.
        project: what ``scuffle.toml`` says.
        chosen: the language that the uploader chose, or ``None``.

    Raises:
        Refused: none, or more than one, could be meant.
    """
    wanted = _known(chosen or project.language)
    names = sorted(paths)
    if project.entry:
        return _told_entry(names, project.entry, wanted)
    wanted = wanted or _by_scripts(names)
    candidates = [name for name in names if "/" not in name and _fits(name, wanted)]
    sources = [name for name in candidates if "." in name]
    for group in (_main_files(sources), sources, candidates):
        if len(group) == 1:
            return group[0], wanted or _language(group[0])
        if group:
            raise Refused(
                f"Found {_list(group)}; say which one is started: "
                f"entry = {quoted(group[0])} in {FILE}.",
                "no-entry",
            )
    raise Refused(_nothing_found(names, wanted), "no-entry")


def _known(language: str | None) -> Language | None:
    if language is None:
        return None
    found = languages().get(language)
    if found is None:
        known = ", ".join(languages())
        raise Refused(
            f"There is no language {quoted(language)}; known are {known}.", "unknown-language"
        )
    return found


def _told_entry(names: list[str], entry: str, wanted: Language | None) -> tuple[str, Language]:
    entry = entry.replace("\\", "/").removeprefix("./")
    if entry not in names:
        raise Refused(
            f"{FILE} says entry = {quoted(entry)}, but there is no such file; "
            f"found {_list(names)}.",
            "no-entry",
        )
    return entry, wanted or _language(entry)


def _language(name: str) -> Language:
    found = language_of(name)
    if found is None:
        known = ", ".join(languages())
        raise Refused(
            f"{quoted(name)} has no ending of a known language; "
            f"say language = … in {FILE} ({known}).",
            "unknown-language",
        )
    return found


def _fits(name: str, wanted: Language | None) -> bool:
    found = language_of(name)
    return found is not None and (wanted is None or found is wanted)


def _by_scripts(names: list[str]) -> Language | None:
    """The language that an archive's scripts tell, whatever else lies beside them."""
    telling = [each for each in languages().values() if each.scripts]
    return next((each for each in telling if set(each.scripts) <= set(names)), None)


def _main_files(candidates: list[str]) -> list[str]:
    """Files called ``main``; one that is called ``bot`` where there is none."""
    for stem in ("main", "bot"):
        if found := [name for name in candidates if name.lower().rpartition(".")[0] == stem]:
            return found
    return []


def _nothing_found(names: list[str], wanted: Language | None) -> str:
    if mistake := nothing_to_start(names):
        return mistake
    kinds = [wanted] if wanted else list(languages().values())
    looked_for = ", ".join(kind.entry_names[0] for kind in kinds)
    return (
        f"Found no file to start: looked for {looked_for} or a single source file at the top. "
        f"There is {_list(names)}."
    )


def _list(names: list[str]) -> str:
    shown = ", ".join(map(named, names[:_LISTED])) or "nothing"
    return shown + (f" and {len(names) - _LISTED} more" if len(names) > _LISTED else "")
