"""What one language is to the door, the launcher, the cages and the docs."""

from collections.abc import Callable
from dataclasses import dataclass, field


class SourceError(ValueError):
    """A source that cannot work; its text is one sentence for the owner, with the line.

    Attributes:
        code: the door's word for it (``syntax``, ``no-function``).
    """

    def __init__(self, code: str, sentence: str) -> None:
        """Say what is wrong."""
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class Language:
    """One language.

    Placeholders in ``build``, ``run`` and ``run_function``: ``{bot}`` the bot's folder, ``{sdk}``
    the folder with the package ``scuffle``, ``{entry}`` the entry file's name within the bot's
    folder, ``{stem}`` the same without its suffix, and the argument ``{python}`` the interpreter
    with the backend's own flags.

    Attributes:
        id: the word on the wire, as in ``scuffle.toml``.
        name: the display name.
        suffixes: of its source files, lower case, with the dot; no two languages share one. None:
            its entry is known by its name, and it comes as an archive.
        entry_names: the entry files looked for at the root, best first.
        build: the command that builds a program, run in a writable copy of the bot's folder;
            empty if nothing is built.
        run: the command that runs a program.
        run_function: the command that plays with a function, or empty.
        toolchain: commands that print which tools are at hand (``g++ --version``).
        env: further environment, in build and match alike.
        recognise: whether a source is a function bot; raises ``SourceError`` for one that cannot
            work either way. ``None``: every source is a program.
        echo: source of a program that writes every line it reads back; the self-test.
        starter: source of a small bot that plays every game.
        beside: further files of that bot, ``(name, text)``.
        about: what is particular about it here, in sentences.
        flags: what compiler or interpreter are told, for people.
        packages: Debian's packages that bring its tools.
        etc: its folders in ``/etc``, which its tools read; patterns.
        scripts: files of an archive that tell the language by being there, all of them.
        placed: the tool that asks the kernel where it lies (``/proc/self/exe``), or empty.
        spacious: whether its programs want more address space than a cage without a control group
            gives, though they use little of it.
    """

    id: str
    name: str
    suffixes: tuple[str, ...]
    entry_names: tuple[str, ...]
    run: tuple[str, ...]
    toolchain: tuple[tuple[str, ...], ...]
    echo: str
    starter: str
    build: tuple[str, ...] = ()
    run_function: tuple[str, ...] = ()
    env: tuple[tuple[str, str], ...] = ()
    recognise: Callable[[str, str], bool] | None = field(default=None, repr=False)
    beside: tuple[tuple[str, str], ...] = ()
    about: str = ""
    flags: str = ""
    packages: tuple[str, ...] = ()
    etc: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    placed: str = ""
    spacious: bool = False

    @property
    def starter_files(self) -> dict[str, str]:
        """All files of the small bot, the entry first."""
        return {self.entry_names[0]: self.starter, **dict(self.beside)}

    @property
    def needs_build(self) -> bool:
        """Whether a program is built before it runs."""
        return bool(self.build)

    @property
    def is_bare(self) -> bool:
        """Whether what was built runs wherever a binary does, without the tools that built it."""
        return self.run[0].startswith("{bot}/") and not self.spacious

    @property
    def image(self) -> str:
        """The name of the docker image that builds and runs it."""
        return f"scuffle-bot-{self.id}"

    @property
    def has_functions(self) -> bool:
        """Whether a bot may be a function."""
        return bool(self.run_function)
