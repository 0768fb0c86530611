"""Good and bad uploads: the ten classic mistakes of packing, and what a door must know besides."""

import io
import tarfile
import zipfile

BOT = b"def get_action(state, api):\n    return state['legal_actions'][0]\n"
CAMEL = BOT.replace(b"get_action", b"getAction")
JS = b"module.exports.getAction = ({ state }) => state.legal_actions[0];\n"
SHELL = b"#!/bin/sh\r\nexec python3 main.py\r\n"


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def tarred(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return packed.getvalue()


def many(folder: str) -> dict[str, bytes]:
    return {f"{folder}/lib/{number}.js": b"" for number in range(2100)}


# By name: file name, bytes, words of the door's sentence, and what --fix does about it ("" for
# nothing: more than one thing could be meant).
MISTAKES = {
    "UTF-16": ("bot.py", BOT.decode().encode("utf-16"), "is saved as UTF-16", "UTF-8"),
    "camel case": ("bot.py", CAMEL, "found `getAction`, wanted `get_action", "get_action"),
    "snake in JavaScript": (
        "bot.js", b"function get_action(x) { return null }",
        "found `get_action`, wanted `getAction", "getAction",
    ),
    "wrong arity": ("bot.py", b"def get_action(a, b, c):\n    pass\n", "(a, b, c)`, wanted", ""),
    "entry below": (
        "bot.zip", zipped({"README.md": b"x", "src/main.py": BOT}),
        "src/main.py lies in a folder", "entry = 'src/main.py'",
    ),
    "two entries": (
        "bot.zip", zipped({"main.py": BOT, "main.js": JS}), "say which one is started", "",
    ),
    "zip in a zip": (
        "bot.zip", zipped({"my_bot.zip": zipped({"main.py": BOT})}),
        "an archive within the archive, my_bot.zip", "out of my_bot.zip",
    ),
    "compiled only": ("bot.zip", zipped({"main.pyc": b"\xa7\r"}), "only compiled Python", ""),
    "compiled file": ("bot.pyc", b"\xa7\r\r\n\0\0", "only compiled Python, bot.pyc", ""),
    "node_modules": (
        "bot.zip", zipped({"main.js": JS, **many("node_modules")}), "2,100 lie in node_modules", "",
    ),
    "venv in a tar": (
        "bot.tar.gz", tarred({"main.js": JS, **many("x/venv")}), "lie in venv", "",
    ),
    "hidden ending": ("bot.py.txt", BOT, "rename it to bot.py", "Renamed bot.py.txt to bot.py"),
    "hidden ending within": (
        "bot.zip", zipped({"b/main.py.txt": BOT, "b/notes": b"x"}), "rename it to main.py",
        "Renamed main.py.txt",
    ),
    "notebook": ("bot.ipynb", b"{}", "is a notebook", ""),
}  # fmt: skip

# What is mended at the door itself, with a warning or in silence.
HONEST = {
    "file": ("bot.py", BOT, ""),
    "wrapper": ("bot.zip", zipped({"a/bot/main.py": BOT, "__MACOSX/a/._x": b""}), ""),
    "byte order mark": ("bot.py", b"\xef\xbb\xbf" + BOT, ""),
    "Windows lines": ("bot.py", BOT.replace(b"\n", b"\r\n"), ""),
    "Windows script": (
        "bot.zip",
        zipped({"main.py": BOT, "run.sh": SHELL, "scuffle.toml": b'entry = "main.py"\n'}),
        "run.sh had Windows line ends",
    ),
    "virtual environment": (
        "bot.zip",
        zipped({"main.py": BOT, "venv/pyvenv.cfg": b"", "venv/lib/x.py": b""}),
        "venv/ is a virtual environment and was left out",
    ),
    "JavaScript": ("bot.js", JS, ""),
}

# Other refusals, of which each door has to say the same.
REFUSED = {
    "nothing": ("bot.py", b""),
    "picture": ("bot.zip", b"\x89PNG\r\n\x1a\n" + bytes(100)),
    "cut short": ("bot.zip", zipped({"main.py": BOT})[:-40]),
    "leads out": ("bot.zip", zipped({"../main.py": BOT})),
    "syntax": ("bot.py", b"def get_action(state:\n"),
    "no bot": ("bot.py", b"x = 1\n"),
    "toml": ("bot.zip", zipped({"main.py": BOT, "scuffle.toml": b"game = "})),
    "another game": (
        "bot.zip",
        zipped({"main.py": BOT, "scuffle.toml": b'game = "virus-war-fog"\n'}),
    ),
    "unknown ending": ("bot.yaml", b"a: 1\n"),
    "a name that turns": ("bot\u202egnp.py", b"x = 1\n"),
    "a name from right to left": ("\u05d1\u05d5\u05d8.py", b"x = 1\n"),
}
