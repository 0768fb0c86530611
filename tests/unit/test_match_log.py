"""A seat's log keeps head and tail of the whole match."""

from hypothesis import given
from hypothesis import strategies as st

from scuffle.jobs import RequestLog
from scuffle.match_log import SeatLog, left_out


def entry(number: int, text: str) -> RequestLog:
    return RequestLog(
        request=number, step=0, sent="", received="", cpu_us=0, wall_us=0, bank_ms=0, stderr=text
    )


def test_text_within_the_limit_is_kept_at_its_request() -> None:
    log = SeatLog(1)
    log.add(entry(0, "zero\n"))
    log.add(entry(1, ""))
    log.append_text("one\n")
    assert [found.stderr for found in log.entries()] == ["zero\n", "one\n"]


def test_the_middle_is_cut_and_told() -> None:
    log = SeatLog(1)
    for number in range(10):
        log.add(entry(number, str(number) * 300))
    texts = [found.stderr for found in log.entries()]
    assert texts[0] == "0" * 300
    assert texts[1].startswith("1" * 212)
    assert texts[4] == ""
    assert texts[9] == "9" * 300
    assert sum("characters cut: a match's log holds 1 kB" in text for text in texts) == 1
    assert left_out(texts) == 3000 - 1024


def test_text_without_a_request_is_dropped() -> None:
    log = SeatLog(1)
    log.append_text("too early")
    assert log.entries() == ()


@given(st.lists(st.text(max_size=900), max_size=12))
def test_what_is_kept_is_within_the_limit(texts: list[str]) -> None:
    log = SeatLog(1)
    for number, text in enumerate(texts):
        log.add(entry(number, text))
    kept = [found.stderr for found in log.entries()]
    assert len(kept) == len(texts)
    assert sum(map(len, kept)) <= 1024 + 80
    if sum(map(len, texts)) <= 1024:
        assert kept == texts
