"""Scripts saved on Windows: mended at the door, and said."""

import io
import tarfile
import zipfile

from scuffle.door import open_upload
from scuffle.door.source import with_unix_lines


def test_a_script_with_windows_line_ends_is_mended_and_said() -> None:
    files = {
        "main.c": b"int main(void) { return 0; }",
        "run.sh": b"#!/bin/sh\r\nexec ./x\r\n",
        "a.txt": b"1\r\n",
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    upload = open_upload("bot.zip", packed.getvalue())
    with tarfile.open(fileobj=io.BytesIO(upload.archive)) as tar:
        script, text = tar.extractfile("run.sh"), tar.extractfile("a.txt")
        assert script is not None
        assert script.read() == b"#!/bin/sh\nexec ./x\n"
        assert text is not None
        assert text.read() == b"1\r\n"
    assert "run.sh had Windows line ends" in upload.warnings[0]


def test_a_shell_script_needs_no_interpreters_name_to_be_mended() -> None:
    assert with_unix_lines("build.sh", b"set -e\r\nmake\r\n") == b"set -e\nmake\n"
    assert with_unix_lines("notes.txt", b"one\r\n") == b"one\r\n"
    assert with_unix_lines("odd.sh", b"\0\r\n") == b"\0\r\n"
