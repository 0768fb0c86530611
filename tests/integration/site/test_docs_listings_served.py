"""Every listing of the documentation, as this site fills it in, is of a kind that a test runs."""

import json
import re
import shlex
from collections.abc import Callable, Iterator

import pytest
from door_corpus import zipped
from flask.testing import FlaskClient
from integration.site.conftest import Site

from scuffle.door import open_upload
from scuffle.protocol import Act, End, Start
from scuffle.registry import games
from scuffle_platform.web.docs import PAGES

pytest_plugins = ["scuffle.testing.own_bot"]

FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
PYTHON = {
    "quick-start": "test_the_sample_plays_every_game",
    "protocol": "test_the_protocols_function_plays",
    "api": "integration/api/test_client_site.py",
    "typed-bots": "unit/test_docs_python_bots.py",
    "train-a-bot": "unit/test_docs_python_bots.py",
    "strong-bot": "unit/test_docs_listings.py",
    "port-botpot": "unit/test_docs_listings.py",
    "write-a-game": "integration/test_write_a_game.py",
}
"""Where the Python of a page is run."""
OTHER = {
    ("protocol", "toml"), ("port-botpot", "javascript"), ("write-a-game", "javascript"),
    ("write-a-game", "toml"), ("write-a-game", "markdown"), ("write-a-game", ""),
}  # fmt: skip
LINES = re.compile(r"(?:\./run|scuffle|pip install|curl|python -m scuffle)\b|[→←] |  -d |#")
"""How a line begins that is typed, or that stands for a message."""


def listings(client: FlaskClient, page: str) -> list[tuple[str, str]]:
    return FENCED.findall(client.get(f"/docs/{page}.md").text)


@pytest.mark.parametrize("page", [page for page in PAGES if page != "languages"])
def test_each_listing_is_of_a_kind_that_is_run(page: str, stranger: FlaskClient) -> None:
    """Those of Languages are the starters and builds that ``contracts/test_languages`` plays."""
    for word, text in listings(stranger, page):
        known = page in PYTHON if word == "python" else (page, word) in OTHER
        typed = word == "" and all(LINES.match(line) for line in text.splitlines())
        assert known or typed, (page, word, text)


def curls(client: FlaskClient) -> Iterator[list[str]]:
    for page in PAGES:
        for _, text in listings(client, page):
            for line in text.replace("\\\n", " ").splitlines():
                if line.startswith("curl"):
                    yield shlex.split(line.partition(" | ")[0])[1:]


def test_what_is_asked_with_curl_is_answered(
    site: Site, stranger: FlaskClient, enter: Callable[[str], FlaskClient]
) -> None:
    asked = list(curls(stranger))
    assert len(asked) >= 5
    client = enter("ada")
    for words in asked:
        [url] = [word for word in words if word.startswith("http")]
        path = "/" + url.partition("//")[2].partition("/")[2]
        if "-d" in words:
            body = json.loads(words[words.index("-d") + 1])
            assert stranger.post(path, json=body).status_code == 401, words
        else:
            assert client.get(path).status_code == 200, words


def test_the_sample_plays_every_game(stranger: FlaskClient, tmp_path, play_set) -> None:
    [source] = [text for word, text in listings(stranger, "quick-start") if word == "python"]
    (tmp_path / "sample.py").write_text(source, encoding="utf-8")
    for game in games():
        settings = {"size": 6} if game in ("virus-war", "virus-war-fog") else {}
        bots = (str(tmp_path / "sample.py"), "random")
        for replay in play_set(game, *bots, seed=1, settings=settings):
            assert replay.outcome["reason"] != "forfeit"


def test_the_protocols_function_plays(stranger: FlaskClient, tmp_path, play_set) -> None:
    """And its project file is one that the door takes."""
    found = dict(listings(stranger, "protocol"))
    (tmp_path / "first.py").write_text(found["python"], encoding="utf-8")
    for replay in play_set("virus-war", str(tmp_path / "first.py"), "random", settings={"size": 6}):
        assert replay.outcome["reason"] != "forfeit"
    files = {"main.py": found["python"].encode(), "scuffle.toml": found["toml"].encode()}
    upload = open_upload("bot.zip", zipped({**files, "logs/a": b"", "x.ckpt": b""}))
    assert (upload.files, upload.project.game) == (2, "virus-war")


def test_the_protocols_messages_are_messages(stranger: FlaskClient) -> None:
    [text] = [text for word, text in listings(stranger, "protocol") if "→" in text]
    sent = [json.loads(line[2:]) for line in text.splitlines() if line.startswith("→")]
    assert [one["type"] for one in sent] == ["start", "act", "end"]
    for one, model in zip(sent, (Start, Act, End), strict=True):
        assert set(one) <= set(model.model_fields)
    assert all(json.loads(line[2:]) for line in text.splitlines() if line.startswith("←"))
