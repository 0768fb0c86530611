"""The quick start, typed line by line as the site shows it, in an empty folder."""

import re
import subprocess
import sys
from urllib.request import urlopen


def lines_of(address):
    with urlopen(f"{address}/docs/quick-start.md") as page:
        return re.findall(r"^(?:scuffle|pip) .*$", page.read().decode(), re.MULTILINE)


def test_each_line_works_as_it_stands(address, scuffle, anna, tmp_path):
    pip, *lines, login, submit = lines_of(address)
    install = [sys.executable, "-m", *pip.split(), "-q", "--no-deps", "--target", "installed"]
    subprocess.run(install, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "installed" / "scuffle" / "cli").is_dir()
    for line in lines:
        told = scuffle(*line.split()[1:])
        assert "check" not in line or "Ready: the site will take it." in told
    assert login == f"scuffle login --url {address}"
    scuffle(*login.split()[1:], "--token-stdin", stdin=f"{anna.token}\n")
    # There is no worker here that could check it.
    words = submit.removesuffix(" --wait").split()
    assert words != submit.split()
    assert "my_bot version 1: checking" in scuffle(*words[1:])
    assert [bot["name"] for bot in anna.get("bots?mine=true").json["items"]] == ["my_bot"]
