"""What a chat or a search shows of a link: the page's own title and a sentence about it."""

import html
import re

import pytest
from integration.site.conftest import Site

DEFAULT = "Upload a bot, watch it play, climb the leaderboard."


def told(site: Site, path: str) -> dict[str, str]:
    """The page's ``meta`` of names and properties."""
    answer = site.app.test_client().get(path)
    assert answer.status_code == 200, path
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', answer.text)
    return {name: html.unescape(text) for name, text in found}


def test_a_match_says_who_played_what(site: Site) -> None:
    match = site.town.matches["virus-war"][5]
    meta = told(site, f"/matches/{match}")
    assert meta["og:title"].endswith("the loser was shut in")
    assert re.fullmatch(
        r"\w+ v\d against \w+ v\d: Virus War, 2 players, \d+ steps\.", meta["og:description"]
    )
    assert meta["description"] == meta["og:description"]
    assert meta["og:site_name"] == "Scuffle"


def test_a_bot_says_where_it_stands(site: Site) -> None:
    meta = told(site, f"/bots/{site.town.bots['needle']}")
    assert meta["og:title"] == "needle"
    assert re.fullmatch(
        r"A bot for Virus War, 3rd of \d, rating \d+ ± \d+ after \d+ games\.",
        meta["og:description"],
    )


@pytest.mark.parametrize(
    ("page", "part"),
    [
        ("/games/virus-war", "Grow three cells a turn"),
        ("/series/{series}", "decided"),
        ("/tournaments/{cup}", "Virus War"),
        ("/bots/{needle}/against/{hammer}", "by version, settings and seat"),
    ],
)
def test_what_people_send_each_other_tells_of_itself(site: Site, page: str, part: str) -> None:
    town = site.town
    meta = told(site, page.format(series=town.series, cup=town.cups[0], **town.bots))
    assert part in meta["og:description"]
    assert meta["og:title"]


def test_a_page_with_nothing_of_its_own_to_tell_has_the_sites_sentence(site: Site) -> None:
    meta = told(site, "/queue")
    assert meta["description"] == DEFAULT
    assert "og:title" not in meta


def test_a_name_stays_text_in_a_preview(site: Site) -> None:
    meta = told(site, f"/bots/{site.town.strange['arabic']}")
    assert "<" not in meta["og:title"] + meta["og:description"]
