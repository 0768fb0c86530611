"""The shims in real processes: what they load, what they forbid, what they say."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from counting import counting

from scuffle.door import open_upload
from scuffle.languages import languages
from scuffle.launch import program_launch, sdk_folder
from scuffle.limits import Limits
from scuffle.local_sandbox import LocalSandbox
from scuffle.match import MatchRecord, play_match
from scuffle.session_seat import SessionSeat

LIMITS = Limits(start_ms=10_000, request_wall_ms=5000)
START = {
    "type": "start",
    "settings": {"target": 9},
    "limits": LIMITS.model_dump(),
    "player_seed": "ab" * 32,
}
ACT = {
    "type": "act",
    "request": 1,
    "state": {"legal_actions": [{"action": "a"}, {"action": "b"}]},
    "time": {"bank_ms": 900},
}


def speak(argv: list[str], folder: Path, *messages: dict[str, Any]) -> list[Any]:
    """What a shim answers to messages, without any platform around it."""
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    done = subprocess.run(
        argv, input=lines, capture_output=True, text=True, cwd=folder, timeout=60, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def python_shim(file: Path, *flags: str) -> list[str]:
    shim = sdk_folder() / "scuffle" / "shims" / "python_function.py"
    return [sys.executable, "-s", "-S", "-P", "-u", *flags, str(shim), str(file)]


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    file = tmp_path / "bot.py"
    file.write_text("def get_action(state):\n    return state['legal_actions'][0]\n")
    return file


def test_it_answers_start_and_act_only(bot: Path) -> None:
    answers = speak(python_shim(bot), bot.parent, START, ACT, ACT, {"type": "end"}, ACT)
    assert answers == [{"type": "ready"}, {"action": "a"}, {"action": "a"}]


def test_it_loads_nothing_heavy(bot: Path) -> None:
    bot.write_text(
        "import sys\ndef get_action(state, api):\n    return {'loaded': sorted(sys.modules)}\n"
    )
    loaded = set(speak(python_shim(bot), bot.parent, START, ACT)[1]["loaded"])
    heavy = {"json", "re", "random", "inspect", "traceback", "typing", "site", "pydantic", "enum"}
    assert not loaded & heavy
    assert {name for name in loaded if name.partition(".")[0] == "scuffle"} == {
        *("scuffle", "scuffle.shims", "scuffle.shims.player"),
    }


def test_bot_and_run_need_the_standard_library_only(tmp_path: Path) -> None:
    file = tmp_path / "main.py"
    file.write_text(
        "import sys\nfrom scuffle import Bot, run\n"
        "class Mine(Bot):\n"
        "    def setup(self, api):\n        self.ready = True\n"
        "    def get_action(self, state, api):\n"
        "        third = [n for n in sys.modules if 'site-packages' in str(\n"
        "            getattr(sys.modules[n], '__file__', ''))]\n"
        "        return {'third': third, 'ready': self.ready}\n"
        "if __name__ == '__main__':\n    run(Mine)\n"
    )
    shim = sdk_folder() / "scuffle" / "shims" / "python_program.py"
    argv = [sys.executable, "-s", "-S", "-P", "-u", str(shim), str(file)]
    assert speak(argv, tmp_path, START, ACT)[1] == {"third": [], "ready": True}


def test_answers_may_hold_numbers_of_other_libraries(bot: Path) -> None:
    bot.write_text(
        "class Int:\n    def __index__(self): return 7\n"
        "class Float:\n    def __float__(self): return 0.5\n"
        "class Array:\n    def tolist(self): return [1, 2]\n"
        "def get_action(state):\n    return {'a': Int(), 'b': Float(), 'c': Array(), 'd': (1,)}\n"
    )
    found = speak(python_shim(bot), bot.parent, START, ACT)[1]
    assert found == {"a": 7, "b": 0.5, "c": [1, 2], "d": [1]}


def test_the_last_request_of_a_closed_pipe_ends_it(bot: Path) -> None:
    assert speak(python_shim(bot), bot.parent) == []
    assert speak(python_shim(bot), bot.parent, START) == [{"type": "ready"}]


JAVASCRIPT = [
    ("main.js", "module.exports.getAction = ({ state }) => state.legal_actions[0];"),
    ("main.js", "exports.getAction = async ({ state, api }) => state.legal_actions[0];"),
    ("main.cjs", "function getAction({ state }) { return state.legal_actions[0]; }\n"
        "module.exports = { getAction };"),
    ("main.mjs", "export function getAction({ state }) { return state.legal_actions[0]; }"),
    ("main.mjs", "export default { getAction: ({ state }) => state.legal_actions[0] };"),
    ("main.js", "exports.getAction = ({ state, api }) => {\n"
        "  console.log('hi'); process.stdout.write('there\\n'); api.tag('mark');\n"
        "  if (!(api.random() < 1) || api.settings.target !== 9) throw new Error('api');\n"
        "  api.data.n = (api.data.n ?? 0) + 1; api.log('n', api.data.n);\n"
        "  return state.legal_actions[0]; };"),
    ("main.js", "exports.setup = (api) => { api.data.ready = 1; };\n"
        "exports.getAction = ({ state, api }) => api.data.ready ? state.legal_actions[0] : null;"),
]  # fmt: skip


def play_javascript(name: str, source: str, folder: Path) -> MatchRecord:
    if "javascript" not in LocalSandbox().check().languages:
        pytest.skip("Node is not installed")
    upload = open_upload(name, source.encode())
    (folder / name).write_text(source)
    launch = program_launch(upload.program, folder)
    seats = [SessionSeat(LocalSandbox().prepare(launch, LIMITS, 0)) for _ in range(2)]
    return play_match(counting(9), 2, seats, "seed", LIMITS)


@pytest.mark.parametrize(("name", "source"), JAVASCRIPT)
def test_javascript_functions_play(name: str, source: str, tmp_path: Path) -> None:
    record = play_javascript(name, source, tmp_path)
    assert [found.detail for found in record.seats] == ["", ""]
    if "tag" in source:
        assert record.steps[1].tags == ("mark",)
        assert record.seats[0].log[2].stderr == "hi\nthere\nn 2\n"


JAVASCRIPT_FAULTS = [
    ("exports.getAction = () => {};", "malformed", "returned nothing"),
    ("exports.getAction = () => null;", "malformed", "returned nothing"),
    ("exports.getAction = () => 'up';", "malformed", "up"),
    ("exports.getAction = () => ({ action: 'add', params: { number: 10n } });", "malformed",
        "Found an object with a BigInt in it: the bot returned what cannot be written as JSON, "
        "wanted an object such as one of legal_actions."),
    ("exports.getAction = ({ api }) => { api.tag('t'); const a = {}; a.a = a; return a; };",
        "malformed", "Found an object that holds itself: the bot"),
    ("exports.getAction = () => { let a = []; for (let k = 0; k < 1e5; k++) a = [a]; return a; };",
        "malformed", "Found an array that nests too deep: the bot"),
    ("exports.getAction = () => () => 1;", "malformed", "Found a function: the bot"),
    ("exports.getAction = () => 1n;", "malformed", "Found a BigInt: the bot"),
    ("exports.getAction = () => ({ action: 'add', params: { number: () => 1 } });",
        "malformed", "number is missing"),
    ("exports.getAction = () => ({ toJSON() { throw new TypeError('mine'); } });", "crash", "mine"),
    ("exports.getAction = () => { throw new Error('lost'); };", "crash", "code 1"),
    ("exports.play = () => null; // getAction", "no-start", "found `play`"),
    ("getAction(", "no-start", "SyntaxError"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "verdict", "words"), JAVASCRIPT_FAULTS)
def test_javascript_functions_fail(source: str, verdict: str, words: str, tmp_path: Path) -> None:
    found = play_javascript("main.js", source, tmp_path).seats[0]
    assert found.verdict.verdict == verdict
    assert words in found.detail + "".join(entry.stderr for entry in found.log)


def test_every_shim_is_shipped() -> None:
    for language in languages().values():
        for word in language.run + language.run_function:
            if word.startswith("{sdk}"):
                assert Path(word.replace("{sdk}", str(sdk_folder()))).is_file()
