"""What the door says of files whose names turn, hide or end what is written after them."""

import io
import json
import tarfile
import zipfile

import pytest
from cli_shell import Shell
from door_corpus import BOT

from scuffle.cli.check import packed_words
from scuffle.door import Refused, open_upload
from scuffle.door.repair import repair

TURNS, HEBREW = "bot\u202egnp.py", "שלום"
MARKS = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u200b\ufeff\u2028\x1b\x07\n"
SOURCES = {
    "syntax": b"def get_action(state, api:\n",
    "no function": b"def act(state):\n    pass\n",
    "not text": b"\x89PNG\r\n\x1a\n\0\0",
    "UTF-16": "x = 1".encode("utf-16"),
    "not UTF-8": b"x = '\xff'\n",
    "unknown encoding": b"# -*- coding: nothing -*-\n",
    "nested": b"x = " + b"(" * 500 + b")" * 500,
    "empty": b"",
}


def tarred(name: str, kind: bytes) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        entry = tarfile.TarInfo(name)
        entry.type, entry.linkname = kind, "x"
        archive.addfile(entry)
    return packed.getvalue()


def locked(name: str) -> bytes:
    """A zip that says that its file is encrypted."""
    packed = bytearray(zip_of(name))
    packed[6] |= 1
    packed[packed.index(b"PK\x01\x02") + 8] |= 1
    return bytes(packed)


def zip_of(*names: str, data: bytes = BOT) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in names:
            archive.writestr(name, data)
    return packed.getvalue()


def uploads(name: str) -> dict[str, tuple[str, bytes]]:
    """Ways to be refused with that name in the sentence."""
    single = {kind: (f"{name}.py", data) for kind, data in SOURCES.items()}
    told = f"entry = {json.dumps(name)}\n".encode()
    return single | {
        "no archive": (f"{name}.zip", b"text"),
        "no ending": (f"{name}.xyz", b"text"),
        "notebook": (f"{name}.ipynb", b"{}"),
        "text ending": (f"{name}.py.txt", BOT),
        "two entries": ("a.zip", zip_of(f"{name}1.py", f"{name}2.py")),
        "no such entry": ("a.zip", zip_of("main.py", "scuffle.toml", data=told)),
        "in a folder": ("a.zip", zip_of(f"{name}/x.py", "readme.md")),
        "nothing": ("a.zip", zip_of(f"{name}.dat")),
        "compiled": ("a.zip", zip_of(f"{name}.pyc")),
        "archive in archive": ("a.zip", zip_of(f"{name}.zip", "b.txt")),
        "absolute": ("a.zip", zip_of(f"/{name}.py")),
        "leads out": ("a.zip", zip_of(f"../{name}.py")),
        "too long": ("a.zip", zip_of(f"{name * 100}.py")),
        "too deep": ("a.zip", zip_of(f"{name}/" * 25 + "a.py")),
        "both": ("a.zip", zip_of(name, f"{name}/x.py")),
        "link": ("a.tar", tarred(name, tarfile.SYMTYPE)),
        "locked": ("a.zip", locked(f"{name}.py")),
        "unknown key": ("a.zip", zip_of("scuffle.toml", data=f'"{name}" = 1\n'.encode())),
    }


@pytest.mark.parametrize("kind", uploads("x"))
def test_no_name_turns_hides_or_ends_the_sentence(kind: str) -> None:
    for mark in MARKS:
        name, data = uploads(f"bot{mark}gnp")[kind]
        with pytest.raises(Refused) as refused:
            open_upload(name, data)
        assert refused.value.sentence.isprintable(), (mark, refused.value.sentence)
        assert str(refused.value) == refused.value.sentence


@pytest.mark.parametrize("kind", uploads("x"))
def test_a_name_of_the_other_direction_is_isolated(kind: str) -> None:
    name, data = uploads(HEBREW)[kind]
    with pytest.raises(Refused) as refused:
        open_upload(name, data)
    depth = 0
    for one in refused.value.sentence:
        depth += {"\u2068": 1, "\u2069": -1}.get(one, 0)
        assert depth or one not in HEBREW, refused.value.sentence
    assert depth == 0


def test_a_quoted_line_of_source_turns_nothing() -> None:
    for line in ("x = '\u202e' ('", f"{HEBREW} = ("):
        with pytest.raises(Refused) as refused:
            open_upload("bot.py", line.encode())
        assert "\u202e" not in refused.value.sentence
        assert HEBREW not in refused.value.sentence.replace(f"\u2068{HEBREW} = (\u2069", "")


def test_warnings_and_what_is_mended_are_as_harmless() -> None:
    script = f"{TURNS[:-3]}.sh"
    packed = zip_of(script, "main.py", data=b"#!/bin/sh\r\nget_action = 1\r\n")
    upload = open_upload("a.zip", packed)
    assert upload.warnings
    assert all(one.isprintable() for one in upload.warnings)
    assert packed_words(open_upload(TURNS, BOT)).isprintable()
    _, told = repair({f"{TURNS}.txt": BOT.replace(b"get_action", b"GetAction")})
    assert len(told) == 2
    assert all(one.isprintable() for one in told)


def test_the_command_line_says_it_so(tmp_path) -> None:
    shell = Shell(tmp_path)
    (tmp_path / TURNS).write_bytes(b"x = 1\n")
    said = shell.run("check", TURNS, "--game", "virus-war", "--sandbox", "none")
    assert "\u202e" not in said.stdout + said.stderr
    assert "bot\\u202egnp.py" in said.stdout
