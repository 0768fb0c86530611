"""One program of the hostile corpus: what it is, and what its first lines say should happen."""

import re
import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from scuffle.languages import language_of
from scuffle.limits import Limits

CORPUS = Path(__file__).parents[1] / "contracts" / "hostile"
OPPONENTS = "opponents"
MODES = ("bubblewrap", "no-cgroup", "ordinary", "docker")
_WEAKER = {"ordinary": ("ordinary", "no-cgroup")}
TOOLS = "/usr/bin:/bin"
UNCAGED = ("protocol", "life")
"""The families whose programs harm nobody: they are also played without any cage."""

_WORDS = "expect|says|sentence|modes|seats|matches|opponent|limits"
_HEADER = re.compile(rf"(?:#|//) *({_WORDS}): *(.+)")
_FIGURE, _FOLDER = r"[\d,.]+", r"\S*"
_BY_MODE = re.compile(rf"; *({'|'.join(MODES)}): *")

TIGHT = {
    "start_ms": 1_000,
    "start_wall_ms": 3_000,
    "bank_ms": 250,
    "increment_ms": 0,
    "request_wall_ms": 450,
    "match_wall_ms": 2_000,
    "memory_mb": 64,
    "processes": 24,
    "log_kb": 64,
}
"""What a match of the corpus allows, so that it ends soon; a program may change single ones."""


@dataclass(frozen=True)
class Trick:
    """A program and its header."""

    path: Path

    @property
    def name(self) -> str:
        """Its family and file name."""
        return f"{self.path.parent.name}/{self.path.stem}"

    @cached_property
    def source(self) -> str:
        """The program's text."""
        return self.path.read_text()

    @cached_property
    def _header(self) -> list[tuple[str, str]]:
        found = []
        for line in self.source.splitlines():
            if not (match := _HEADER.fullmatch(line.strip())):
                break
            found.append((match[1], match[2].strip()))
        return found

    def _values(self, word: str, mode: str) -> list[str]:
        return [_of_mode(value, mode) for name, value in self._header if name == word]

    def _value(self, word: str, default: str) -> str:
        return next((value for name, value in self._header if name == word), default)

    def verdicts(self, mode: str) -> tuple[str, ...]:
        """The verdicts that are right in ``mode``; several where the kernel decides."""
        return tuple(self._values("expect", mode)[0].split(" or "))

    def sayings(self, mode: str) -> list[str]:
        """Patterns that the program's log must hold."""
        return self._values("says", mode)

    @property
    def sentence(self) -> re.Pattern[str] | None:
        """What the owner of a program that fails must read, in every mode; `None` if it is open."""
        text = " ".join(value for name, value in self._header if name == "sentence")
        pattern = re.escape(text).replace("<n>", _FIGURE).replace("<bot>", _FOLDER)
        return re.compile(pattern) if text else None

    @property
    def missing(self) -> str:
        """The tools that it takes and this host has not; empty if it has all."""
        language = language_of(self.path.name)
        tools = [command[0] for command in language.toolchain] if language else []
        gone = [tool for tool in tools if tool.isalpha() and not shutil.which(tool, path=TOOLS)]
        return ", ".join(gone)

    @property
    def uncaged(self) -> bool:
        """Whether it may also be played without a cage."""
        return self.path.parent.name in UNCAGED

    @property
    def modes(self) -> tuple[str, ...]:
        """Where it is played."""
        return tuple(self._value("modes", " ".join(MODES)).split())

    @property
    def both_seats(self) -> bool:
        """Whether it sits on both seats."""
        return self._value("seats", "one") == "both"

    @property
    def matches(self) -> int:
        """How many matches it plays, one after the other."""
        return int(self._value("matches", "1"))

    @property
    def opponent(self) -> Path:
        """Who sits on the other seat."""
        return CORPUS / OPPONENTS / f"{self._value('opponent', 'harmless')}.py"

    @property
    def limits(self) -> Limits:
        """The limits of its match."""
        own = dict(word.split("=") for word in self._value("limits", "").split())
        return Limits(**{**TIGHT, **{name: int(value) for name, value in own.items()}})


def _of_mode(value: str, mode: str) -> str:
    """The part of ``default; mode: other`` that holds in ``mode``."""
    default, *rest = _BY_MODE.split(value)
    by_mode = dict(zip(rest[::2], rest[1::2], strict=True))
    return next(
        (by_mode[name] for name in _WEAKER.get(mode, (mode,)) if name in by_mode), default
    ).strip()


def tricks() -> list[Trick]:
    """Every program of the corpus."""
    files = [path for path in CORPUS.glob("*/*.*") if path.parent.name != OPPONENTS]
    return [Trick(path) for path in sorted(files) if language_of(path.name)]
