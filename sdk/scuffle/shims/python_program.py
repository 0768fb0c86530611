"""Runs a Python program that may import ``scuffle``: ``python_program.py FILE``."""

import sys


def main() -> None:
    """Run the file as ``__main__``, with its own folder first on the path."""
    sdk = __file__.replace("\\", "/").removesuffix("/scuffle/shims/python_program.py")
    path = sys.argv[1]
    sys.argv = sys.argv[1:]
    sys.path.insert(0, path.replace("\\", "/").rpartition("/")[0])
    sys.path.append(sdk)
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec", dont_inherit=True)
    names = sys.modules["__main__"].__dict__
    names["__file__"] = path
    exec(code, names)  # noqa: S102 - running the bot is its purpose


if __name__ == "__main__":
    main()
