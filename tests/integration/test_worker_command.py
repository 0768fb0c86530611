"""What the worker's command line refuses before it asks any queue."""

import subprocess
import sys
from pathlib import Path

SCUFFLE = Path(sys.executable).with_name("scuffle")


def test_uncaged_work_is_refused():
    done = subprocess.run(
        [SCUFFLE, "worker", "--backend", "none"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "never without a cage" in done.stderr


def test_an_address_that_is_none_is_refused():
    done = subprocess.run(
        [SCUFFLE, "worker", "--redis", "queue:6379"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "found 'queue:6379'" in done.stderr
    assert "redis://" in done.stderr
