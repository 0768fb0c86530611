"""From a program to the command that starts or builds it."""

import shlex
from pathlib import Path, PurePosixPath

from scuffle.cage import Launch, Report
from scuffle.jobs import Program
from scuffle.languages import Language, languages
from scuffle.seat import HostFault


def program_launch(program: Program, folder: Path) -> Launch:
    """How to start a program whose (built) files lie in ``folder``."""
    language = languages()[program.language]
    if program.run:
        argv = tuple(shlex.split(program.run))
    elif program.kind == "function":
        argv = _filled(language.run_function, program.entry)
    else:
        argv = _filled(language.run, program.entry)
    return Launch(folder, argv, language.id, dict(language.env))


def need_tools(report: Report, language: str) -> None:
    """See that a host has what builds and runs a language: a bot cannot help it if not.

    Raises:
        HostFault: it has not.
    """
    if language not in report.languages:
        kind = languages()[language]
        raise HostFault(
            f"{kind.name} cannot be built and run here (sandbox {report.backend}): it needs "
            f"Debian's {' '.join(kind.packages)}; scuffle doctor says what is missing."
        )


def need_runtime(report: Report, launch: Launch) -> None:
    """See that a host has what a program runs on; what was built into a binary needs nothing.

    Raises:
        HostFault: it has not.
    """
    bare = languages()[launch.language].is_bare
    if not (bare and launch.argv[0].startswith("{bot}/")):
        need_tools(report, launch.language)


def playable(report: Report) -> tuple[str, ...]:
    """The languages whose programs a host can play once they are built, in alphabetical order."""
    bare = [each.id for each in languages().values() if each.is_bare]
    return tuple(sorted({*report.languages, *(bare if report.binaries else ())}))


def needs_build(program: Program) -> bool:
    """Whether a program must be built before it can start."""
    return bool(program.build or languages()[program.language].build)


def build_launch(program: Program, folder: Path) -> Launch:
    """How to build a program whose sources lie in ``folder``."""
    language = languages()[program.language]
    own = ("/bin/sh", "-c", program.build) if program.build else None
    argv = own or _filled(language.build, program.entry)
    return Launch(folder, argv, language.id, dict(language.env))


def toolchain_launches(language: Language, folder: Path) -> list[Launch]:
    """The commands that print which tools of a language are at hand."""
    return [
        Launch(folder, command, language.id, dict(language.env)) for command in language.toolchain
    ]


def sdk_folder() -> Path:
    """Where the package ``scuffle`` lies on this host; what ``{sdk}`` stands for uncaged."""
    return Path(__file__).resolve().parent.parent


def _filled(argv: tuple[str, ...], entry: str) -> tuple[str, ...]:
    stem = str(PurePosixPath(entry).with_suffix(""))
    return tuple(word.replace("{entry}", entry).replace("{stem}", stem) for word in argv)
