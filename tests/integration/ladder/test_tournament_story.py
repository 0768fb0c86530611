"""Whole tournaments: held and entered over the API, played by workers, told by API and page."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from ladder_tournaments import NAMES, last_ones, seat_players, work
from sqlalchemy import select

from scuffle_platform.app import create_app
from scuffle_platform.scheduler import Scheduler
from scuffle_platform.settings import Settings
from scuffle_platform.store import accounts, integrity, tokens
from scuffle_platform.store.models import Ladder, now

BOTS = [f"bot-{name}" for name in NAMES[:5]]


class Site:
    """The town's site, for five people with a bot each."""

    def __init__(self, town: Any, client: FlaskClient) -> None:
        self.town, self.client, self.tokens = town, client, []
        for name, bot in zip(NAMES, BOTS, strict=False):
            owner = town.person(name)
            town.bot(bot, owner)
            with town.store.session() as session:
                self.tokens.append(tokens.make(session, owner, "test", ("read", "submit"))[1])

    def post(self, person: int, path: str, **body: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.tokens[person]}"}
        answer = self.client.post(f"/api/v1/{path}", headers=headers, **body)
        assert answer.status_code < 300, answer.text
        return dict(answer.get_json())

    def hold(self, kind: str) -> str:
        """A tournament that all five have entered, begun."""
        until = (now() + timedelta(hours=1)).isoformat()
        body = {"game": "virus-war", "name": "Spring cup", "kind": kind, "sets": 1}
        wanted = body | {"entry_until": until, "settings": {"size": 6}}
        cup = str(self.post(0, "tournaments", json=wanted)["id"])
        for person, bot in enumerate(BOTS):
            self.post(person, f"tournaments/{cup}/entries", json={"bot": bot})
        self.post(0, f"tournaments/{cup}/start")
        return cup

    def read(self, cup: str) -> dict[str, Any]:
        return dict(self.client.get(f"/api/v1/tournaments/{cup}").get_json())

    def play_out(self, cup: str) -> dict[str, Any]:
        """Work until it has ended; the scheduler is another one all the time."""
        for _ in range(40):
            found = self.read(cup)
            if found["status"] == "ended":
                return found
            work(self.town)
            self.town.scheduler = Scheduler(self.town.store, self.town.queue, self.town.settings)
        raise AssertionError(f"still {found['status']}")


@pytest.fixture
def site(sqlite_town: Any, empty_valkey: str) -> Iterator[Site]:
    """Everybody's bot loses to those before it in the alphabet."""
    sqlite_town.now = now()
    with sqlite_town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True
    seat_players(sqlite_town, last_ones)
    app = create_app(Settings(data=sqlite_town.folder, redis_url=empty_valkey), TESTING=True)
    yield Site(sqlite_town, app.test_client())
    with sqlite_town.store.reading() as session:
        assert integrity.violations(session) == []
    app.extensions["scuffle.store"].close()


def test_a_round_robin_from_its_entry_to_its_table(site: Site) -> None:
    cup = site.hold("round-robin")
    assert "5 bots entered so far" in site.client.get(f"/tournaments/{cup}").text
    work(site.town)
    middle = site.client.get(f"/tournaments/{cup}").text
    assert "data-poll" in middle
    assert "of 10 tables" in middle
    found = site.play_out(cup)
    by_place = {entrant["place"]: entrant["name"] for entrant in found["entrants"]}
    assert [by_place[place] for place in range(1, 6)] == BOTS
    assert [line["points"] for line in found["table"]] == [8, 6, 4, 2, 0]
    assert [line["firsts"] for line in found["table"]] == [8, 6, 4, 2, 0]
    matches = [match for table in found["meetings"] for match in table["matches"]]
    assert len(matches) == len({match["id"] for match in matches}) == 20
    page = site.client.get(f"/tournaments/{cup}").text
    assert "Won by bot-ada." in page
    assert "data-poll" not in page
    match = site.client.get(f"/api/v1/matches/{matches[0]['id']}").get_json()
    assert (match["kind"], match["ranked"]) == ("tournament", False)
    assert f"/tournaments/{cup}" in site.client.get(f"/matches/{matches[0]['id']}").text


def test_a_bracket_of_five_from_its_byes_to_its_final(site: Site) -> None:
    cup = site.hold("elimination")
    found = site.play_out(cup)
    assert [table["ending"] for table in found["meetings"]].count("bye") == 3
    assert sum(len(table["matches"]) for table in found["meetings"]) == 8
    places = {entrant["name"]: entrant["place"] for entrant in found["entrants"]}
    assert places["bot-ada"] == 1
    assert sorted(places.values()) == [1, 2, 3, 3, 5]
    assert found["table"] == []
    page = site.client.get(f"/tournaments/{cup}").text
    for words in ("Round 1", "Semi-finals", "Final", "bye", "3rd, shared", "Won by bot-ada."):
        assert words in page


def test_bots_that_were_deleted_keep_a_neutral_name_on_its_page(site: Site) -> None:
    cup = site.hold("elimination")
    site.play_out(cup)

    with site.town.store.session() as session:
        for entrant in site.read(cup)["entrants"][:2]:
            account = accounts.by_name(session, entrant["owner"])
            assert account is not None
            accounts.erase(session, account.id)
    page = site.client.get(f"/tournaments/{cup}")
    assert page.status_code == 200
    assert page.text.count("retired-") > 1
    assert "deleted-" in page.text
    assert site.client.get("/tournaments").status_code == 200
