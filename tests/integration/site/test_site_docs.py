"""The documentation says what there is: nothing missing, no link that leads nowhere."""

import io
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from zipfile import ZipFile

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site

from scuffle.cli import main
from scuffle.contract import Verdict
from scuffle.languages import languages
from scuffle.limits import Limits
from scuffle.registry import games
from scuffle_platform.settings import Settings
from scuffle_platform.store.models import Match
from scuffle_platform.web.docs import PAGES

ALIKE = 3
"""Of so many matches that differ in their moves alone a file is asked for."""
NAMED = {
    "verdicts": list(Verdict),
    "limits": list(Limits.model_fields),
    "run-a-site": [f"SCUFFLE_{name.upper()}" for name in Settings.model_fields],
    "write-a-game": list(games()),
    "languages": [language.name for language in languages().values()],
}


@pytest.mark.parametrize("page", NAMED)
def test_everything_is_named_where_it_belongs(page: str, stranger: FlaskClient) -> None:
    text = stranger.get(f"/docs/{page}").text
    assert [word for word in NAMED[page] if word not in text] == []


def test_every_page_has_the_style_of_its_frame(stranger: FlaskClient) -> None:
    """A page's own head had left it out: the search stood askew."""
    for page in PAGES:
        assert "site/docs.css" in stranger.get(f"/docs/{page}").text, page


@pytest.mark.parametrize("page", PAGES)
def test_no_paragraph_is_swallowed_by_the_table_above_it(page: str, stranger: FlaskClient) -> None:
    """A text right below a table became a row of it, with its other cells empty."""
    assert "<td></td>" not in re.sub(r"<td[^>]*>", "<td>", stranger.get(f"/docs/{page}").text)


def test_every_command_is_named(stranger: FlaskClient) -> None:
    text = stranger.get("/docs/cli").text + stranger.get("/docs/run-a-site").text
    commands = main.list_commands(main.make_context("scuffle", [], resilient_parsing=True))
    assert [name for name in commands if f"scuffle {name}" not in text] == []


def test_every_command_line_of_the_documentation_is_one(stranger: FlaskClient) -> None:
    for page in PAGES:
        text = stranger.get(f"/docs/{page}.md").text
        for line in re.findall(r"^(?:\./run )?scuffle (.+)$", text, re.M):
            check_command(line.split())


def check_command(words: list[str]) -> None:
    """Whether the command exists and has the options that are given."""
    group = main
    context = group.make_context("scuffle", [], resilient_parsing=True)
    while True:
        command = group.get_command(context, words[0])
        assert command is not None, words
        words = words[1:]
        if not hasattr(command, "commands") and not hasattr(command, "list_commands"):
            break
        group = command
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("-")} <= known, (command.name, words)


def test_no_link_of_the_site_leads_nowhere(site: Site, stranger: FlaskClient) -> None:
    """Each address that a page names; a match's files and forms, of ``ALIKE`` matches of a sort."""
    seen: set[str] = set()
    todo, asked = {"/"}, Counter[tuple[str, ...]]()
    while todo:
        path = todo.pop()
        seen.add(path)
        if (sort := sort_of(site, path)) is not None:
            asked[sort] += 1
            if asked[sort] > ALIKE:
                continue
        # Each from an address of its own: one stranger may not ask that often.
        address = f"10.1.{len(seen) // 256}.{len(seen) % 256}"
        answer = stranger.get(path, environ_base={"REMOTE_ADDR": address})
        assert answer.status_code in (200, 401), f"{path} gives {answer.status_code}"
        if answer.mimetype == "text/html" and not path.endswith(".html"):
            found = set(re.findall(r'(?:href|src)="(/[^"#]*)', answer.text))
            todo |= {one.replace("&amp;", "&") for one in found} - seen
    assert len(seen) > 100
    assert len(asked) > 20


def sort_of(site: Site, path: str) -> tuple[str, ...] | None:
    """Of a match's file or form: which it is, and what of the match decides how it is made."""
    found = re.fullmatch(r"/matches/(\w+)/([^?]+)\??.*", path)
    if found is None:
        return None
    with site.store.reading() as session:
        match = session.get(Match, found[1])
        if match is None:
            return None
        seats = sorted(str(seat.verdict) for seat in match.seats)
        return (found[2], match.game, match.kind, match.status, str(match.settings), *seats)


def test_the_sdk_that_the_site_serves_can_be_installed(
    stranger: FlaskClient, tmp_path: Path
) -> None:
    page = stranger.get("/docs/quick-start").text
    name = re.search(r"/sdk/(scuffle-[^\s<]+\.whl)", page)
    assert name
    body = stranger.get(f"/sdk/{name[1]}").data
    assert ZipFile(io.BytesIO(body)).testzip() is None
    (tmp_path / name[1]).write_bytes(body)
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", "there", name[1]]
    subprocess.run(pip, cwd=tmp_path, check=True, capture_output=True)
    code = (
        "import scuffle, scuffle.registry as r;"
        "print(scuffle.__file__, r.web_module('virus-war').exists())"
    )
    said = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path, env={"PYTHONPATH": "there"}, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    assert said.split() == [str(tmp_path / "there" / "scuffle" / "__init__.py"), "True"]
