"""What assistive technology is told of a page, compared with what is kept in ``golden/``.

``SCUFFLE_GOLDEN=write ./run test tests/e2e`` writes the files anew; read the difference before it
is kept.
"""

import os
import re
from pathlib import Path

from playwright.sync_api import Locator

FOLDER = Path(__file__).parent / "golden"
CHANGING = (
    (r"\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC", "TIME"),
    (r"/(matches|bots|against)/[a-z2-9]{12}", r"/\1/ID"),
    (r"rerun [a-z2-9]{12}", "rerun ID"),
    (r"http://127\.0\.0\.1:\d+", "http://HOST"),
    (r"\b[\d.,]+ (ms|µs|s)\b", r"N \1"),
    (r"[−-]?\d+(\.\d+)? (to|±) [−-]?\d+(\.\d+)?( \([+−-]?[\d.]+\))?", "RATING"),
)
"""What differs from run to run."""


def check_aria(name: str, part: Locator) -> None:
    """Whether ``part`` says what ``golden/NAME.aria.yml`` says."""
    told = part.aria_snapshot() + "\n"
    for pattern, word in CHANGING:
        told = re.sub(pattern, word, told)
    kept = FOLDER / f"{name}.aria.yml"
    if os.environ.get("SCUFFLE_GOLDEN") == "write":
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(told)
    assert told == kept.read_text()
