"""What an extra of a package asks for and this environment lacks."""

import re
from importlib.metadata import EntryPoint, PackageNotFoundError, version

_NAME = re.compile(r"[A-Za-z0-9._-]+")


def missing_of(entry: EntryPoint, extra: str) -> list[str]:
    """The distributions that ``extra`` of the entry point's package needs and that are not here.

    Requirements for one operating system do not count: they bring programs, in whose place the
    system's own may stand.
    """
    requirements = (entry.dist.requires if entry.dist else None) or []
    names = [_NAME.match(line) for line in requirements if _applies(line, extra)]
    return [name[0] for name in names if name and not _is_installed(name[0])]


def _applies(requirement: str, extra: str) -> bool:
    marker = requirement.partition(";")[2].replace("'", '"')
    return f'extra == "{extra}"' in marker and "sys_platform" not in marker


def _is_installed(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True
