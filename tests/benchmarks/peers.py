"""The environment of the peers: other people's engines, measured beside ours.

They never enter the project's own environment. Of kaggle-environments only ``connectx`` is used,
so it comes without the hundred packages that its other games need.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".venv-bench"
PYTHON = FOLDER / "bin" / "python"
WITH_DEPENDENCIES = (
    "choix==0.4.1",
    "openskill==6.2.0",
    "pettingzoo==1.27.0",
    "pygame>=2.6",
    "jsonschema>=4",
    "requests>=2.32",
)
ALONE = ("kaggle-environments==1.33.2",)


def peers_python() -> Path:
    """The interpreter of the peers' environment, made if it is not there."""
    stamp = FOLDER / "installed"
    wanted = "\n".join((*WITH_DEPENDENCIES, *ALONE))
    if not stamp.exists() or stamp.read_text() != wanted:
        subprocess.run((sys.executable, "-m", "venv", "--clear", FOLDER), check=True)
        pip = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        subprocess.run((*pip, *WITH_DEPENDENCIES), check=True)
        subprocess.run((*pip, "--no-deps", *ALONE), check=True)
        stamp.write_text(wanted)
    return PYTHON
