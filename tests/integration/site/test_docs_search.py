"""Search in the documentation, and the pages that are made from the models and the settings."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site

from scuffle.door import open_upload
from scuffle.languages import languages
from scuffle.registry import games
from scuffle_platform import ratelimits
from scuffle_platform.settings import Settings
from scuffle_platform.web import docs
from scuffle_platform.web.docs import PAGES


def results(client: FlaskClient, asked: str) -> list[tuple[str, str, str]]:
    """Address, title and excerpt of each result, the best first."""
    answer = client.get("/docs/search", query_string={"q": asked})
    assert answer.status_code == 200
    found = re.findall(
        r'<li><h2><a href="([^"]+)">(.*?)</a></h2><p>(.*?)</p></li>', answer.text, re.S
    )
    return [(address, unescape(title), excerpt) for address, title, excerpt in found]


@pytest.mark.parametrize(
    ("asked", "address"),
    [
        ("verdict", "/docs/verdicts"),
        ("zip folder", "/docs/protocol#a-folder"),
        ("malformed", "/docs/verdicts"),
        ("write a game", "/docs/write-a-game"),
        ("start_ms", "/docs/limits#in-a-match"),
        ("tokens", "/docs/api#tokens"),
        ("last_turn", "/games/virus-war/state#state"),
        ("zombie", "/games/virus-war"),
    ],
)
def test_what_one_looks_for_is_among_the_first(
    asked: str, address: str, stranger: FlaskClient
) -> None:
    found = [one for one, _, _ in results(stranger, asked)]
    assert any(one == address or one.startswith(address) for one in found[:5]), found[:5]


def test_each_result_leads_to_its_section_and_shows_the_words(stranger: FlaskClient) -> None:
    found = results(stranger, "timeout")
    assert 3 <= len(found) <= 20
    for address, title, excerpt in found:
        assert "<mark>" in title + excerpt, address
        page, _, anchor = address.partition("#")
        assert not anchor or f'id="{anchor}"' in stranger.get(page).text, address


@pytest.mark.parametrize("asked", ["xylophone", '"', "\u202e", "*", "a" * 900])
def test_what_is_not_there_is_said_to_be_so(asked: str, stranger: FlaskClient) -> None:
    answer = stranger.get("/docs/search", query_string={"q": asked})
    assert answer.status_code == 200
    assert "Nothing holds these words" in answer.text


@pytest.mark.parametrize("asked", ["<script>alert(1)</script>", "' OR 1=1 --", "NEAR(a b, 2)"])
def test_what_is_asked_is_text_and_nothing_else(asked: str, stranger: FlaskClient) -> None:
    answer = stranger.get("/docs/search", query_string={"q": asked})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text


def test_every_page_of_the_documentation_has_the_search(stranger: FlaskClient) -> None:
    for name in PAGES:
        assert 'role="search" action="/docs/search"' in stranger.get(f"/docs/{name}").text
    assert "Type a word" in stranger.get("/docs/search").text
    assert "Type a word" in stranger.get("/docs/search?q=%20").text


@pytest.mark.parametrize("game", games())
def test_a_first_bot_in_every_language_stands_beside_the_state(
    game: str, site: Site, stranger: FlaskClient
) -> None:
    text = stranger.get(f"/games/{game}/state").text
    for language in languages().values():
        if language.starter:
            assert f"A first bot in {language.name}" in unescape(text)
            answer = stranger.get(f"/games/{game}/first-bots/{language.id}")
            name = answer.headers["Content-Disposition"].split('"')[1]
            program = open_upload(name, answer.data).program
            assert (program.language, program.entry) == (language.id, language.entry_names[0])
            assert all(beside in unescape(text) for _, beside in language.beside)
    assert stranger.get(f"/games/{game}/first-bots/cobol").status_code == 404


def test_the_limits_page_holds_no_figure_of_its_own(stranger: FlaskClient) -> None:
    """What the site enforces is filled in; only what is no limit may stand there as a number."""
    source = (docs.FOLDER / "limits.md").read_text(encoding="utf-8")
    written = re.sub(r"\{[{%].*?[}%]\}|`[^`]*`", "", source)
    assert re.findall(r"\d[\d,]*", written) == []
    text = stranger.get("/docs/limits").text
    for words in (
        "100 MB unpacked, 2,000 files",
        "120 s of CPU time, 300 s by the clock, 1,024 MB",
        "for 180 days",
    ):
        assert words in text
    assert "more than 70 % of" in text


SET_LIMITS = [
    name
    for name, field in Settings.model_fields.items()
    if field.annotation is int and name != "trusted_proxies"
]


def test_whatever_a_setting_limits_is_on_the_limits_page(
    site: Site, stranger: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each figure as it is set, beside the name of its setting, as a refusal gives both."""
    unusual = {name: 7001 + number for number, name in enumerate(SET_LIMITS)}
    settings = site.app.extensions["scuffle.settings"].model_copy(update=unusual)
    monkeypatch.setitem(site.app.extensions, "scuffle.settings", settings)
    lines = stranger.get("/docs/limits.md").text.splitlines()
    for name, figure in unusual.items():
        (line,) = [one for one in lines if f"`SCUFFLE_{name.upper()}`" in one]
        assert str(figure) in line.replace(",", ""), name


def test_how_often_one_may_ask_is_on_the_limits_page(stranger: FlaskClient) -> None:
    """The cap of failed log-ins from one address had been left out."""
    text = stranger.get("/docs/limits").text
    limits = {name: getattr(ratelimits, name) for name in dir(ratelimits) if "_LIMIT" in name}
    assert len(limits) >= 4
    assert [name for name, limit in limits.items() if limit not in text] == []
