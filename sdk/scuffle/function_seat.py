"""A Python callable as a seat; it gets what a process would get."""

from collections.abc import Callable
from time import perf_counter_ns
from traceback import format_exception
from typing import TYPE_CHECKING, Any

from pydantic_core import from_json

from scuffle.bot import Bot, handler_of
from scuffle.clock import waiting
from scuffle.contract import Verdict
from scuffle.seat import Answer, BotFault, Budget
from scuffle.shims.player import Api, with_tags, written

try:
    from time import thread_time_ns
except ImportError:  # Python in a browser, which has one thread
    from time import process_time_ns as thread_time_ns

if TYPE_CHECKING:
    from scuffle.shims.player import Handler


class FunctionSeat:
    """Plays with a function in this process: ``function(state)`` or ``function(state, api)``.

    Or with a ``scuffle.Bot``, or a class of it, of which each match gets a new object.

    The state goes through JSON and is a fresh object for every request, so that a function that
    works here works in a cage. Time over the limit is noticed when the function returns.
    """

    def __init__(self, function: Callable[..., Any] | Bot[Any]) -> None:
        """Take a function; how many parameters it takes is looked at when the match starts."""
        self._function = function
        self._handler: Handler | None = None
        self._api: Api | None = None
        self._words: list[str] = []

    def ask(self, line: bytes, budget: Budget) -> Answer:
        """Call the function with one request.

        Raises:
            BotFault: it raised, or took longer than ``budget`` allows.
        """
        message = from_json(line)
        cpu, wall = thread_time_ns(), perf_counter_ns()
        try:
            answer = self._start(message) if message["type"] == "start" else self._act(message)
            text = written(answer, self._words.append)
        except Exception as error:
            raise BotFault(
                Verdict.CRASH,
                f"The function raised {type(error).__name__}: {error}.",
                log=self._take_words() + self._traceback(error),
                cpu_ns=thread_time_ns() - cpu,
                wall_ns=perf_counter_ns() - wall,
            ) from error
        spent, passed = thread_time_ns() - cpu, perf_counter_ns() - wall
        _check_time(spent, passed, budget)
        return Answer(text.encode(), spent, passed, self._take_words())

    def end(self, line: bytes | None) -> str:
        """Forget the match."""
        self._api = None
        return self._take_words()

    def _start(self, message: dict[str, Any]) -> dict[str, Any]:
        self._api = Api(message, self._words.append)
        self._handler = handler_of(self._function, self._api)
        return {"type": "ready"}

    def _act(self, message: dict[str, Any]) -> Any:
        assert self._api is not None
        assert self._handler is not None
        self._api.time.tell(message["time"]["bank_ms"])
        return with_tags(self._handler(message["state"], self._api), self._api)

    def _traceback(self, error: Exception) -> str:
        return "".join(format_exception(error))

    def _take_words(self) -> str:
        words = "".join(self._words)
        self._words.clear()
        return words


def _check_time(cpu_ns: int, wall_ns: int, budget: Budget) -> None:
    if cpu_ns > budget.cpu_ns:
        found, allowed, kind = cpu_ns, budget.cpu_ns, "CPU time"
    elif waiting(cpu_ns, wall_ns) > budget.wall_ns:
        found, allowed, kind = waiting(cpu_ns, wall_ns), budget.wall_ns, "waiting"
    else:
        return
    detail = f"The answer took {found / 1e6:.0f} ms of {kind}; {allowed / 1e6:.0f} ms were left."
    raise BotFault(Verdict.TIMEOUT, detail, cpu_ns=cpu_ns, wall_ns=wall_ns)
