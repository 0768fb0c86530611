"""Every filter of a list of matches, alone and in pairs, on its first page and its last (E5).

What each list ought to hold is worked out here, seat by seat, from all matches that ada may see.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site
from sqlalchemy import select

from scuffle.contract import Verdict
from scuffle_platform.store import listing
from scuffle_platform.store.listing import Wanted
from scuffle_platform.store.models import Account, Match, MatchSet, SeatRow
from scuffle_platform.web.match_filters import FILTERS
from scuffle_platform.web.match_lists import PAGE


@dataclass(frozen=True)
class Filter:
    """One filter with a value that finds something: what it asks of a match, or of one seat."""

    value: str
    match: Callable[[Match], bool] | None = None
    seat: Callable[[SeatRow, Match], bool] | None = None


def leads(seat: SeatRow, match: Match) -> bool:
    shared = any(one.place == 1 for one in match.seats if one is not seat)
    return seat.place == 1 and not shared


@pytest.fixture(scope="module")
def ada(site: Site) -> str:
    with site.store.reading() as session:
        return session.scalars(select(Account.id).where(Account.name == "ada")).one()


@pytest.fixture(scope="module")
def there(site: Site, ada: str) -> Sequence[Match]:
    """All matches that ada may see, the newest first."""
    with site.store.reading() as session:
        found = listing.matches(session, Wanted(viewer=ada), None, 1000)
        assert len(found) > 60
        return found


@pytest.fixture(scope="module")
def filters(site: Site, ada: str, there: Sequence[Match]) -> dict[str, Filter]:
    """One of each, by name."""
    needle, hammer = site.town.bots["needle"], site.town.bots["hammer"]
    middle = there[len(there) // 2].created
    ladder = next(one.ladder_id for one in reversed(there) if one.game == "virus-war")
    with site.store.reading() as session:
        held = select(MatchSet.id).where(MatchSet.contest_id == site.town.cups[1])
        cup = set(session.scalars(held))
        held = select(MatchSet.id).where(MatchSet.contest_id == site.town.series)
        series = set(session.scalars(held))
    return {
        "game": Filter("virus-war", lambda m: m.game == "virus-war"),
        "bot": Filter("needle", seat=lambda s, _: s.bot_id == needle),
        "opponent": Filter("hammer", lambda m: any(s.bot_id == hammer for s in m.seats)),
        "version": Filter("2", seat=lambda s, _: s.version is not None and s.version.number == 2),
        "seat": Filter("1", seat=lambda s, _: s.player == 1),
        "settings": Filter("opening turns=2", lambda m: m.settings.get("opening_turns") == 2),
        "outcome": Filter("win", seat=leads),
        "verdict": Filter("failed", seat=lambda s, _: s.verdict not in (None, Verdict.OK)),
        "kind": Filter("ladder", lambda m: m.kind == "ladder"),
        "status": Filter("finished", lambda m: m.status == "finished"),
        "tag": Filter("feast", lambda m: "feast" in m.tags),
        "since": Filter(middle.isoformat(), lambda m: m.created >= middle),
        "ladder": Filter(str(ladder), lambda m: m.ladder_id == ladder),
        "series": Filter(site.town.series, lambda m: m.set_id in series),
        "tournament": Filter(site.town.cups[1], lambda m: m.set_id in cup),
        "mine": Filter("1", seat=lambda s, _: s.bot is not None and s.bot.account_id == ada),
    }


NOTHING = {
    "game": "virus-war-none", "opponent": "fresh", "version": "9", "seat": "9",
    "settings": '{"size": 9}', "outcome": "double-pass", "verdict": "memory", "kind": "practice",
    "status": "void", "tag": "famine", "since": "2999-01-01", "ladder": "nowhere12345",
    "series": "nowhere12345", "tournament": "nowhere12345",
}  # fmt: skip
"""A value of each that finds nothing; of ``bot`` and ``mine`` there is none."""


def expected(there: Sequence[Match], chosen: dict[str, Filter]) -> list[str]:
    """The ids of the matches that satisfy all; what is asked of seats holds of one and the same.

    With ``bot`` that seat is the bot's, and ``mine`` asks for any other or the same.
    """
    of_match = [one.match for one in chosen.values() if one.match]
    of_seat = [one.seat for name, one in chosen.items() if one.seat]
    if "bot" in chosen and "mine" in chosen:
        mine = chosen["mine"].seat
        of_seat.remove(mine)
        of_match.append(lambda match: any(mine(seat, match) for seat in match.seats))
    return [
        match.id
        for match in there
        if all(holds(match) for holds in of_match)
        and any(all(holds(seat, match) for holds in of_seat) for seat in match.seats)
    ]


def pages(client: FlaskClient, path: str) -> list[list[str]]:
    """The ids on each page of a list, from the first to the last."""
    found = []
    while path:
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert "Left out" not in answer.text, path
        found.append(re.findall(r'class="what"><a href="/matches/(\w+)"', answer.text))
        assert bool(found[-1]) != ("No match fits these filters." in answer.text), path
        older = re.search(r'rel="next" href="([^"]+)"', answer.text)
        path = older[1].replace("&amp;", "&") if older else ""
    return found


def address(chosen: dict[str, Any]) -> str:
    return "/matches?" + urlencode(
        {name: getattr(one, "value", one) for name, one in chosen.items()}
    )


def check(client: FlaskClient, there: Sequence[Match], chosen: dict[str, Filter]) -> None:
    found, wanted = pages(client, address(chosen)), expected(there, chosen)
    assert [row for page in found for row in page] == wanted, list(chosen)
    assert len(found) == max(1, -(-len(wanted) // PAGE)), list(chosen)


def test_each_filter_alone_finds_what_it_names(
    there: Sequence[Match], filters: dict[str, Filter], enter: Callable[[str], FlaskClient]
) -> None:
    client = enter("ada")
    assert set(filters) == set(FILTERS)
    for name, one in filters.items():
        assert expected(there, {name: one}), name
        check(client, there, {name: one})


def test_each_pair_of_filters_finds_what_satisfies_both(
    there: Sequence[Match], filters: dict[str, Filter], enter: Callable[[str], FlaskClient]
) -> None:
    client = enter("ada")
    for pair in combinations(filters.items(), 2):
        check(client, there, dict(pair))


def test_a_filter_that_finds_nothing_says_so_alone_and_with_each_other(
    filters: dict[str, Filter], enter: Callable[[str], FlaskClient]
) -> None:
    client = enter("ada")
    for name, value in NOTHING.items():
        assert pages(client, address({name: value})) == [[]]
    for name, one in filters.items():
        found = {"tag": "famine"} if name != "tag" else {"since": "2999-01-01"}
        assert pages(client, address({name: one, **found})) == [[]]


def test_my_matches_are_mine_and_told_from_my_side(
    there: Sequence[Match], filters: dict[str, Filter], enter: Callable[[str], FlaskClient]
) -> None:
    """E5: "my matches" shows mine, on every page, and the link to them stands where I look."""
    client = enter("ada")
    assert 'href="/matches?mine=1"' in client.get("/bots").text
    text = client.get("/matches?mine=1").text
    assert "<h1>My matches</h1>" in text
    assert "mine=1&amp;after=" in text
    assert "needle won" not in text
    check(client, there, {"mine": filters["mine"]})


def test_whoever_is_not_logged_in_has_no_matches_of_their_own(stranger: FlaskClient) -> None:
    """E5: nobody's "my matches" are not everybody's."""
    assert stranger.get("/matches?mine=1").status_code == 401


@pytest.mark.parametrize("page", ["/matches", "/games/virus-war/matches"])
def test_page_and_api_agree(
    page: str, filters: dict[str, Filter], enter: Callable[[str], FlaskClient]
) -> None:
    """E5: the same words in the address of a page and of the API find the same."""
    client = enter("ada")
    game = {"game": "virus-war"} if "games" in page else {}
    as_api = {"settings": '{"opening_turns":2}', "verdict": "crash"}
    for name in set(filters) - {"version", "outcome", "game"}:
        asked = {name: as_api.get(name, filters[name].value)}
        shown = [row for part in pages(client, f"{page}?{urlencode(asked)}") for row in part]
        query = urlencode({**asked, **game, "limit": 100})
        told = client.get(f"/api/v1/matches?{query}").json["items"]
        assert [one["id"] for one in told] == shown[:100], name


def test_a_name_that_bots_of_several_games_have_is_asked_about(stranger: FlaskClient) -> None:
    text = stranger.get("/matches?bot=greedy").text
    assert "Several games have a bot called “greedy”" in text
    assert "/games/virus-war-fog/matches?bot=greedy" in text
    assert "Virus War: Fog" in text


@pytest.mark.parametrize(
    "query",
    [
        "version=0", "version=99999999999999999999", "version=%C2%B2", "seat=16", "seat=-1",
        "settings=size", "settings={", "settings={%22a%22:[1]}", "since=yesterday",
        "since=0001-01-01T00:00:00%2B14:00", "kind=nonsense", "status=x", "verdict=y", "mine=no",
        "tag=" + 25 * "t", "game=virus-war-fog", "colour=red",
    ],
)  # fmt: skip
def test_a_value_without_a_meaning_is_told_and_left_out(query: str, stranger: FlaskClient) -> None:
    answer = stranger.get(f"/games/virus-war/matches?{query}")
    assert answer.status_code == 200
    assert "Left out, since it means nothing here" in answer.text
    assert 'class="what"' in answer.text
