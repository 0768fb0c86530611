"""The layout of the checkout: what may lie where, and how long it may be."""

import ast
import platform
import re
import statistics
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from redis import Redis
from rq import Queue

ROOT = Path(__file__).resolve().parents[2]
TOP = {
    ".ci",
    ".gitattributes",
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "deploy",
    "platform",
    "pyproject.toml",
    "run",
    "sandbox",
    "sdk",
    "tests",
}
LONGEST_FILE = 350
SOURCES = (".py", ".js", ".mjs", ".css", ".sh")
FOLDERS = ("sdk", "sandbox", "platform", "deploy", "tests")

# Put together from pieces, so that this file does not find itself.
HOSTS = tuple(
    ".".join(words)
    for words in (
        ("pypi", "org"),
        ("files", "pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
    )
)
MACHINE_PATHS = tuple("/" + "/".join(words) for words in (("work", "main"), ("work", "shared")))


def _tracked() -> list[Path]:
    listed = subprocess.run(
        ("git", "ls-files", "-z"), cwd=ROOT, capture_output=True, check=True, text=True
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


TRACKED = _tracked()
OURS = [path for path in TRACKED if "vendor" not in path.parts]


def test_nothing_shadows_the_standard_library() -> None:
    shadows = [path for path in (ROOT / "platform").iterdir() if path.suffix == ".py"]
    assert not shadows
    assert not (ROOT / "tests" / "platform").exists()
    assert not list((ROOT / "tests").rglob("__init__.py"))


@pytest.mark.parametrize(
    "command",
    [
        (sys.executable, "-c", "import platform; print(platform.python_version())"),
        (sys.executable, "-m", "platform"),
        (sys.executable, "-m", "gunicorn", "--check-config", "platform:python_version"),
    ],
    ids=["python -c", "python -m", "gunicorn"],
)
def test_platform_is_the_standard_librarys_from_the_root(command: tuple[str, ...]) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stderr


def test_platform_is_the_standard_librarys_under_pytest() -> None:
    assert platform.python_version() == ".".join(map(str, sys.version_info[:3]))
    assert Path(str(platform.__file__)).parent != ROOT / "platform"


def test_platform_is_the_standard_librarys_under_rq(empty_valkey: str) -> None:
    with Redis.from_url(empty_valkey) as connection:
        job = Queue("layout", connection=connection).enqueue("platform.python_version")
        worker = (sys.executable, "-m", "rq.cli", "worker", "--burst", "--path", ".")
        subprocess.run((*worker, "--url", empty_valkey, "layout"), cwd=ROOT, check=True)
        assert job.return_value() == platform.python_version()


def test_only_known_things_lie_at_the_top() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in TRACKED} <= TOP


def test_tests_have_names_of_their_own() -> None:
    names = [path.name for path in TRACKED if path.match("tests/**/test_*.py")]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_folder_says_why_it_is_so(folder: str) -> None:
    assert "## Why it is so" in (ROOT / folder / "README.md").read_text(encoding="utf-8")


def test_no_file_is_long() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in OURS
        if path.suffix in SOURCES
    }
    assert {name: n for name, n in lengths.items() if n > LONGEST_FILE} == {}


def test_functions_are_short() -> None:
    lengths = [
        (node.end_lineno or 0) - node.body[0].lineno + 1
        for path in OURS
        if path.suffix == ".py" and "tests" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert statistics.median(lengths) <= 10
    assert statistics.quantiles(lengths, n=10)[-1] < 25


def test_no_file_names_a_registry_or_somebodys_machine() -> None:
    forbidden = re.compile("|".join(map(re.escape, (*HOSTS, *MACHINE_PATHS))))
    found = []
    for path in TRACKED:
        text = path.read_bytes().decode("utf-8", errors="ignore")
        found += [f"{path.relative_to(ROOT)}: {match}" for match in forbidden.findall(text)]
    assert found == []


def test_every_entry_point_leads_somewhere() -> None:
    for group in ("scuffle.commands", "scuffle.backends"):
        mine = [point for point in entry_points(group=group) if point.value.startswith("scuffle")]
        assert mine
        for point in mine:
            assert point.load() is not None
