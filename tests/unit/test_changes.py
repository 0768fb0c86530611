"""What changed between two versions, file by file."""

import random

from scuffle_platform import changes
from scuffle_platform.changes import How, compare, paired

OLD = {
    "main.py": b"def get_action(state, api):\n    return state['legal_actions'][0]\n",
    "same.txt": b"same\n",
    "gone.txt": b"one\ntwo\n",
    "model.bin": b"\0\1\2",
    "latin.txt": b"caf\xe9\n",
}
NEW = {
    "main.py": b"def get_action(state, api):\n    return state['legal_actions'][-1]\n",
    "same.txt": b"same\n",
    "new/data.txt": b"hello\n",
    "model.bin": b"\0\1\2\3",
    "latin.txt": b"caf\xe9s\n",
}


def test_files_that_differ_are_told_each_with_its_lines() -> None:
    found = {one.path: one for one in compare(OLD, NEW)}
    assert list(found) == ["gone.txt", "latin.txt", "main.py", "model.bin", "new/data.txt"]
    main = found["main.py"]
    assert (main.how, main.added, main.removed) == (How.CHANGED, 1, 1)
    assert [(line.sign, line.text.strip()) for line in main.lines] == [
        (" ", "def get_action(state, api):"),
        ("-", "return state['legal_actions'][0]"),
        ("+", "return state['legal_actions'][-1]"),
    ]
    assert found["gone.txt"].how is How.REMOVED
    assert found["gone.txt"].removed == 2
    assert found["new/data.txt"].how is How.ADDED
    assert (changes.unchanged(OLD, NEW), changes.differing(OLD, NEW)) == (1, 5)


def test_binary_files_are_said_to_be_so() -> None:
    for path in ("model.bin", "latin.txt"):
        [one] = [one for one in compare(OLD, NEW) if one.path == path]
        assert one.lines == ()
        assert "binary" in one.why
    assert (one.before, one.after) == (5, 6)


def test_places_far_from_each_other_are_set_apart() -> None:
    old = [f"line {k}" for k in range(100)]
    new = ["first", *old[1:90], "other", *old[91:]]
    [one] = compare({"a": "\n".join(old).encode()}, {"a": "\n".join(new).encode()})
    assert [line.text for line in one.lines if line.sign == "@"] == ["line 88"]
    assert len(one.lines) == 5 + 1 + 8


def test_the_page_is_bounded_however_large_the_files_are() -> None:
    lines = "\n".join(f"line {k}" for k in range(2500)).encode()
    other = "\n".join(f"other {k}" for k in range(2500)).encode()
    found = compare({"a": lines, "b": lines}, {"a": other, "b": other})
    assert sum(len(one.lines) for one in found) == changes.MOST_SHOWN
    assert found[0].why == "3,500 further lines are left out."
    assert found[1].why == "5,000 further lines are left out."
    [long] = compare({"a": b"x" * 10**6}, {"a": b"y" * 10**6})
    assert [len(line.text) for line in long.lines] == [changes.LONGEST] * 2
    many = compare({}, {f"{k}.txt": b"x" for k in range(2000)})
    assert len(many) == changes.MOST_FILES


def test_files_that_would_take_long_to_compare_are_not() -> None:
    [tall] = compare({"a": b"x\n" * 5000}, {"a": b"y\n" * 5000})
    assert tall.why == "It has 5,000 lines; more than 3,000 are not compared."
    draw = random.Random(1)
    alike = ["\n".join(f"{draw.randrange(130)}" for _ in range(3000)).encode() for _ in range(2)]
    [one] = compare({"a": alike[0]}, {"a": alike[1]})
    assert one.why == "Too many of its lines are alike for them to be compared."


def test_a_lone_file_under_another_name_is_the_same_file_changed() -> None:
    old, new = paired({"killer.py": b"x\ny\n"}, {"v2.py": b"x\nz\n"})
    [one] = compare(old, new)
    assert (one.path, one.how, one.added, one.removed) == ("killer.py → v2.py", How.CHANGED, 1, 1)
    for after in ({"v2.js": b""}, {"v2.py": b"", "more.py": b""}, {"killer.py": b""}):
        assert paired({"killer.py": b"x"}, after) == ({"killer.py": b"x"}, after)


def test_windows_line_ends_alone_are_no_difference_of_lines() -> None:
    [one] = compare({"a": b"x\ny\n"}, {"a": b"x\r\ny\r\n"})
    assert (one.lines, one.why) == ((), "")
