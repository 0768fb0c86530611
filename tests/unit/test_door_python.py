"""What a Python file defines: a function, a program, or what is meant as one and is none."""

import pytest

from scuffle.door import Refused, open_upload

BOT = b"def get_action(state, api):\n    return state['legal_actions'][0]\n"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (b"async def get_action(s, a): pass", "main.py, line 1: found `async def get_action`, w"),
        (b"class get_action: pass", "main.py, line 1: found `class get_action`"),
        (b"def get_action(s):\n yield s", "main.py, line 2: found `yield` in `get_action`"),
        (BOT + b"async def setup(api): pass", "found `async def setup`, wanted `setup(api)`"),
        (
            b"from scuffle import Bot\nclass B(Bot):\n def get_action(self, s, a): pass",
            "found the class `B` and no `run(B)` that starts it",
        ),
    ],
)
def test_what_gives_no_answer_is_named(source: bytes, words: str) -> None:
    with pytest.raises(Refused) as refused:
        open_upload("main.py", source)
    assert refused.value.code == "no-function"
    assert words in refused.value.sentence


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (BOT, "function"),
        (b"\xef\xbb\xbf" + BOT, "function"),
        (BOT.replace(b"\n", b"\r\n"), "function"),
        (b"# -*- coding: latin-1 -*-\n# caf\xe9\n" + BOT, "function"),
        (b"def get_action(state): pass", "function"),
        (b"def get_action(state, api, depth=2): pass", "function"),
        (b"def get_action(*everything): pass", "function"),
        (b"if True:\n    def get_action(state, api): pass", "function"),
        (b"if 1: pass\n" + b"elif 1: pass\n" * 1500 + BOT, "function"),
        (b"from brain import get_action", "function"),
        (b"import brain\nget_action = brain.best", "function"),
        (b"import brain\nget_action: object = brain.best", "function"),
        (b"def get_action(state):\n def inner(): yield 1\n return inner()", "function"),
        (b"from loop import main\nmain()", "program"),
        (b"import sys\nfor line in sys.stdin: print(line)", "program"),
        (b"from scuffle import Bot, run", "program"),
        (b"class B:\n    def get_action(self, a, b): pass\nwhile input(): pass", "program"),
    ],
)
def test_kind_is_told_by_the_syntax_tree(source: bytes, kind: str) -> None:
    assert open_upload("main.py", source).program.kind == kind
