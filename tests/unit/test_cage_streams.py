"""Lines, excerpts and built tars, within their bounds."""

import io
import tarfile

import pytest

from scuffle.door import Refused
from scuffle.streams import Excerpt, Lines
from scuffle_sandbox.builds import normalised


def fed(*parts: bytes, longest: int = 10, total: int = 100, ended: bool = False) -> Lines:
    lines = Lines(longest, total)
    for part in parts:
        lines.feed(part)
    lines.ended = ended
    return lines


def test_lines_are_cut_wherever_the_reads_fell():
    lines = fed(b"on", b"e\ntw", b"o\n")
    assert [lines.take(), lines.take(), lines.take()] == [b"one", b"two", None]


def test_the_longest_line_fits_and_one_more_byte_does_not():
    assert fed(b"x" * 10 + b"\n").take() == b"x" * 10
    with pytest.raises(BufferError):
        fed(b"x" * 11).take()
    with pytest.raises(BufferError):
        fed(b"x" * 11 + b"\n").take()


def test_blanks_before_a_line_are_skipped():
    assert fed(b"\n\r\n \t{}\n").take() == b"{}"


def test_a_line_without_newline_counts_at_the_end_only():
    assert fed(b"half").take() is None
    lines = fed(b"half", ended=True)
    assert lines.take() == b"half"
    with pytest.raises(EOFError):
        lines.take()


def test_the_match_has_a_total():
    lines = fed(b"1234567\n", b"1234567\n", total=10)
    with pytest.raises(BufferError, match="in one match"):
        lines.take()


def test_blanks_alone_are_nothing_unasked():
    assert not fed(b"\r\n \n").holds_any
    assert fed(b"\n x").holds_any


def test_room_shrinks_with_what_lies_there():
    assert fed().room == 11
    assert fed(b"1234").room == 7
    assert fed(b"x" * 40).room == 0


def test_a_short_log_is_whole():
    excerpt = Excerpt(100)
    excerpt.feed(b"hello ")
    excerpt.feed(b"there")
    assert excerpt.take() == "hello there"
    assert excerpt.take() == ""


def test_a_long_log_keeps_head_and_tail_and_tells_the_cut():
    excerpt = Excerpt(20)
    excerpt.feed(b"HEADHEADHE" + b"." * 1000 + b"TAILTAILTA")
    log = excerpt.take()
    assert log.startswith("HEADHEADHE")
    assert log.endswith("TAILTAILTA")
    assert "1000 bytes" in log


def test_a_log_that_is_no_text_does_not_break():
    excerpt = Excerpt(100)
    excerpt.feed(b"\xff\xfe ok")
    assert excerpt.take().endswith(" ok")


def tar(*members: tuple[str, bytes, int], data: bytes = b"") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, kind, mode in members:
            info = tarfile.TarInfo(name)
            info.type, info.mode, info.linkname, info.size = kind, mode, "target", len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def test_a_built_tar_is_normalised():
    files = (("./b", tarfile.REGTYPE, 0o4711), ("./a", tarfile.REGTYPE, 0o000))
    found = normalised(tar(*files, data=b"\x7fELF"))
    with tarfile.open(fileobj=io.BytesIO(found)) as archive:
        assert [(each.name, each.mode) for each in archive] == [("a", 0o755), ("b", 0o755)]
    assert normalised(found) == found


@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [
        ("../up", tarfile.REGTYPE, "leads out"),
        ("/etc/x", tarfile.REGTYPE, "absolute"),
        ("a/" * 21 + "x", tarfile.REGTYPE, "folders deep"),
        ("x" * 300, tarfile.REGTYPE, "longer than 240"),
        ("tab\tx", tarfile.REGTYPE, "control characters"),
        ("link", tarfile.SYMTYPE, "a link"),
        ("hard", tarfile.LNKTYPE, "a link"),
        ("pipe", tarfile.FIFOTYPE, "a device"),
        ("null", tarfile.CHRTYPE, "a device"),
    ],
)
def test_a_built_tar_with_anything_else_is_refused(name, kind, told):
    with pytest.raises(Refused, match=told):
        normalised(tar((name, kind, 0o644)))


def test_what_is_no_tar_is_refused():
    with pytest.raises(Refused, match="damaged"):
        normalised(b"\x00\x01garbage" * 200)
