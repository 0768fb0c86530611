"""What is shown of a crash: its fault, also in languages that name it before its places."""

import pytest

from scuffle.cage import Exit
from scuffle.request import _exit_sentence

GO = """\
panic: assignment to entry in nil map

goroutine 1 [running]:
main.choose(...)
	bot/main.go:18
main.main()
	bot/main.go:21 +0xe9
"""
JAVA = """\
Exception in thread "main" java.lang.IllegalStateException: no move
	at Main.choose(Main.java:9)
	at Main.main(Main.java:5)
Caused by: java.lang.NullPointerException
	at Main.look(Main.java:12)
	at Main.choose(Main.java:7)
	... 1 more
"""
NODE = """\
/bot/main.mjs:3
  state.board.rows.length;

TypeError: Cannot read properties of undefined (reading 'length')
    at choose (/bot/main.mjs:3:20)
    at main (/bot/main.mjs:7:3)
    at node:internal/main/run_main_module:22:47

Node.js v18.13.0
"""
PYTHON = """\
KeyError: 'a'

During handling of the above exception, another exception occurred:

  File "main.py", line 4, in choose
    raise Lost("at least one")
Lost: at least one
"""


@pytest.mark.parametrize(
    ("stderr", "words"),
    [
        (GO, "panic: assignment to entry in nil map | main.main() | bot/main.go:21 +0xe9"),
        (
            JAVA,
            "Caused by: java.lang.NullPointerException | at Main.choose(Main.java:7) | ... 1 more",
        ),
        (
            NODE,
            "TypeError: Cannot read properties of undefined (reading 'length') | "
            "at node:internal/main/run_main_module:22:47 | Node.js v18.13.0",
        ),
        (
            PYTHON,
            'File "main.py", line 4, in choose | raise Lost("at least one") | Lost: at least one',
        ),
    ],
)
def test_the_fault_is_among_the_last_words(stderr: str, words: str) -> None:
    told = _exit_sentence(Exit(code=1, signal=None, stderr=stderr), "while an action was awaited")
    assert told.endswith(f"Its last words: {words}")
