"""A leaderboard: whose it is to find oneself on, what its bots are written in, all of it as CSV."""

import csv
import io
import re

import pytest
from integration.site.conftest import Site

from scuffle_platform.web import games

BOARD = "/games/virus-war/leaderboard"


def test_everybody_is_in_the_csv_as_on_the_page(site: Site) -> None:
    client = site.app.test_client()
    answer = client.get(f"{BOARD}.csv")
    assert answer.content_type == "text/csv; charset=utf-8"
    assert re.search(r'filename="virus-war-fit-\d+\.csv"', answer.headers["Content-Disposition"])
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    told = client.get("/api/v1/games/virus-war/leaderboard").json
    assert told is not None
    assert len(lines) == len(told["items"]) >= 5
    for line, item in zip(lines, told["items"], strict=True):
        assert (line["bot"], line["owner"]) == (item["name"], item["owner"])
        assert float(line["rating"]) == item["rating"]
        assert float(line["plus_minus"]) == item["plus_minus"]
        assert int(line["losses"]) == item["losses"]
    assert f'href="{BOARD}.csv"' in client.get(BOARD).text


def test_a_game_that_is_not_here_has_no_csv(site: Site) -> None:
    assert site.app.test_client().get("/games/no-such-game/leaderboard.csv").status_code == 404


def test_a_line_says_what_the_bot_is_written_in(site: Site) -> None:
    assert "v2,&nbsp;python" in site.app.test_client().get(BOARD).text


def test_who_is_on_another_page_is_led_there(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    client, stranger = site.enter("ada"), site.app.test_client()
    assert "Yours, on another page" not in client.get(BOARD).text
    monkeypatch.setattr(games, "LINES", 2)
    page = client.get(BOARD).text
    led = re.search(r'on another page: <a href="([^"]+)"><bdi>needle</bdi>, 3rd</a>', page)
    assert led, "ada's needle stands third, behind the first page"
    assert 'class="mine"' not in page
    assert 'class="mine"' in client.get(led[1]).text
    assert "on another page" not in stranger.get(BOARD).text
