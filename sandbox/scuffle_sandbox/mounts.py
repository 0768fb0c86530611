"""What a bubblewrap cage sees: the system's programs, the bot, and nothing of this host."""

import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from scuffle.cage import Launch
from scuffle.languages import Language, languages
from scuffle_sandbox.interpreter import Interpreter, numpy_folders, sdk_folder
from scuffle_sandbox.lent import lend

BOT, SDK, LIBRARIES, PYTHON = "/bot", "/sdk", "/lib-numpy", "/python"
PYTHON_FLAGS = ("-s", "-S", "-P", "-u")
"""Fast to start, blind to the user's packages; ``-I`` would also ignore the fixed hash seed."""

TMP, _SHARED = "/tmp", "/dev/shm"  # noqa: S108 - inside the cage
CAGE_UID = 1000
TMP_BYTES = 64 << 20
BUILD_BYTES = 512 << 20
OPEN_FILES = 1024
_SHARED_MEMORY_BYTES = 16 << 20
_DEVICES = ("null", "zero", "urandom")
_SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64")
_LIBRARIES_CACHE, _ALTERNATIVES = "/etc/ld.so.cache", "/etc/alternatives"
_OWN_PLACE = "/proc/self/exe"
TOOLS_PATH = "/usr/bin:/bin"
"""Where the tools of a language are looked for, here and in the cage."""


def _bind(source: Path | str, inside: str) -> list[str]:
    return ["--ro-bind", str(source), inside]


@cache
def _system(*etc: str) -> tuple[str, ...]:
    """``/usr`` without ``/usr/local``, the names at the root that lead into it, files of ``/etc``.

    bubblewrap reads the whole table of mounts after each bind: none is made for nothing.
    """
    options = [*_bind("/usr", "/usr"), "--tmpfs", "/usr/local", "--remount-ro", "/usr/local"]
    for name in _SYSTEM:
        here = Path("/") / name
        if here.is_symlink():
            options += ["--symlink", str(here.readlink()), str(here)]
        elif here.is_dir():
            options += _bind(here, str(here))
    for path in etc:
        options += ["--ro-bind-try", path, path]
    return tuple(options)


def _devices(*, writable: bool) -> list[str]:
    options = ["--symlink", "urandom", "/dev/random"]
    for name in _DEVICES:
        options += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    if writable:
        options += ["--size", str(_SHARED_MEMORY_BYTES), "--perms", "1777", "--tmpfs", _SHARED]
    return options


def _etc(language: Language | None) -> list[str]:
    """What a program reads in ``/etc`` that is not Python's."""
    patterns = language.etc if language else ()
    own = [str(path) for pattern in patterns for path in Path("/etc").glob(pattern)]
    return [_LIBRARIES_CACHE, _ALTERNATIVES, *sorted(own)]


def _own_place(tool: str) -> list[str]:
    """The one link of a ``/proc`` that is not there: where ``tool`` lies."""
    found = shutil.which(tool, path=TOOLS_PATH) if tool else None
    return ["--symlink", str(Path(found).resolve()), _OWN_PLACE] if found else []


def _python(interpreter: Interpreter) -> list[str]:
    options = []
    for folder in numpy_folders():
        options += _bind(folder, f"{LIBRARIES}/{folder.name}")
    if interpreter.prefix:
        options += _bind(interpreter.prefix, PYTHON)
    return options


def inside(interpreter: Interpreter) -> str:
    """The interpreter's path in the cage."""
    if interpreter.prefix is None:
        return str(interpreter.program)
    return f"{PYTHON}/{interpreter.program.relative_to(interpreter.prefix)}"


def namespaces() -> list[str]:
    """Own namespaces of every kind, an ordinary user inside, no way to outlive the runner."""
    return [
        *("--unshare-user", "--unshare-all", "--die-with-parent", "--new-session"),
        *("--uid", str(CAGE_UID), "--gid", str(CAGE_UID), "--hostname", "cage"),
    ]


def match_options(launch: Launch, interpreter: Interpreter | None, *, writable: bool) -> list[str]:
    """Bubblewrap's options for a match.

    Args:
        launch: what is started.
        interpreter: the bots' Python, for Python bots.
        writable: whether there may be a ``/tmp`` (a control group counts what lies there).
    """
    language = languages().get(launch.language)
    etc = [_LIBRARIES_CACHE] if interpreter else _etc(language)
    options = [*namespaces(), *_system(*etc), *_devices(writable=writable)]
    options += _bind(lend(launch.root), BOT) + _bind(sdk_folder(), f"{SDK}/scuffle")
    if interpreter:
        options += _python(interpreter)
    if language and language.placed in language.run:
        options += _own_place(language.placed)
    if writable:
        options += ["--size", str(TMP_BYTES), "--perms", "1777", "--tmpfs", TMP]
    return [*options, "--chdir", BOT, "--remount-ro", "/"]


def build_options(launch: Launch) -> list[str]:
    """Bubblewrap's options for a build: ``/source`` is read, ``/bot`` is an empty tmpfs."""
    language = languages().get(launch.language)
    options = [*namespaces(), *_system(*_etc(language)), *_devices(writable=True)]
    options += _bind(lend(launch.root), "/source") + _own_place(language.placed if language else "")
    options += ["--size", str(BUILD_BYTES), "--tmpfs", BOT]
    options += ["--size", str(BUILD_BYTES), "--perms", "1777", "--tmpfs", TMP]
    return [*options, "--chdir", BOT, "--remount-ro", "/"]


def environment(launch: Launch, *, python: bool, writable: bool) -> dict[str, str]:
    """The whole environment of a caged program."""
    env = {"PATH": TOOLS_PATH, "LANG": "C.UTF-8", "USER": "bot", "MALLOC_ARENA_MAX": "1"}
    env |= {"HOME": TMP, "TMPDIR": TMP} if writable else {"HOME": BOT}
    # One thread for linear algebra: a bot has one core, and each thread's stack is address space.
    env |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    if python:
        env |= {
            "PYTHONPATH": _path((BOT, SDK, LIBRARIES)),
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
    return env | dict(launch.env)


def libraries_of(interpreter: Interpreter | None) -> dict[str, str]:
    """Where a Python that is not the system's finds its own libraries."""
    elsewhere = interpreter is not None and interpreter.prefix is not None
    return {"LD_LIBRARY_PATH": f"{PYTHON}/lib"} if elsewhere else {}


def _path(folders: Iterable[str]) -> str:
    return ":".join(folders)


def command(argv: Iterable[str], interpreter: Interpreter | None) -> list[str]:
    """``argv`` with its placeholders filled in for the cage."""
    words: list[str] = []
    for each in argv:
        if each == "{python}" and interpreter:
            words += [inside(interpreter), *PYTHON_FLAGS]
        else:
            words.append(each.replace("{bot}", BOT).replace("{sdk}", SDK))
    return words
