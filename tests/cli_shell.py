"""A person at the command line: real processes in a folder of their own."""

import os
import subprocess
import sys
from pathlib import Path

BOT = """\
def get_action(state, api):
    return api.random.choice(state["legal_actions"])
"""


class Shell:
    """A person's folder and what they type there."""

    def __init__(self, folder):
        self.folder = folder
        home = str(folder / "home")
        self.env = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": home,
            "XDG_CONFIG_HOME": home,
            "XDG_CACHE_HOME": home,
        }

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run(self, *words, **env):
        done = subprocess.run(
            ["scuffle", *words],
            cwd=self.folder,
            env=self.env | env,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert "Traceback (most recent call last)" not in done.stdout
        assert 'File "/' not in done.stderr or "/bad.py" in done.stderr
        return done


def told(done, code=0):
    """Stdout, of a run that ended with ``code``."""
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout
