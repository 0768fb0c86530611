"""What a list of matches shows on all its pages is what its link to the API gives."""

import html
import json
import re

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site

LINK = re.compile(r'href="(/api/v1/matches\.ndjson[^"]*)" download')
MATCH = re.compile(r'href="/matches/([a-z0-9]{12})"')
OLDER = re.compile(r'rel="next" href="([^"]+)"')


def listed(client: FlaskClient, path: str) -> tuple[set[str], str | None]:
    """All matches of a list, page by page, and its link to the API."""
    ids: set[str] = set()
    link, at = None, path
    while at:
        page = client.get(at).text
        ids.update(MATCH.findall(page))
        link = (found := LINK.search(page)) and html.unescape(found[1])
        at = html.unescape(next_[1]) if (next_ := OLDER.search(page)) else ""
    return ids, link


@pytest.mark.parametrize(
    "path",
    [
        "/games/virus-war/matches",
        "/games/virus-war/matches?bot=needle&outcome=win",
        "/games/virus-war/matches?bot=needle&version=2&settings=opening turns=2",
        "/matches?bot={needle}&opponent={hammer}&seat=1",
        "/matches?verdict=crash",
        "/matches?tag=feast&since=2026-01-01",
        "/matches?kind=series&series={series}",
        "/matches?mine=1&bot={needle}",
    ],
)
def test_the_api_gives_what_the_list_shows(site: Site, path: str) -> None:
    client = site.enter("ada")
    asked = path.format(series=site.town.series, **site.town.bots)
    ids, link = listed(client, asked)
    assert ids, "this list of the town holds something"
    assert link
    answer = client.get(link)
    assert answer.status_code == 200, answer.text
    assert {json.loads(line)["id"] for line in answer.text.splitlines()} == ids


@pytest.mark.parametrize("query", ["verdict=failed", "bot=nobody"])
def test_what_the_api_cannot_be_asked_has_no_link(site: Site, query: str) -> None:
    assert not LINK.search(site.app.test_client().get(f"/games/virus-war/matches?{query}").text)
