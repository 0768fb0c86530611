"""Every rule of a bot's lines, with the sentence that its owner reads."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scuffle.wire import MAX_DEPTH, Malformed, dump_line, excerpt, parse_line, visible

REFUSED = [
    (b"", "empty line"),
    (b"   \r", "empty line"),
    (b'""', 'Found "\\"\\"", wanted a JSON object'),
    (b"null", "returned nothing"),
    (b'unwritable "a set" a dict', "Found a set: the bot returned what cannot be written as JSON"),
    (b'unwritable "\\ud800\\u0000" a dict', r"Found \ud800\x00: the bot"),
    (b'unwritable "\\z" an object', r'Found "\z": the bot'),
    (b"[]", 'Found "[]", wanted a JSON object'),
    (b"1e999", "wanted a JSON object"),
    (b"NaN", "wanted a JSON object"),
    (b"true", "wanted a JSON object"),
    (b"hello", "nothing else on the line"),
    (b'move: {"a":1}', "nothing else on the line"),
    (b'{"a":1} thanks', "after the JSON object"),
    (b'{"a":1}{"a":1}', "second object"),
    (b'{"a":1} {"a":1}', "second object"),
    (b'{"a":NaN}', "Found NaN"),
    (b'{"a":Infinity}', "Found Infinity"),
    (b'{"a":-Infinity}', "Found -Infinity"),
    (b'{"a":1e999}', "too large"),
    (b'{"a":9007199254740993}', "beyond 2**53"),
    (b'{"a":' + b"9" * 5000 + b"}", "beyond 2**53"),
    (b'{"a":1,"a":2}', "stands twice"),
    (b'{"p":{"a":1,"b":0,"a":1}}', "stands twice"),
    (b'{"a":"\0"}', "NUL"),
    (b'{"a":"\\u0000"}', "NUL"),
    (b'{"\\u0000":1}', "NUL"),
    (b'{"a":"\\ud800"}', "surrogate"),
    (b'{"a":"\\udc00\\ud800"}', "surrogate"),
    (b'{"a":"\xe9"}', "0xE9) is not UTF-8"),
    (b'{"a":"\xed\xa0\x80"}', "not UTF-8"),
    (b'{"a":"\xc0\x80"}', "not UTF-8"),
    (b'\xff\xfe{\x00"\x00', "not UTF-8"),
    (b'\xef\xbb\xbf{"a":1}', "byte order mark"),
    (b"{'a':1}", "not valid JSON"),
    (b'{"a":1', "ends inside its JSON"),
    (b'{"a":01}', "not valid JSON"),
    (b'{"a":1,}', "not valid JSON"),
    (b'{"a":"tab\there"}', "not valid JSON"),
    (b'{"a":' + b"[" * 10_000 + b"]" * 10_000 + b"}", "deeper than"),
    (b"[" * 100_000, "deeper than"),
    (b'{"a":' * (MAX_DEPTH + 1) + b"1" + b"}" * (MAX_DEPTH + 1), "deeper than"),
]


@pytest.mark.parametrize(("line", "words"), REFUSED, ids=lambda value: repr(value)[:40])
def test_refuses_with_one_sentence(line: bytes, words: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_line(line)
    sentence = str(refused.value)
    assert words in sentence
    assert sentence.endswith(".")
    assert len(sentence) < 300
    assert "\n" not in sentence


ACCEPTED = [
    (b'{"a":1}\r', {"a": 1}),
    (b'  {"a": 1}\t ', {"a": 1}),
    (b"{}", {}),
    (b'{"a":9007199254740992,"b":-9007199254740992}', {"a": 2**53, "b": -(2**53)}),
    (b'{"a":-0}', {"a": 0}),
    (b'{"a":1.5e3}', {"a": 1500.0}),
    (b'{"a":"\\ud83d\\ude00"}', {"a": "😀"}),
    (b'{"a":"\\\\u0000"}', {"a": "\\u0000"}),
    (b'{"a":"' + b"[" * 100 + b'"}', {"a": "[" * 100}),
    (b'{"a":"\\"' + b"{" * 100 + b'"}', {"a": '"' + "{" * 100}),
    (b'{"a":' * MAX_DEPTH + b"1" + b"}" * MAX_DEPTH, None),
]


@pytest.mark.parametrize(("line", "found"), ACCEPTED, ids=lambda value: repr(value)[:40])
def test_accepts_what_honest_programs_write(line: bytes, found: dict[str, object] | None) -> None:
    parsed = parse_line(line)
    assert found is None or parsed == found


def test_tolerates_a_byte_order_mark_on_the_first_line_only() -> None:
    line = b'\xef\xbb\xbf{"type":"ready"}'
    assert parse_line(line, first=True) == {"type": "ready"}
    with pytest.raises(Malformed, match="byte order mark"):
        parse_line(line)


texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | texts
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(texts, values, max_size=5))
def test_what_is_dumped_parses_to_the_same(message: dict[str, object]) -> None:
    line = dump_line(message)
    assert line.count(b"\n") == 1
    assert parse_line(line.rstrip(b"\n")) == message
    escaped = json.dumps(message).encode()
    assert parse_line(escaped) == message


@given(st.binary(max_size=200))
def test_any_bytes_are_an_object_or_one_sentence(line: bytes) -> None:
    try:
        found = parse_line(line)
    except Malformed:
        return
    assert json.loads(line) == found


@given(st.text('{}[]",:0123456789eE+-.truefalsn\\ud8', max_size=60))
def test_nothing_but_json_passes(text: str) -> None:
    try:
        found = parse_line(text.encode())
    except Malformed:
        return
    assert json.loads(text) == found


@given(st.text())
def test_an_excerpt_is_short_and_printable(text: str) -> None:
    shown = excerpt(text, 20)
    assert len(shown) <= 20 * 10 + 2
    assert shown.isprintable()


def test_what_a_terminal_would_obey_is_shown() -> None:
    assert visible("\x1b[2J\u202e\x9b é 😀") == r"\x1b[2J\u202e\x9b é 😀"
    assert visible("a\tb\n\x07", but="\n\t") == "a\tb\n\\x07"
