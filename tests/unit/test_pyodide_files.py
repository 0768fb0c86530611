"""Fetching Python for browsers: what is said when it cannot be had, and what is kept of it."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from scuffle_platform.assets_commands import assets
from scuffle_platform.pyodide import files
from scuffle_platform.pyodide.fetch import CannotFetch, check, fetch


@pytest.fixture
def pretending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs that is the whole PATH."""
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("SCUFFLE_DATA", "")  # what the command sets is taken back
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}/usr/bin-that-is-not")
    return programs


def program(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def test_the_list_names_five_files_and_five_wheels() -> None:
    assert len(files.wanted()) == 10
    assert len(files.wheels()) == 5
    assert all(len(digest) == 64 for digest in files.wanted().values())
    assert any(files.PLATFORM in wheel for wheel in files.wheels())


def test_without_npm_it_says_so_and_leaves_a_note(pretending: Path, tmp_path: Path) -> None:
    with pytest.raises(CannotFetch, match="npm is not on this machine"):
        fetch(tmp_path)
    assert not files.are_here(tmp_path)
    assert "only Try in a cage (npm is not on this machine; it comes with Node)" in files.state(
        tmp_path
    )
    assert [path.name for path in (tmp_path / "pyodide").iterdir()] == ["failed.txt"]


def test_the_command_says_so_too(pretending: Path, tmp_path: Path) -> None:
    said = CliRunner().invoke(assets, ["pyodide", "--data", str(tmp_path)])
    assert said.exit_code == 1
    assert "could not be fetched: npm is not on this machine; it comes with Node." in said.output


def test_npm_that_fails_is_quoted(pretending: Path, tmp_path: Path) -> None:
    program(pretending, "npm", "echo 'no such host' >&2; exit 1")
    with pytest.raises(CannotFetch, match=r"npm pack pyodide.* failed: no such host"):
        fetch(tmp_path)


def test_a_file_that_is_not_the_wanted_one_is_not_kept(tmp_path: Path) -> None:
    for name in files.wanted():
        (tmp_path / name).write_bytes(b"something else")
    with pytest.raises(CannotFetch, match=r"pyodide\.mjs is not the wanted file: found sha256"):
        check(tmp_path)
