"""``scuffle db check`` finds cages whose worker is gone."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from scuffle.backends import leftovers
from scuffle.cli import main
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.groups import FOLDER, ROOT


@pytest.fixture
def dead() -> int:
    """The number of a process that has ended."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    return gone.pid


@pytest.fixture
def orphan(dead: int) -> Iterator[Path]:
    """A control group of a worker that is gone."""
    Bubblewrap().check()
    folders = [folder for folder in ROOT.rglob(FOLDER) if folder.is_dir()]
    if not folders:
        pytest.skip("beyond this host: no control group can be made")
    group = folders[0] / f"{dead}-1"
    group.mkdir()
    yield group
    if group.exists():
        group.rmdir()


def test_a_group_that_was_left_is_found(
    orphan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCUFFLE_DATA", str(tmp_path))
    monkeypatch.setattr("scuffle_platform.commands.LOOK_AGAIN_S", 0.0)
    assert any(str(orphan) in left for left in leftovers())
    assert CliRunner().invoke(main, ("db", "upgrade")).exit_code == 0
    checked = CliRunner().invoke(main, ("db", "check"))
    assert checked.exit_code == 1
    assert str(orphan) in checked.output
    Bubblewrap().check()
    assert not orphan.exists()
