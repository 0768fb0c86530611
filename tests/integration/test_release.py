"""What is released, wheel and sdist, put where nothing else is: plays, and shows a replay (E13)."""

import subprocess
import sys
import tarfile
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

ROOT = Path(__file__).parents[2]
BASE = ("pydantic", "click", "rich", "platformdirs")
"""What the base install asks for."""
PATTERNS = {"wheel": "*.whl", "sdist": "*.tar.gz"}
LINES = (
    "new virus-war bot",
    "play virus-war bot greedy --set size=6 --replay r.json",
    "replay verify r.json",
    "view r.json -o page.html --no-open",
)
RUN = """
import sys
sys.path[:0] = sys.argv.pop(1).split(":")
from scuffle.cli import main
main(prog_name="scuffle")
"""


def needed(names: tuple[str, ...]) -> dict[str, metadata.Distribution]:
    """The distributions that these need, themselves included."""
    found: dict[str, metadata.Distribution] = {}
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = metadata.distribution(name)
            lines = [line for line in found[name].requires or () if "extra ==" not in line]
            todo += [_name(line) for line in lines if "sys_platform" not in line]
    return found


def _name(requirement: str) -> str:
    return next(
        requirement[:end]
        for end in range(len(requirement) + 1)
        if end == len(requirement) or requirement[end] in " <>=!~;[("
    )


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the base install asks for, and nothing besides."""
    folder = tmp_path_factory.mktemp("base")
    for distribution in needed(BASE).values():
        for top in {file.parts[0] for file in distribution.files or () if file.parts[0] != ".."}:
            link = folder / top
            if not link.exists():
                link.symlink_to(Path(str(distribution.locate_file(top))))
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with both."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def page(built: Path, base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The HTML page that an install makes of a match it has played."""
    folder = tmp_path_factory.mktemp("empty")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", "there"]
    subprocess.run(
        [*pip, str(released(built, "wheel"))], cwd=folder, check=True, capture_output=True
    )
    path = f"{folder / 'there'}:{base}"
    for line in LINES:
        # Isolated, without the site's packages: what was not released is not there.
        words = [sys.executable, "-I", "-S", "-c", RUN, path, *line.split()]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder / "page.html"


@pytest.mark.needs_chromium
def test_an_install_in_an_empty_place_renders_a_replay(page: Path, browser: Browser) -> None:
    faults: list[str] = []
    with browser.new_page() as opened:
        opened.on("pageerror", lambda error: faults.append(str(error)))
        opened.goto(page.as_uri())
        expect(opened.locator(".board *").first).to_be_attached()
    assert faults == []


def test_the_sdist_builds_the_very_same_wheel(built: Path, tmp_path: Path) -> None:
    with tarfile.open(released(built, "sdist")) as packed:
        packed.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "d")]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    assert content(released(tmp_path / "d", "wheel")) == content(released(built, "wheel"))


def test_both_hold_every_file_that_the_packages_have(built: Path) -> None:
    """Renderers, rules, pages, templates: also those that are no Python."""
    tracked = subprocess.run(
        ["git", "ls-files", "sdk/scuffle", "sandbox/scuffle_sandbox", "platform/scuffle_platform"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.split()  # fmt: skip
    wanted = {name.partition("/")[2] for name in tracked}
    with tarfile.open(released(built, "sdist")) as packed:
        held = {"/".join(Path(name).parts[2:]) for name in packed.getnames()}
    assert sorted(wanted - held) == []
    assert sorted(wanted - content(released(built, "wheel")).keys()) == []


def released(folder: Path, kind: str) -> Path:
    """The file that was built."""
    (found,) = folder.glob(PATTERNS[kind])
    return found


def content(wheel: Path) -> dict[str, int]:
    """By name the checksums of what a wheel holds."""
    with zipfile.ZipFile(wheel) as archive:
        return {entry.filename: entry.CRC for entry in archive.infolist()}
