"""Lists of matches: every filter, the second page, and nothing at all."""

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site
from sqlalchemy import select

from scuffle_platform.store import listing
from scuffle_platform.store.listing import Wanted
from scuffle_platform.store.models import Match, MatchStatus

MATCHES = "/games/virus-war/matches"


def rows(text: str) -> list[str]:
    """The ids of the matches in a list."""
    return re.findall(r'class="what"><a href="/matches/(\w+)"', text)


def test_pages_follow_each_other_without_gap_or_repetition(
    site: Site, stranger: FlaskClient
) -> None:
    found: list[str] = []
    path: str | None = MATCHES
    while path:
        text = stranger.get(path).text
        found += rows(text)
        older = re.search(r'rel="next" href="([^"]+)"', text)
        path = older[1].replace("&amp;", "&") if older else None
    with site.store.reading() as session:
        there = listing.matches(session, Wanted(game="virus-war"), None, 1000)
    assert found == [match.id for match in there]
    assert len(found) == len(set(found)) > 50
    assert set(site.town.matches["virus-war"]) < set(found)


def test_filters_stay_in_the_address_of_the_next_page(stranger: FlaskClient) -> None:
    text = stranger.get(f"{MATCHES}?bot=greedy&outcome=win").text
    older = re.search(r'rel="next" href="([^"]+)"', text)
    for row in rows(text):
        assert "greedy" in stranger.get(f"/matches/{row}").text
    if older:
        assert "bot=greedy" in older[1]
        assert "outcome=win" in older[1]


@pytest.mark.parametrize(
    ("query", "some"),
    [
        ("bot=needle", True),
        ("bot=NEEDLE", True),
        ("bot=needle&opponent=hammer", True),
        ("bot=needle&version=2", True),
        ("bot=needle&version=1", False),
        ("bot=needle&seat=1", True),
        ("bot=glass&verdict=crash", True),
        ("verdict=failed", True),
        ("verdict=memory", False),
        ("bot=needle&verdict=failed", False),
        ("bot=glass&outcome=win", False),
        ("outcome=draw", False),
        ("kind=ladder", True),
        ("kind=challenge", False),
        ("status=queued", True),
        ("kind=nonsense&seat=x&version=y&verdict=z", True),
    ],
)
def test_each_filter_narrows(query: str, some: bool, stranger: FlaskClient) -> None:
    answer = stranger.get(f"{MATCHES}?{query}")
    assert answer.status_code == 200
    assert bool(rows(answer.text)) == some
    if not some:
        assert "No match fits these filters" in answer.text


def test_a_bot_that_does_not_exist_is_named(stranger: FlaskClient) -> None:
    assert "called “nobody”" in stranger.get(f"{MATCHES}?bot=nobody").text


def test_a_leaderboard_takes_two_statements(site: Site, stranger: FlaskClient) -> None:
    """Besides the archived ladders, which are looked up once a minute."""
    from sqlalchemy import event

    said: list[str] = []
    engine = site.store.engine
    listener = lambda *found: said.append(found[2])  # noqa: E731
    event.listen(engine, "before_cursor_execute", listener)
    try:
        assert stranger.get("/games/virus-war/leaderboard").status_code == 200
    finally:
        event.remove(engine, "before_cursor_execute", listener)
    asked = [one for one in said if one.startswith("SELECT")]
    assert len([one for one in asked if "ladders.archived IS NOT NULL" not in one]) <= 2


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/games/virus-war/leaderboard?num_players=9", "num_players=9"),
        (f"{MATCHES}?num_players=9", "num_players=9"),
        (f"{MATCHES}?verdict=nonsense&seat=x", "seat=x, verdict=nonsense"),
    ],
)
def test_what_an_address_asks_for_without_a_meaning_is_told(
    address: str, told: str, stranger: FlaskClient
) -> None:
    answer = stranger.get(address)
    assert answer.status_code == 200
    assert f"Left out, since it means nothing here: {told}." in answer.text


@pytest.mark.parametrize(
    "query", ["_method=POST", "_scheme=x", "_external=1", "_anchor=a", "endpoint=x"]
)
def test_an_argument_that_means_nothing_is_kept_and_harms_nothing(
    query: str, stranger: FlaskClient
) -> None:
    text = stranger.get(f"{MATCHES}?{query}").text
    older = re.search(r'rel="next" href="([^"]+)"', text)
    assert older
    assert older[1].startswith(f"{MATCHES}?")


def test_no_argument_takes_the_place_of_a_part_of_the_address(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    address = "/matches/{crashed}/log/{crashed_seat}".format(**site.town.places)
    assert enter("ada").get(f"{address}?player=x&match_id=y&page=2").status_code == 200


@pytest.mark.parametrize("number", [0, 2**31, 10**30])
def test_a_version_that_nobody_made_is_not_found(
    number: int, site: Site, stranger: FlaskClient
) -> None:
    address = f"/bots/{site.town.bots['needle']}/versions/{number}"
    answer = stranger.get(address)
    assert answer.status_code == 404
    assert "lists its versions" in answer.text


def test_a_match_that_is_played_is_shown_as_it_stands(site: Site, stranger: FlaskClient) -> None:
    with site.store.reading() as session:
        playing = session.scalars(select(Match).where(Match.status == MatchStatus.PLAYING)).first()
        assert playing is not None
        page = stranger.get(f"/matches/{playing.id}").text
    assert "It is being played; this is how it stands." in page
