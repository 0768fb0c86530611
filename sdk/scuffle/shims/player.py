"""The bot's side of the protocol in Python: ``api``, reading requests, writing answers.

It is imported in every cage before a bot's first line runs, so it imports built-in modules only
and leaves everything heavier (``random``, ``traceback``) until it is needed. ``json`` alone would
double the time that an interpreter needs to start; its C parts are used directly.
"""

import os
import sys
from time import process_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random
    from typing import Any, BinaryIO

    Handler = Callable[[dict[str, Any], "Api"], Any]

_TAGS_AT_ONCE, _TAG_LENGTH = 9, 96
"""What is sent of the tags of one request: more than is kept, and far less than a line holds."""

_NOT_JSON = " is not JSON: "
WANTED = "wanted `get_action(state, api)`"
_KINDS = ((0x80 | 0x200, "async def "), (0x20, "generator "))
"""By flags of their code, the functions whose call gives no answer, and what they are."""


class Time:
    """The clock as told with the request being answered.

    Attributes:
        bank_ms: CPU time that was left when the request came, in ms.
        limits: all limits of the match, by the names of the start message.
    """

    def __init__(self, limits: "dict[str, int]") -> None:
        """Start with the full bank."""
        self.limits = limits
        self.tell(limits["bank_ms"])

    def tell(self, bank_ms: int) -> None:
        """Note what a request says."""
        self.bank_ms = bank_ms
        self._since = process_time()

    def left_ms(self) -> float:
        """What is left of the bank now, measured by this process."""
        return self.bank_ms - (process_time() - self._since) * 1000


class Api:
    """What a bot is given with every request.

    Attributes:
        data: a dict that lives for one match.
        settings: the match's game settings.
        time: what is left of the clock, and the limits.
    """

    def __init__(self, start: "dict[str, Any]", write_log: "Callable[[str], object]") -> None:
        """Make it from the ``start`` message."""
        self.data: dict[Any, Any] = {}
        self.settings: dict[str, Any] = start["settings"]
        self.time = Time(start["limits"])
        self._seed: str = start["player_seed"]
        self._write_log = write_log
        self._tags: list[str] = []
        self._random: Random | None = None

    @property
    def random(self) -> "Random":
        """A generator seeded with this seat's own seed."""
        if self._random is None:
            from random import Random

            self._random = Random(self._seed)
        return self._random

    def log(self, text: object) -> None:
        """Write a line into this request's log."""
        self._write_log(f"{text}\n")

    def tag(self, text: object) -> None:
        """Set a mark on the replay's timeline; everybody sees it when the match is over."""
        if len(self._tags) < _TAGS_AT_ONCE:
            self._tags.append(str(text)[:_TAG_LENGTH])

    def take_tags(self) -> "list[str]":
        """The marks set since the last call."""
        tags, self._tags = self._tags, []
        return tags


def with_tags(answer: "Any", api: Api) -> "Any":
    """An answer with the marks set while it was sought; anything but a dict stays as it is."""
    tags = api.take_tags()
    return {**answer, "tags": tags} if tags and isinstance(answer, dict) else answer


def as_handler(function: "Callable[..., Any]") -> "Handler":
    """A bot's function as one that takes state and api.

    Raises:
        TypeError: it takes neither one nor two parameters, or gives no answer when it is called;
            the text says what was found.
    """
    refuse_kind(function, WANTED)
    fewest, most, shown = _parameters(function)
    if fewest <= 2 <= most:
        return function
    if fewest <= 1 <= most:
        return lambda state, api: function(state)
    raise TypeError(f"found `{shown}`, {WANTED}")


def refuse_kind(function: "Callable[..., Any]", wanted: str) -> None:
    """Refuse a coroutine function and a generator.

    Raises:
        TypeError: it is one; the text says what was found, and ``wanted``.
    """
    code = getattr(function, "__code__", None)
    for flags, kind in _KINDS:
        if code is not None and code.co_flags & flags:
            raise TypeError(f"found `{kind}{code.co_name}`, {wanted}")


def _parameters(function: "Callable[..., Any]") -> "tuple[int, float, str]":
    """The fewest and the most positional arguments it takes, and how it is written."""
    code = getattr(function, "__code__", None)
    if code is None or getattr(function, "__self__", None) is not None or code.co_kwonlyargcount:
        return _inspected_parameters(function)
    count = code.co_argcount
    most = float("inf") if code.co_flags & 0x04 else count
    fewest = count - len(getattr(function, "__defaults__", None) or ())
    return fewest, most, f"{code.co_name}({', '.join(code.co_varnames[:count])})"


def _inspected_parameters(function: "Callable[..., Any]") -> "tuple[int, float, str]":
    """The same for methods and other callables, at the price of a slow import."""
    from inspect import Parameter, signature

    try:
        found = signature(function)
    except (TypeError, ValueError):
        return 2, 2, "get_action"
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    places = [p for p in found.parameters.values() if p.kind in kinds]
    needed = sum(place.default is Parameter.empty for place in places)
    rest = any(p.kind is Parameter.VAR_POSITIONAL for p in found.parameters.values())
    keywords = [
        p
        for p in found.parameters.values()
        if p.kind is Parameter.KEYWORD_ONLY and p.default is Parameter.empty
    ]
    name = getattr(function, "__name__", type(function).__name__)
    fewest = 99 if keywords else needed
    return fewest, float("inf") if rest else len(places), f"{name}{found}"


def plain(value: "Any") -> "Any":
    """Turn what JSON does not know into what it does: integers and floats of other libraries.

    Raises:
        TypeError: it is no number.
    """
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "__index__"):
        return value.__index__()
    if hasattr(value, "__float__"):
        return float(value)
    raise TypeError(f"{type(value).__name__}{_NOT_JSON}{value!r}"[:200])


class _Format:
    """What ``_json.make_scanner`` asks of its context."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float


def _make_codec() -> "tuple[Callable[[str], Any], Callable[[Any], str]]":
    try:
        from _json import encode_basestring_ascii, make_encoder, make_scanner
    except ImportError:
        import json

        return json.loads, lambda value: json.dumps(value, default=plain)
    scan = make_scanner(_Format)  # type: ignore[arg-type]
    encode = make_encoder({}, plain, encode_basestring_ascii, None, ":", ",", False, False, True)
    return (
        lambda text: scan(text, 0)[0],
        lambda value: "".join(encode(value, 0)),
    )


loads, dumps = _make_codec()


def written(answer: "Any", write_log: "Callable[[str], object]") -> str:
    """An answer as a line; what JSON cannot hold is named in one that is no answer.

    The judge makes a sentence of that: see ``scuffle.wire``.
    """
    try:
        return dumps(answer)
    except (TypeError, ValueError, RecursionError) as error:
        write_log(f"The answer cannot be written as JSON: {error}\n")
        return f"unwritable {dumps(_unwritable(answer, error))} a dict"


def _unwritable(answer: "Any", error: Exception) -> str:
    """An answer in words, with what is wrong with it."""
    kind, words = type(answer).__name__, str(error)
    within, _, is_value = words.partition(_NOT_JSON)
    if isinstance(error, RecursionError):
        return f"{_a(kind)} that nests too deep"
    if words.startswith("Circular"):
        return f"{_a(kind)} that holds itself"
    if words.startswith("keys must be"):
        return f"{_a(kind)} with a key that is no text"
    if is_value and within != kind:
        return f"{_a(kind)} with {_a(within)} in it"
    return _a(kind)


def _a(kind: str) -> str:
    return f"an {kind}" if kind.startswith(tuple("aeiouAEIOU")) else f"a {kind}"


class Pipes:
    """The protocol's own pipes, out of the reach of ``print`` and ``input``.

    File descriptors 0 and 1 are replaced: reading finds nothing, writing goes to the log.
    """

    def __init__(self) -> None:
        """Take over standard input and output of this process."""
        self._requests: BinaryIO = os.fdopen(os.dup(0), "rb")
        self._answers = os.dup(1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        sys.stdout = sys.stderr

    def read(self) -> "dict[str, Any] | None":
        """The next message, or ``None`` when there will be none."""
        line = self._requests.readline()
        return loads(line.decode()) if line else None

    def write(self, answer: "Any") -> None:
        """Write one answer."""
        data = written(answer, sys.stderr.write).encode() + b"\n"
        while data:
            data = data[os.write(self._answers, data) :]


def serve(prepare: "Callable[[Api], Handler]") -> None:
    """Speak the protocol until the match ends.

    Args:
        prepare: called once, after ``start`` was read and before ``ready`` is answered: loads
            the bot and gives the function that answers requests.
    """
    pipes = Pipes()
    start = pipes.read()
    if start is None:
        return
    api = Api(start, sys.stderr.write)
    handler = prepare(api)
    pipes.write({"type": "ready"})
    while (message := pipes.read()) and message["type"] == "act":
        api.time.tell(message["time"]["bank_ms"])
        pipes.write(with_tags(handler(message["state"], api), api))
