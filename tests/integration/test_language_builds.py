"""Projects of several files, built as the site builds them: in a cage, offline."""

import io
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scuffle.cage import BuildLimits, BuildResult
from scuffle.door import open_upload, unpack
from scuffle.jobs import Program
from scuffle.launch import build_launch, program_launch
from scuffle.limits import Limits
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.places import scratch_folder

Build = Callable[[dict[str, str]], tuple[Program, BuildResult]]


@pytest.fixture
def folder() -> Iterator[Path]:
    with scratch_folder() as scratch:
        yield scratch


@pytest.fixture
def build(folder: Path) -> Build:
    """Builds a folder of those files."""
    sandbox = Bubblewrap()
    if sandbox.check().ladder_layer != "cgroup":
        pytest.skip("beyond this host: no control group that this user may use")

    def run(files: dict[str, str]) -> tuple[Program, BuildResult]:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)
        upload = open_upload("bot.zip", packed.getvalue())
        if upload.program.language not in sandbox.check().languages:
            pytest.skip(f"the tools of {upload.program.language} are not installed")
        source = folder / "source"
        source.mkdir(mode=0o755)
        unpack(upload.archive, source)
        launch = build_launch(upload.program, source)
        return upload.program, sandbox.build(launch, BuildLimits(), 0)

    return run


def first_line(folder: Path, built: tuple[Program, BuildResult]) -> str:
    """What the built program says first."""
    program, result = built
    assert result.ok, (result.sentence, result.log)
    root = folder / "built"
    root.mkdir(mode=0o755)
    unpack(result.archive, root)
    session = Bubblewrap().prepare(program_launch(program, root), Limits(), 0)
    try:
        session.send(b"{}\n", time.monotonic() + 30)
        return session.recv(time.monotonic() + 30).decode()
    finally:
        session.close()


def test_go_finds_the_packages_of_its_module_and_what_came_along(build: Build, folder: Path):
    files = {
        "go.mod": "module example.org/my/bot\n\ngo 1.19\n",
        "main.go": 'package main\n\nimport "example.org/my/bot/deep"\n'
        'import "example.com/theirs"\n\nfunc main() { println(theirs.Word) ; deep.Say() }\n',
        "deep/deep.go": 'package deep\n\nimport "fmt"\n\n'
        'func Say() { fmt.Println(first([]string{"deep"})) }\n'
        "func first[T any](all []T) T { return all[0] }\n",
        "vendor/example.com/theirs/theirs.go": 'package theirs\n\nconst Word = "theirs"\n',
    }
    assert first_line(folder, build(files)) == "deep"


def test_rust_finds_modules_and_its_entry_in_a_folder(build: Build, folder: Path):
    files = {
        "scuffle.toml": 'entry = "src/main.rs"\n',
        "Cargo.toml": '[package]\nname = "x"\n',
        "src/main.rs": 'mod deep;\nfn main() { println!("{}", deep::word()); }\n',
        "src/deep.rs": 'pub fn word() -> &\'static str { "deep" }\n',
    }
    assert first_line(folder, build(files)) == "deep"


def test_java_finds_the_class_of_its_entry_in_its_package(build: Build, folder: Path):
    files = {
        "scuffle.toml": 'entry = "src/my/Bot.java"\n',
        "src/my/Bot.java": "package my;\nclass Bot { public static void main(String[] a) "
        "{ System.out.println(Other.word()); } }\n",
        "src/my/Other.java": 'package my;\nclass Other { static String word() { return "ä"; } }\n',
    }
    assert first_line(folder, build(files)) == "ä"


def test_java_without_a_class_of_its_files_name_is_told_so(build: Build):
    _, result = build({"Main.java": "class Bot {}\n"})
    assert not result.ok
    assert "Main.java holds no class Main" in result.log


def test_typescript_obeys_tsconfig_but_for_where_the_result_lies(build: Build, folder: Path):
    files = {
        "scuffle.toml": 'entry = "src/main.ts"\nkind = "program"\n',
        "package.json": '{"type": "module"}',
        "tsconfig.json": '{"compilerOptions": {"strict": true, "noEmit": true, "module": "es2022", '
        '"outDir": "dist"}, "include": ["src"]}',
        "src/main.ts": 'import { word } from "./deep/word";\nconsole.log(word);\n',
        "src/deep/word.ts": 'export const word: string = "deep";\n',
    }
    assert first_line(folder, build(files)) == "deep"


def test_typescript_with_a_fault_of_types_runs_and_is_told_of_it(build: Build, folder: Path):
    built = build({"main.ts": 'const n: number = process.stdin;\nconsole.log("runs");\n'})
    assert "error TS" in built[1].log
    assert first_line(folder, built) == "runs"


@pytest.mark.parametrize(
    ("name", "source", "words"),
    [
        ("main.go", "package main\nfunc main() { x := 1 }\n", "x declared"),
        ("main.rs", "fn main() { let x: u8 = 300; }\n", "literal out of range"),
        ("Main.java", 'class Main { int x = ""; }\n', "incompatible types"),
        (
            "main.go",
            'package main\nimport _ "github.com/x/y"\nfunc main() {}\n',
            "cannot find package",
        ),
    ],
)
def test_a_failed_build_shows_the_compilers_words(build: Build, name: str, source: str, words: str):
    _, result = build({name: source})
    assert not result.ok
    assert words in result.log
