"""The door: what is admitted, what is refused and with which sentence."""

import gzip
import io
import struct
import tarfile
import zipfile
import zlib
from hashlib import sha256
from pathlib import Path

import pytest

from scuffle.door import DoorLimits, Refused, Upload, open_path, open_upload, pack, unpack

BOT = b"def get_action(state, api):\n    return state['legal_actions'][0]\n"
C_BOT = b"int main(void) { return 0; }\n"


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return packed.getvalue()


def tarred(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for path, data in files.items():
            entry = tarfile.TarInfo(path)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return packed.getvalue()


def files_of(upload: Upload) -> list[str]:
    with tarfile.open(fileobj=io.BytesIO(upload.archive)) as archive:
        return archive.getnames()


def refusal(name: str, data: bytes, language: str | None = None) -> Refused:
    with pytest.raises(Refused) as refused:
        open_upload(name, data, language=language)
    sentence = refused.value.sentence
    assert sentence == str(refused.value)
    assert len(sentence) < 600
    return refused.value


def test_a_single_file_is_admitted() -> None:
    upload = open_upload("my_bot.py", BOT)
    program = upload.program
    assert (program.language, program.kind, program.entry) == ("python", "function", "my_bot.py")
    assert program.hash == sha256(upload.archive).hexdigest()
    assert (upload.files, upload.size) == (1, len(BOT))
    assert upload.warnings == ()


@pytest.mark.parametrize(
    ("name", "source", "language", "entry"),
    [
        ("", BOT, "python", "main.py"),
        ("pasted.txt", BOT, "python", "main.py"),
        ("C:\\bots\\ant.py", BOT, None, "ant.py"),
        ("../../etc/ant.py", BOT, None, "ant.py"),
        ("ant.C", C_BOT, None, "ant.C"),
        ("ant.mjs", b"export const getAction = () => null;", None, "ant.mjs"),
    ],
)
def test_a_single_file_is_named(name: str, source: bytes, language: str, entry: str) -> None:
    assert open_upload(name, source, language=language).program.entry == entry


PACKINGS = [
    zipped({"main.py": BOT, "lib/x.py": b""}),
    zipped({"bot/main.py": BOT, "bot/lib/x.py": b""}),
    zipped({"a/": b"", "a/b/": b"", "a/b/bot/main.py": BOT, "a/b/bot/lib/x.py": b""}),
    zipped({"bot\\main.py": BOT, "bot\\lib\\x.py": b""}),
    zipped({"./main.py": BOT, "lib//x.py": b""}),
    zipped({"bot/main.py": BOT, "bot/lib/x.py": b"", "__MACOSX/bot/._main.py": b"x"}),
    zipped({"main.py": BOT, "lib/x.py": b"", ".DS_Store": b"x", "lib/Thumbs.db": b"x"}),
    zipped({"main.py": BOT, "lib/x.py": b"", "__pycache__/main.cpython-311.pyc": b"x"}),
    zipped({"main.py": BOT, "lib/x.py": b"", ".git/config": b"x", ".scuffle/bot": b"x"}),
    tarred({"main.py": BOT, "lib/x.py": b""}),
    gzip.compress(tarred({"x/main.py": BOT, "x/lib/x.py": b""}), mtime=0),
]


@pytest.mark.parametrize("data", PACKINGS)
def test_the_same_files_have_the_same_name_however_packed(data: bytes) -> None:
    upload = open_upload("bot.zip", data)
    assert files_of(upload) == ["lib/x.py", "main.py"]
    assert upload.archive == open_upload("bot.zip", PACKINGS[0]).archive
    assert open_upload("again.tar", upload.archive).archive == upload.archive


def bomb(claimed: int) -> bytes:
    """A zip whose one member is larger than its headers claim."""
    data = bytearray(zipped({"main.py": b"#" * (101 << 20)}))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(signature) + offset
        data[at : at + 4] = struct.pack("<I", claimed)
    return bytes(data)


def link_zip() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        entry = zipfile.ZipInfo("main.py")
        entry.external_attr = 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")
    return packed.getvalue()


def link_tar(kind: bytes) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        entry = tarfile.TarInfo("main.py")
        entry.type, entry.linkname = kind, "/etc/passwd"
        archive.addfile(entry)
    return packed.getvalue()


def encrypted() -> bytes:
    data = bytearray(zipped({"main.py": BOT}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def long_header_tar() -> bytes:
    """A tar with an extended header that some versions of tarfile would search for hours."""
    entry = tarfile.TarInfo("x")
    entry.type, entry.size = tarfile.XHDTYPE, 2_000_000
    padding = bytes(-entry.size % 512)
    return entry.tobuf(tarfile.USTAR_FORMAT) + b"1" * entry.size + padding + tarred({"a.py": BOT})


PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)

REFUSED = [
    ("main.py", b"", "empty", "0 bytes"),
    ("bot.zip", b"", "empty", "0 bytes"),
    ("bot.zip", PNG, "not-an-archive", "a PNG picture"),
    ("bot.zip", b"a: 1\n", "not-an-archive", "holds text"),
    ("bot.tar.gz", b"a: 1\n", "not-an-archive", "holds text"),
    ("main.py", PNG, "not-source", "a PNG picture"),
    ("main.py", b"\0" * 100, "not-source", "binary data"),
    ("notes.yaml", b"a: 1\n", "unknown-language", ".py"),
    ("bot.zip", zipped({}), "empty", "no files"),
    ("bot.zip", zipped({".DS_Store": b"x"}), "empty", "no files"),
    ("bot.zip", zipped({"main.py": BOT})[:-40], "damaged", "damaged"),
    ("bot.zip", zipped({"main.py": BOT}).replace(b"main", b"mai\xff", 1), "damaged", "damaged"),
    ("bot.zip", zipped({"a.py": BOT}).replace(b"a.py", b"\0.py"), "damaged", "damaged"),
    ("bot.zip", zipped({"../main.py": BOT}), "bad-path", "leads out"),
    ("bot.zip", zipped({"a\\..\\..\\main.py": BOT}), "bad-path", "leads out"),
    ("bot.zip", zipped({"/etc/main.py": BOT}), "bad-path", "absolute"),
    ("bot.zip", zipped({"C:\\main.py": BOT}), "bad-path", "absolute"),
    ("bot.zip", zipped({"a\nb.py": BOT}), "bad-path", "control"),
    ("bot.zip", zipped({"x" * 300 + ".py": BOT}), "bad-path", "longer"),
    ("bot.zip", zipped({"a/" * 30 + "main.py": BOT}), "bad-path", "deep"),
    ("bot.zip", zipped({"main.py": BOT, "main.py/x": b""}), "bad-path", "a file and a folder"),
    ("bot.zip", zipped({"main.py": BOT, "./main.py": BOT}), "damaged", "twice"),
    ("bot.zip", link_zip(), "link", "link"),
    ("bot.tar", link_tar(tarfile.SYMTYPE), "link", "link"),
    ("bot.tar", link_tar(tarfile.LNKTYPE), "link", "link"),
    ("bot.tar", link_tar(tarfile.FIFOTYPE), "link", "device"),
    ("bot.tar", tarred({"../main.py": BOT}), "bad-path", "leads out"),
    ("bot.tar", tarred({"main.py": BOT})[:700], "damaged", "damaged"),
    ("bot.tar", long_header_tar(), "damaged", "extended header of 2,000,000 bytes"),
    ("bot.tgz", gzip.compress(b"no tar", mtime=0), "damaged", "no tar"),
    ("bot.tgz", gzip.compress(tarred({"main.py": BOT}), mtime=0)[:-20], "damaged", ""),
    ("bot.zip", encrypted(), "encrypted", "password"),
    ("bot.zip", zipped({f"{n}.py": b"" for n in range(10_000)}), "too-many-files", "2,000"),
    ("bot.tar", tarred({f"{n}.py": b"" for n in range(3000)}), "too-many-files", "2,000"),
    ("bot.zip", zipped({"readme.md": b"x", "doc/a": b"x"}), "no-entry", "main.py"),
    ("bot.zip", zipped({"main.py/x.txt": b"x", "doc/a": b"x"}), "no-entry", "main.py/x.txt"),
    ("bot.zip", zipped({"main.py": BOT, "main.c": C_BOT}), "no-entry", "main.c, main.py"),
    ("bot.zip", zipped({"one.py": BOT, "two.py": BOT}), "no-entry", "one.py, two.py"),
    ("main.py", b"def get_action(state:\n", "syntax", "line 1"),
    ("main.py", b"x = 1\n\nfor\n", "syntax", "line 3"),
    ("main.py", b"x = " + b"(" * 5000, "syntax", "main.py"),
    ("main.py", b"x = " + b"-" * 100_000 + b"1", "syntax", "main.py"),
    ("main.py", b"def get_action(a, b, c, d=" + b"-" * 700 + b"1): 0", "syntax", "too deep"),
    ("main.py", b"x = 1\n" * 400_000, "syntax", "longer"),
    ("main.py", b"x = 'caf\xe9'\n", "encoding", "line 1: byte 0xE9"),
    ("main.py", b"# coding: nonsense\n", "encoding", "nonsense"),
    ("main.py", b"# coding: undefined\n" + BOT, "encoding", "save it as UTF-8"),
    ("main.py", b"# coding: punycode\n" + BOT, "encoding", "save it as UTF-8"),
    ("main.py", "x = 1".encode("utf-16"), "encoding", "UTF-16"),
    ("main.js", b"// caf\xe9\n", "encoding", "0xE9"),
    ("main.py", b"def getaction(state, api): pass", "no-function", "found `getaction`"),
    ("main.py", b"x = 1\n", "no-function", "wanted `get_action(state, api)`"),
    ("main.py", b"def get_action(): pass", "no-function", "found `get_action()`"),
    ("main.py", b"def get_action(a, b, c): pass", "no-function", "found `get_action(a, b, c)`"),
    ("main.py", b"def get_action(s, *, api): pass", "no-function", "get_action(s, *, api)"),
    ("main.js", b"let x = 1;", "no-function", "getAction"),
]


@pytest.mark.parametrize(
    ("name", "data", "code", "words"), REFUSED, ids=lambda value: repr(value)[:30]
)
def test_refused_with_a_sentence(name: str, data: bytes, code: str, words: str) -> None:
    refused = refusal(name, data)
    assert refused.code == code, refused.sentence
    assert words in refused.sentence


@pytest.mark.parametrize("claimed", [101 << 20, 1000, 0])
def test_a_bomb_is_refused_whatever_size_it_claims(claimed: int) -> None:
    data = bomb(claimed)
    assert len(data) < 1 << 20
    assert refusal("bot.zip", data).code in ("too-big", "damaged")


def test_a_gzip_bomb_is_refused() -> None:
    packer = zlib.compressobj(wbits=31)
    data = b"".join(packer.compress(bytes(1 << 20)) for _ in range(150)) + packer.flush()
    assert refusal("bot.tgz", data).code == "too-big"


def test_limits_are_said_in_numbers() -> None:
    with pytest.raises(Refused, match=r"has 1\.0 MB; the most is 0 MB"):
        open_upload("main.py", b"#" * (1 << 20), limits=DoorLimits(packed_mb=0))


TOML = b"""game = "virus-war"\nbot = "ant"\nentry = "src/play.py"
ignore = ["logs/", "*.pt", "notes.txt"]"""


def test_scuffle_toml_says_entry_and_what_is_left_out() -> None:
    files = {
        "bot/scuffle.toml": TOML,
        "bot/src/play.py": BOT,
        "bot/logs/one.log": b"x",
        "bot/src/model.pt": b"x",
        "bot/notes.txt": b"x",
    }
    upload = open_upload("bot.zip", zipped(files))
    assert files_of(upload) == ["scuffle.toml", "src/play.py"]
    assert upload.program.entry == "src/play.py"
    assert (upload.project.game, upload.project.bot) == ("virus-war", "ant")


def test_scuffle_toml_says_how_to_build_and_run() -> None:
    toml = b'language = "cpp"\nentry = "go.sh"\nbuild = "make"\nrun = "./go.sh fast"\n'
    upload = open_upload("b.zip", zipped({"scuffle.toml": toml, "go.sh": b"#!/bin/sh\n"}))
    assert (upload.program.language, upload.program.kind) == ("cpp", "program")
    assert (upload.program.build, upload.program.run) == ("make", "./go.sh fast")


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        (b"game = ", "not valid TOML"),
        (b"\xff", "not UTF-8"),
        (b'gaem = "x"', "unknown key 'gaem'; known are game"),
        (b"entry = 3", "entry: "),
        (b'kind = "both"', "kind: "),
        (b'entry = "other.py"', "no such file; found main.py"),
        (b'language = "cobol"', "no language 'cobol'; known are c, cpp"),
        (b'language = "c"', "looked for main.c"),
        (b'language = "c"\nentry = "main.py"\nkind = "function"', "which C does not have"),
        (b"a = " + b"[" * 10_000, "scuffle.toml"),
        (b"a = " + b"9" * 5000, "not valid TOML"),
        (b'game = "' + b"a" * 20_000 + b'"', "the most is 16,384"),
        (b"ignore = [" + b"'a*'," * 200 + b"]", "at most 100"),
        (b"run = '\"./bot'", "run: '\"./bot' is no command line (No closing quotation)"),
        (b'run = "  "', "run: found only spaces"),
        (b'run = "a\\u0000b"', "run: a command cannot hold a NUL"),
        (b'build = "a\\u0000b"', "build: a command cannot hold a NUL"),
    ],
)
def test_a_bad_scuffle_toml_is_refused(toml: bytes, words: str) -> None:
    refused = refusal("bot.zip", zipped({"scuffle.toml": toml, "main.py": BOT}))
    assert words in refused.sentence


def test_the_biggest_files_are_told() -> None:
    files = {"main.py": BOT} | {f"data{n}": bytes(n * 100) for n in range(1, 9)}
    upload = open_upload("bot.zip", zipped(files))
    assert upload.biggest[0] == ("data8", 800)
    assert len(upload.biggest) == 5
    assert upload.files == 9
    assert upload.warnings == ()


def test_a_large_bot_is_warned_about() -> None:
    upload = open_upload("b.zip", zipped({"main.py": BOT, "model.bin": bytes(49 << 20)}))
    assert "model.bin (49.0 MB)" in upload.warnings[0]


def test_a_folder_is_looked_at_as_its_zip_would_be(tmp_path: Path) -> None:
    folder = tmp_path / "ant"
    (folder / "logs").mkdir(parents=True)
    (folder / "main.py").write_bytes(BOT)
    (folder / "logs" / "x.log").write_bytes(b"x")
    (folder / "scuffle.toml").write_bytes(b'ignore = ["logs"]')
    upload = open_path(folder)
    assert files_of(upload) == ["main.py", "scuffle.toml"]
    zipped_up = zipped({"main.py": BOT, "scuffle.toml": b'ignore = ["logs"]'})
    assert upload.archive == open_upload("ant.zip", zipped_up).archive
    assert open_path(folder / "main.py").archive == open_upload("main.py", BOT).archive


@pytest.mark.parametrize("name", ["huge.py", "folder", "/dev/zero"])
def test_what_is_too_big_or_has_no_end_is_not_read_to_learn_so(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    for file in ("huge.py", "folder/huge.bin"):
        with (tmp_path / file).open("wb") as made:
            made.truncate(1 << 40)
    with pytest.raises(Refused, match=r"the most is|neither a file nor a folder"):
        open_path(tmp_path / name)


def test_unpacking_makes_scripts_executable(tmp_path: Path) -> None:
    files = {"main.py": BOT, "a/run.sh": b"#!/bin/sh\n", "a/bin": b"\x7fELF...", "bot/tmp/x": b""}
    unpack(pack(files), tmp_path)
    found = {p.relative_to(tmp_path).as_posix(): p for p in tmp_path.rglob("*") if p.is_file()}
    assert {name: path.read_bytes() for name, path in found.items()} == files
    modes = {name: path.stat().st_mode & 0o777 for name, path in found.items()}
    assert modes == {"main.py": 0o644, "a/run.sh": 0o755, "a/bin": 0o755, "bot/tmp/x": 0o644}
