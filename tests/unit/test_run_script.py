"""``run`` before there is an environment: what it says where something is missing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65_534
WITHOUT_VENV = """
import runpy, sys
sys.modules["ensurepip"] = None
sys.argv = ["run", *sys.argv[2:]]
runpy.run_path("run", run_name="__main__")
"""


@pytest.fixture
def checkout(short_folder: Path) -> Path:
    """What ``run`` looks at, in a folder that an ordinary user may write."""
    folder = short_folder / "checkout"
    folder.mkdir(exist_ok=True)
    for name in ("run", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    if os.geteuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
    return folder


def _ordinary() -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": ()}


def _python() -> str:
    """An interpreter that an ordinary user can start, wherever this one lies."""
    debian = Path("/usr/bin/python3")
    return str(debian) if debian.exists() else sys.executable


def test_an_ordinary_user_without_venv_gets_the_one_command(checkout: Path) -> None:
    done = subprocess.run(
        (_python(), "-c", WITHOUT_VENV, "run", "lint"),
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
        **_ordinary(),
    )
    assert done.returncode == 1
    assert done.stderr.strip().endswith("sudo apt-get install -y python3-venv")
    assert len(done.stderr.splitlines()) == 1


def test_a_checkout_of_somebody_else_is_not_written_to(checkout: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("beyond this host: only root can make a folder of somebody else")
    os.chown(checkout, 0, 0)
    done = subprocess.run(
        (_python(), checkout / "run", "lint"),
        capture_output=True,
        text=True,
        check=False,
        **_ordinary(),
    )
    assert done.returncode == 1
    assert "cannot be written by you" in done.stderr
    assert not (checkout / ".venv").exists()


def test_a_data_folder_of_somebody_else_is_no_reason_to_break(checkout: Path) -> None:
    locked = checkout / "locked"
    locked.mkdir(mode=0)
    done = subprocess.run(
        (_python(), "-c", "import runpy; print(runpy.run_path('run')['environment']())"),
        cwd=checkout,
        env={**os.environ, "SCUFFLE_DATA": str(locked)},
        capture_output=True,
        text=True,
        check=False,
        **_ordinary(),
    )
    assert done.returncode == 0, done.stderr
    assert str(locked) in done.stdout


def test_a_folder_of_its_own_keeps_the_address_of_another_away(checkout: Path) -> None:
    (checkout / "data").mkdir()
    (checkout / "data" / "url").write_text("http://127.0.0.1:8123\n")
    told = subprocess.run(
        (
            _python(),
            "-c",
            "import runpy; of = runpy.run_path('run')['environment']\n"
            "for words in ((), ('link', '--data', 'x'), ('link', '--data=x')):\n"
            "    print(of(words).get('SCUFFLE_URL'))",
        ),
        cwd=checkout,
        env={key: value for key, value in os.environ.items() if not key.startswith("SCUFFLE_")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == ["http://127.0.0.1:8123", "None", "None"]


@pytest.mark.parametrize(
    ("url", "driver"), [("postgresql://h/x", True), ("sqlite:///x", False), ("", False)]
)
def test_a_site_on_postgresql_gets_its_driver(url: str, driver: bool, checkout: Path) -> None:
    done = subprocess.run(
        (_python(), "-c", "import runpy; print(runpy.run_path('run')['serve_extras']())"),
        cwd=checkout,
        env={**os.environ, "SCUFFLE_DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ("postgres" in done.stdout) is driver


def test_help_needs_no_environment(checkout: Path) -> None:
    done = subprocess.run(
        (_python(), checkout / "run", "--help"), capture_output=True, text=True, check=True
    )
    assert "./run test" in done.stdout
    assert not (checkout / ".venv").exists()


INSTALL = """
import ensurepip, pathlib, runpy
wheels = pathlib.Path(ensurepip.__file__).parent / "_bundled"
run = runpy.run_path("run")
run["make_venv"]()
run["install"]("--no-index", "--find-links", str(wheels))
"""


@pytest.mark.parametrize("code", [0, 1])
def test_pip_installs_where_uv_cannot(code: int, short_folder: Path) -> None:
    """Such as behind a mirror that only pip is told of."""
    shutil.copy(ROOT / "run", short_folder)
    uv = short_folder / "uv"
    uv.write_text(f'#!/bin/sh\nprintf "%s\\n" "$*" > "$0.asked"\nexit {code}\n')
    uv.chmod(0o755)
    subprocess.run(
        (sys.executable, "-c", INSTALL),
        cwd=short_folder,
        env={**os.environ, "PATH": f"{short_folder}:{os.environ['PATH']}"},
        check=True,
    )
    assert "pip install --quiet --python" in (short_folder / "uv.asked").read_text()
    assert bool([*short_folder.glob(".venv/lib/python*/site-packages/pip")]) is bool(code)
