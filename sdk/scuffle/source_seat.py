"""The text of a Python file as a seat, in this very process: for where there are no others.

It gets what its program would get: it is loaded when the match starts, what it prints goes into
its log, and a traceback begins in its own file. Nothing holds it back, so whoever asks must be able
to end the process; ``scuffle.practice`` does so in a browser.
"""

import linecache
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO, TextIOBase
from traceback import format_exception
from typing import TYPE_CHECKING, Any

import scuffle
from scuffle import bot as bots
from scuffle.contract import Verdict
from scuffle.door import open_upload
from scuffle.function_seat import FunctionSeat
from scuffle.seat import Answer, BotFault, Budget
from scuffle.shims import python_function
from scuffle.shims.player import Api

if TYPE_CHECKING:
    from scuffle.shims.player import Handler

Tell = Callable[[str], object]

_NO_RUN = (
    "it reads its requests itself, which only a process of its own can do; wanted"
    " `get_action(state, api)`, or `run(…)` of scuffle"
)


class SourceSeat(FunctionSeat):
    """Plays with the source of a bot: one with ``get_action``, or one that calls ``run``.

    Attributes:
        line: where in the file an error came up, once one did.
    """

    def __init__(self, name: str, source: str, tell: Tell) -> None:
        """Take a source; ``tell`` hears what it writes as it is written.

        Args:
            name: what tracebacks call the file.
            source: its text.
            tell: called with every piece of text.

        Raises:
            scuffle.door.Refused: the site's door would refuse it.
        """
        kind = open_upload(name, source.encode()).program.kind
        super().__init__(_File(name, source, "bot" if kind == "function" else "__main__"))
        self._name = name
        self._words = _Told(tell)
        self._out = _Out(self._words.append)
        self.line: int | None = None

    def ask(self, line: bytes, budget: Budget) -> Answer:
        """Ask it, keeping what it prints.

        Raises:
            BotFault: it raised, ended itself, or took longer than ``budget`` allows.
        """
        with _speaking_to(self._out):
            try:
                return super().ask(line, budget)
            except SystemExit as end:
                detail = f"It ended itself with exit code {end.code}; wanted an answer."
                raise BotFault(Verdict.CRASH, detail, log=self._take_words()) from None

    def _traceback(self, error: Exception) -> str:
        # What is told live is the log itself, so the traceback goes the way of what was printed.
        self._words.append(self._shown(error))
        return self._take_words()

    def _shown(self, error: Exception) -> str:
        if isinstance(error, python_function.NoFunction):
            return f"{error}\n"
        trace = first = error.__traceback__
        own = False
        while trace:
            if trace.tb_frame.f_code.co_filename == self._name:
                first, own, self.line = (first if own else trace), True, trace.tb_lineno
            trace = trace.tb_next
        return "".join(format_exception(type(error), error, first))


class _File(bots.Bot):
    """A bot that is loaded when its match starts: whatever has ``get_action`` is a bot."""

    def __init__(self, name: str, source: str, module: str) -> None:
        self._name = name
        self._source = source
        self._module = module
        self._handler: Handler | None = None

    def setup(self, api: Api) -> None:
        names: dict[str, Any] = {"__name__": self._module, "__file__": self._name}
        # Tracebacks look here for the lines of files that are none.
        linecache.cache[self._name] = (
            len(self._source), None, self._source.splitlines(keepends=True), self._name
        )  # fmt: skip
        with _kept_runs() as players:
            exec(compile(self._source, self._name, "exec", dont_inherit=True), names)  # noqa: S102
        if self._module != "__main__":
            self._handler = python_function.handler_of(names)
            if callable(setup := names.get("setup")):
                setup(api)
        elif players:
            self._handler = bots.handler_of(players[0], api)
        else:
            raise python_function.NoFunction(_NO_RUN)

    def get_action(self, state: dict[str, Any], api: Api) -> Any:
        assert self._handler is not None
        return self._handler(state, api)


class _Told(list[str]):
    """Texts, of which somebody hears as they are added."""

    def __init__(self, tell: Tell) -> None:
        super().__init__()
        self._tell = tell

    def append(self, text: str) -> None:
        super().append(text)
        self._tell(text)


class _Out(TextIOBase):
    """A text file that hands everything on."""

    def __init__(self, write: Tell) -> None:
        self._write = write

    def write(self, text: str) -> int:
        self._write(text)
        return len(text)


@contextmanager
def _speaking_to(out: TextIOBase) -> Iterator[None]:
    """While it lasts, what is printed goes to ``out``, and there is nothing to read."""
    real = sys.stdin
    sys.stdin = StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(out):
            yield
    finally:
        sys.stdin = real


@contextmanager
def _kept_runs() -> Iterator[list[Any]]:
    """While it lasts, ``scuffle.run(bot)`` notes the bot in place of reading requests."""
    players: list[Any] = []
    real = bots.run
    # By the modules' names: a checker knows them as they are otherwise.
    vars(bots)["run"] = vars(scuffle)["run"] = players.append
    try:
        yield players
    finally:
        vars(bots)["run"] = vars(scuffle)["run"] = real
