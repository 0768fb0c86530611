"""Python: a function ``get_action(state, api)``, or a program."""

import ast
import re
import sys
import warnings
from typing import TypeAlias

from scuffle.languages.language import Language, SourceError
from scuffle.wire import isolated, visible

_WANTED = "wanted `get_action(state, api)`"
_READS_STDIN = re.compile(r"\b(stdin|input|fileinput|fdopen|open|os\.read|run|runpy|exec)\b")
_NOT_ITS_OWN = sys.stdlib_module_names | {"numpy", "scuffle"}
"""Modules that read no requests of themselves."""
_Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_MOST_BYTES = 1_000_000


def recognise(text: str, name: str) -> bool:
    """Whether a file defines ``get_action`` at its top level.

    Raises:
        SourceError: it does not parse, takes the wrong parameters, or is neither a function bot
            nor reads requests.
    """
    try:
        return _recognise(_parse(text, name), text, name)
    except (RecursionError, MemoryError):
        raise SourceError("syntax", f"{name} nests too deep to be parsed as Python.") from None


def _recognise(tree: ast.Module, text: str, name: str) -> bool:
    if (setup := _defined(tree, "setup")) is not None:
        _check_kind(setup, name, "wanted `setup(api)`")
    if (function := _defined(tree, "get_action")) is not None:
        _check_parameters(_check_kind(function, name, _WANTED), name)
        return True
    if _assigns_function(tree):
        return True
    if not (_READS_STDIN.search(text) or _imports_its_own(tree)):
        raise SourceError("no-function", f"{name}: {_found_instead(tree)}, {_WANTED}.")
    return False


def _parse(text: str, name: str) -> ast.Module:
    if len(text) > _MOST_BYTES:
        raise SourceError(
            "syntax",
            f"{name} is longer than {_MOST_BYTES:,} characters; put data into a file of its own.",
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text, name)
    except SyntaxError as error:
        line = (error.text or "").strip()
        shown = f": {isolated(visible(line[:80]))}" if line else ""
        where = f", line {error.lineno}" if error.lineno else ""
        raise SourceError("syntax", f"{name}{where}: {error.msg}{shown}") from None
    except ValueError as error:
        raise SourceError("syntax", f"{name} cannot be parsed as Python: {error}.") from None


def _defined(tree: ast.Module, name: str) -> _Definition | None:
    """What is defined as ``name``, also under a top-level ``if`` or ``try``; the last counts."""
    found = None
    for node in _top_level(tree.body):
        if isinstance(node, _Definition) and node.name == name:
            found = node
    return found


def _check_kind(node: _Definition, name: str, wanted: str) -> ast.FunctionDef:
    """See that it is a plain function: whatever else a call of it gives is no answer."""
    where = f"{name}, line {node.lineno}"
    if isinstance(node, ast.FunctionDef):
        if line := _line_of_yield(node):
            found = f"found `yield` in `{node.name}`, which makes it a generator"
            raise SourceError("no-function", f"{name}, line {line}: {found}; {wanted}.")
        return node
    word = "async def" if isinstance(node, ast.AsyncFunctionDef) else "class"
    raise SourceError("no-function", f"{where}: found `{word} {node.name}`, {wanted}.")


def _line_of_yield(function: ast.FunctionDef) -> int:
    """Where it yields, in itself and not in what it defines; 0 if nowhere."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return node.lineno
        if not isinstance(node, _Definition | ast.Lambda):
            waiting += ast.iter_child_nodes(node)
    return 0


def _top_level(body: list[ast.stmt]) -> list[ast.stmt]:
    # Not recursive: each `elif` lies in the one before it, and a bot may well have a thousand.
    found: list[ast.stmt] = []
    waiting = body[::-1]
    while waiting:
        node = waiting.pop()
        found.append(node)
        if isinstance(node, ast.If | ast.Try):
            waiting += (node.body + node.orelse)[::-1]
    return found


def _assigns_function(tree: ast.Module) -> bool:
    """Whether the name comes from an assignment or an import."""
    return any("get_action" in _names_given(node) for node in _top_level(tree.body))


def _names_given(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [alias.asname or alias.name for alias in node.names]
    if isinstance(node, ast.Assign):
        targets = node.targets
    else:
        targets = [node.target] if isinstance(node, ast.AnnAssign) and node.value else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _imports_its_own(tree: ast.Module) -> bool:
    """Whether it brings in a module from its own folder, which may read the requests."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
        else:
            continue
        if any(module.partition(".")[0] not in _NOT_ITS_OWN for module in modules):
            return True
    return False


def _check_parameters(function: ast.FunctionDef, name: str) -> None:
    arguments = function.args
    places = len(arguments.posonlyargs) + len(arguments.args)
    fewest = places - len(arguments.defaults)
    most = float("inf") if arguments.vararg else places
    needed = [d for d in arguments.kw_defaults if d is None]
    if needed or not (fewest <= 2 <= most or fewest <= 1 <= most):
        found = f"get_action({ast.unparse(arguments)})"
        raise SourceError(
            "no-function", f"{name}, line {function.lineno}: found `{found}`, {_WANTED}."
        )


def _found_instead(tree: ast.Module) -> str:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and _has_get_action(node):
            return f"found the class `{node.name}` and no `run({node.name})` that starts it"
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    if not functions:
        return "found no function and nothing that reads requests"
    return "found " + ", ".join(f"`{name}`" for name in functions[:5])


def _has_get_action(node: ast.ClassDef) -> bool:
    return any(isinstance(one, ast.FunctionDef) and one.name == "get_action" for one in node.body)


_ECHO = """\
import sys

for line in sys.stdin:
    print(line, end="", flush=True)
"""

_STARTER = '''\
def get_action(state, api):
    """Kill when something can be killed, else play anywhere."""
    legal = state["legal_actions"]
    kills = [action for action in legal if action["action"] == "kill"]
    grows = [action for action in legal if action["action"] == "grow"]
    return api.random.choice(kills or grows or legal)
'''

_NUMPY = "import numpy; print('numpy', numpy.__version__)"

LANGUAGE = Language(
    id="python",
    name="Python",
    suffixes=(".py",),
    entry_names=("main.py", "bot.py"),
    run=("{python}", "{sdk}/scuffle/shims/python_program.py", "{bot}/{entry}"),
    run_function=("{python}", "{sdk}/scuffle/shims/python_function.py", "{bot}/{entry}"),
    env=(("PYTHONHASHSEED", "0"), ("PYTHONDONTWRITEBYTECODE", "1")),
    about="The standard library and numpy, nothing else.",
    toolchain=(("{python}", "--version"), ("{python}", "-c", _NUMPY)),
    packages=("python3",),
    recognise=recognise,
    echo=_ECHO,
    starter=_STARTER,
)
