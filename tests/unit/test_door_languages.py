"""Which language the door finds in an archive, where more than one could be meant."""

import io
import zipfile

import pytest

from scuffle.door import Refused, Upload, open_upload
from scuffle.door.repair import repair

PYTHON = b"def get_action(state, api):\n    return state['legal_actions'][0]\n"
TYPESCRIPT = b"export function getAction({ state, api }: any) { return state.legal_actions[0]; }\n"
SCRIPT = b"#!/bin/sh\nexec ./bot\n"
C = b"int main(void) { return 0; }\n"
OWN = b'language = "own"\n'


def opened(files: dict[str, bytes]) -> Upload:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return open_upload("bot.zip", packed.getvalue())


@pytest.mark.parametrize(
    ("files", "language", "entry"),
    [
        ({"build": SCRIPT, "run": SCRIPT, "main.c": C}, "own", "run"),
        ({"my/build": SCRIPT, "my/run": SCRIPT, "my/deep/main.zig": C}, "own", "run"),
        ({"run": b"\x7fELF", "weights.bin": b"\0"}, "own", "run"),
        ({"run": SCRIPT, "main.py": PYTHON}, "python", "main.py"),
        ({"run": SCRIPT, "agent.py": PYTHON}, "python", "agent.py"),
        ({"build/x.py": PYTHON, "run": SCRIPT, "main.c": C}, "c", "main.c"),
        ({"run": SCRIPT, "main.c": C, "scuffle.toml": OWN}, "own", "run"),
        ({"go.sh": SCRIPT, "scuffle.toml": OWN + b'entry = "go.sh"\n'}, "own", "go.sh"),
        ({"Main.java": b"class Main {}", "Other.java": b"class Other {}"}, "java", "Main.java"),
        ({"main.ts": TYPESCRIPT, "types.d.ts": b""}, "typescript", "main.ts"),
    ],
)
def test_the_language_is_found(files: dict[str, bytes], language: str, entry: str) -> None:
    program = opened(files).program
    assert (program.language, program.entry) == (language, entry)


def test_typescript_plays_with_a_function_like_javascript() -> None:
    assert opened({"main.ts": TYPESCRIPT}).program.kind == "function"
    assert opened({"main.ts": b"import * as fs from 'node:fs';\n"}).program.kind == "program"
    with pytest.raises(Refused, match=r"wanted `getAction\(\{state, api\}\)`"):
        opened({"main.ts": b"export function get_action() {}\n"})
    mended, told = repair({"main.ts": TYPESCRIPT.replace(b"getAction", b"get_action")})
    assert mended == {"main.ts": TYPESCRIPT}
    assert told == ["Called the bot's function getAction in main.ts."]


def test_a_source_in_a_folder_is_told_how_to_be_named() -> None:
    with pytest.raises(Refused, match=r"entry = 'src/main.rs' in scuffle.toml"):
        opened({"Cargo.toml": b"", "src/main.rs": b"fn main() {}"})
