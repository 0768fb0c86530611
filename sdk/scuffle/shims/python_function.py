"""Runs a Python file with ``get_action``: ``python_function.py FILE``."""

import sys

_HERE = __file__.replace("\\", "/").rpartition("/")[0]
_SDK = _HERE.removesuffix("/scuffle/shims")

if __name__ == "__main__":
    sys.path.append(_SDK)

from scuffle.shims.player import WANTED, Api, as_handler, refuse_kind, serve  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any

    from scuffle.shims.player import Handler

_LIKELY = ("getaction", "get_actions", "getactions", "action", "act", "get_move", "move", "play")


class NoFunction(Exception):
    """The file does not define what is wanted of it."""


def load(path: str) -> "dict[str, Any]":
    """Run a file once as a module of its own and give its names."""
    folder, _, name = path.replace("\\", "/").rpartition("/")
    sys.path.insert(0, folder)
    sys.argv = [path]
    module = type(sys)(name.removesuffix(".py"))
    module.__file__ = path
    sys.modules[module.__name__] = module
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec", dont_inherit=True)
    exec(code, module.__dict__)  # noqa: S102 - running the bot is its purpose
    return module.__dict__


def handler_of(names: "dict[str, Any]") -> "Handler":
    """The function that answers requests.

    Raises:
        NoFunction: it is missing, or takes the wrong parameters.
    """
    function = names.get("get_action")
    if callable(function):
        try:
            return as_handler(function)
        except TypeError as error:
            raise NoFunction(str(error)) from None
    likely = [name for name in names if name.lower() in _LIKELY]
    found = f"found `{likely[0]}`" if likely else "found no `get_action`"
    raise NoFunction(f"{found}, {WANTED}")


def prepare(path: str, api: Api) -> "Handler":
    """Load the bot, call its ``setup`` if it has one, give its function."""
    names = load(path)
    handler = handler_of(names)
    if callable(setup := names.get("setup")):
        try:
            refuse_kind(setup, "wanted `setup(api)`")
        except TypeError as error:
            raise NoFunction(str(error)) from None
        setup(api)
    return handler


def report(error: BaseException) -> None:
    """Write a traceback that starts in the bot's own file."""
    if isinstance(error, NoFunction):
        sys.stderr.write(f"{error}\n")
        return
    from traceback import print_exception

    print_exception(type(error), error, _bots_part(error.__traceback__))


def _bots_part(trace: "TracebackType | None") -> "TracebackType | None":
    here = trace
    while here and here.tb_frame.f_code.co_filename.replace("\\", "/").startswith(_HERE):
        here = here.tb_next
    return here


def main() -> None:
    """Play one match."""
    try:
        serve(lambda api: prepare(sys.argv[1], api))
    except Exception as error:  # noqa: BLE001 - whatever a bot raises
        report(error)
        sys.exit(1)


if __name__ == "__main__":
    main()
