"""The arena of an ordinary user: a process of theirs that is told by lines what to play."""

import json
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from hostile_arena.arena import Played, open_arena
from hostile_arena.trick import Trick
from ordinary_user import ordinary_user

from scuffle_sandbox.bubblewrap import Bubblewrap

_PROGRAM = "from hostile_arena.ordinary import serve; serve()"


class OrdinaryArena:
    """Like ``Arena``, for the user that ``ordinary_user`` gives."""

    def __init__(self) -> None:
        """Start the other process."""
        self._rooms = ExitStack()
        who = self._rooms.enter_context(ordinary_user())
        self._process = subprocess.Popen(
            [who.program, "-P", "-c", _PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            **who.options,
        )

    def play(self, trick: Trick) -> Played:
        """Let the other process play it."""
        return Played(**self._ask(str(trick.path)))

    def _ask(self, line: str) -> dict[str, list[str]]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the ordinary user's process ended; its stderr says why"
        told = json.loads(answer)
        assert "failure" not in told, told["failure"]
        return told

    def close(self) -> None:
        """End the other process."""
        self._process.communicate(timeout=20)
        self._rooms.close()


def serve() -> None:
    """Play each program whose path comes in on stdin."""
    with open_arena(Bubblewrap()) as arena:
        for line in sys.stdin:
            try:
                told = asdict(arena.play(Trick(Path(line.strip()))))
            except AssertionError as error:
                told = {"failure": str(error)}
            print(json.dumps(told), flush=True)
