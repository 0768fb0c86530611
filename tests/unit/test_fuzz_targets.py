"""The targets of ``./run fuzz`` under hypothesis, from the same sound examples."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from fuzz.hunt import main, seeds
from fuzz.targets import TARGETS
from hypothesis import given
from hypothesis import strategies as st

HUNT = Path(__file__).resolve().parents[1] / "fuzz" / "hunt.py"
names = pytest.mark.parametrize("name", TARGETS)


@names
def test_sound_examples_keep_every_promise(name):
    for data in seeds(name):
        TARGETS[name](data)


@names
@given(data=st.binary(max_size=400))
def test_any_bytes_keep_every_promise(name, data):
    TARGETS[name](data)


@names
@given(data=st.data())
def test_damaged_examples_keep_every_promise(name, data):
    sound = bytearray(data.draw(st.sampled_from(seeds(name))))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(sound) - 1))
        sound[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    TARGETS[name](bytes(sound))


@given(data=st.lists(st.sampled_from([b"{}", b"\n", b" \r\n", b"\t", b"x" * 9, b"\x0b"])))
def test_lines_and_blanks_in_any_order(data):
    TARGETS["lines"](b"\x07\x02" + b"".join(data))


def test_the_targets_are_those_of_the_command(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["hunt", "nothing"])
    with pytest.raises(SystemExit):
        main()
    assert f"known: {', '.join(TARGETS)}" in capsys.readouterr().err


@pytest.mark.skipif(find_spec("atheris") is None, reason="beyond this host: no wheel of atheris")
def test_atheris_runs_a_target():
    command = [sys.executable, HUNT, "lines", "--runs", "200", "--seconds", "20"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "number_of_executed_units: 2" in done.stderr
