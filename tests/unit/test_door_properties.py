"""The door under bytes that nobody thought of: admitted or refused, never anything else."""

import io
import re
import tarfile
import zipfile

from hypothesis import given
from hypothesis import strategies as st

from scuffle.door import Refused, Upload, open_upload

BOT = b"def get_action(state, api):\n    return state['legal_actions'][0]\n"


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return packed.getvalue()


def files_of(upload: Upload) -> list[str]:
    with tarfile.open(fileobj=io.BytesIO(upload.archive)) as tar:
        return tar.getnames()


@given(st.binary(max_size=300), st.sampled_from([b"", b"PK\x03\x04", b"\x1f\x8b\x08"]))
def test_any_bytes_are_admitted_or_refused(data: bytes, magic: bytes) -> None:
    for name in ("bot.zip", "main.py", "main.js", "main.c", "x"):
        try:
            open_upload(name, magic + data)
        except Refused as refused:
            code = refused.code
        else:
            code = ""
        assert re.fullmatch("[a-z-]*", code)


@given(st.data())
def test_a_damaged_zip_is_admitted_or_refused(data: st.DataObject) -> None:
    sound = bytearray(zipped({"a/main.py": BOT, "a/x": b"x" * 50}))
    for _ in range(data.draw(st.integers(1, 4))):
        sound[data.draw(st.integers(0, len(sound) - 1))] = data.draw(st.integers(0, 255))
    try:
        open_upload("bot.zip", bytes(sound))
    except Refused as refused:
        assert refused.sentence  # noqa: PT017 - both ways are fine, a third is not


names = st.text("ab./\\", min_size=1, max_size=12)


@given(st.dictionaries(names, st.binary(max_size=8), max_size=4))
def test_no_name_leads_out_of_the_archive(files: dict[str, bytes]) -> None:
    try:
        upload = open_upload("bot.zip", zipped(files | {"main.py": BOT}))
    except Refused:
        return
    for name in files_of(upload):
        assert not name.startswith("/")
        assert ".." not in name.split("/")
