"""Tournaments over the API and the site's forms: held, entered, refused with a reason, ended."""

import re
from datetime import timedelta

import pytest

from scuffle_platform.store import tournament_play
from scuffle_platform.store.models import Tournament, now

GAME = "virus-war"


@pytest.fixture
def bots(anna, ben, ready):
    """A ready bot of anna's and one of ben's."""
    made = anna.bot("one"), ben.bot("two")
    for bot in made:
        ready(bot)
    return made


def hold(person, **fields):
    until = (now() + timedelta(hours=1)).isoformat()
    body = {"game": GAME, "name": "Spring cup", "kind": "round-robin", "entry_until": until}
    return person.post("tournaments", json=body | fields)


def enter(person, cup, bot):
    return person.post(f"tournaments/{cup}/entries", json={"bot": bot})


def step(store, cup):
    with store.session() as session:
        tournament_play.step(session, cup, now())


def test_it_is_held_entered_and_started(anna, ben, bots, store, stranger):
    answer = hold(anna, name="  Spring \t cup ", sets=1, settings={"size": 6})
    assert answer.status_code == 201, answer.text
    made = answer.json
    assert (made["name"], made["organiser"], made["status"]) == ("Spring cup", "anna", "open")
    assert enter(anna, made["id"], "one").status_code == 200
    entered = enter(ben, made["id"], "two").json
    assert [entrant["name"] for entrant in entered["entrants"]] == ["one", "two"]
    assert {entrant["number"] for entrant in entered["entrants"]} == {None}
    assert anna.post(f"tournaments/{made['id']}/start").status_code == 200
    step(store, made["id"])
    found = stranger.get(f"/api/v1/tournaments/{made['id']}").json
    assert found["status"] == "playing"
    assert sorted(entrant["number"] for entrant in found["entrants"]) == [1, 2]
    assert [len(table["matches"]) for table in found["meetings"]] == [2]
    assert [line["points"] for line in found["table"]] == [0, 0]
    other = "game=virus-war-fog"
    for query, count in (("", 1), (f"game={GAME}", 1), ("status=open", 0), (other, 0)):
        listed = stranger.get(f"/api/v1/tournaments?{query}").json["items"]
        assert len(listed) == count, query
    assert [one["id"] for one in anna.get("tournaments?mine=true").json["items"]] == [made["id"]]
    assert ben.get("tournaments?mine=true").json["items"] == []


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": "x"}, "The name has 1 characters"),
        ({"name": "up\u202eside"}, "characters that cannot be seen"),
        ({"game": "chess"}, "no game"),
        ({"size": 3}, "It needs games of 3"),
        ({"settings": {"size": 99}}, "size"),
        ({"entry_until": "2020-01-01T00:00:00Z"}, "The entry would end at 1 Jan 2020, 00:00 UTC"),
        ({"entry_until": "9999-12-31T23:59:59-01:00"}, "The entry would end at 9999-12-31"),
        ({"sets": 21}, "Some fields"),
        ({"kind": "swiss"}, "Some fields"),
    ],
)
def test_what_cannot_be_held_is_refused_with_the_reason(anna, fields, said):
    answer = hold(anna, **fields)
    assert answer.status_code == 422
    assert said in answer.json["detail"]
    assert answer.json["hint"]


def test_an_organiser_holds_so_many_at_a_time(anna, admin):
    for number in range(3):
        last = hold(anna, name=f"Cup {number}").json["id"]
    refused = hold(anna)
    assert (refused.status_code, refused.json["code"]) == (429, "tournaments-open")
    assert "SCUFFLE_TOURNAMENTS_OPEN" in refused.json["detail"]
    assert anna.post(f"tournaments/{last}/cancel").json["status"] == "cancelled"
    assert hold(anna).status_code == 201
    for number in range(4):
        assert hold(admin, name=f"Site cup {number}").status_code == 201


def test_an_account_enters_one_bot_of_its_own_that_can_play(anna, ben, bots, ready):
    cup = hold(anna).json["id"]
    assert enter(ben, cup, "one").json["code"] == "forbidden"
    other = ben.bot("three")
    assert enter(ben, cup, "three").json["code"] == "cannot-play"
    assert enter(ben, cup, "two").status_code == 200
    ready(other)
    changed = enter(ben, cup, "three").json["entrants"]
    assert [entrant["name"] for entrant in changed] == ["three"]
    assert ben.call("DELETE", f"tournaments/{cup}/entries").json["entrants"] == []
    assert ben.call("DELETE", f"tournaments/{cup}/entries").status_code == 404


def test_nobody_enters_once_the_entry_has_ended_or_more_than_fit(anna, ben, bots, app, store):
    cup = hold(anna).json["id"]
    app.extensions["scuffle.settings"].tournament_matches = 3
    assert enter(anna, cup, "one").status_code == 200
    full = enter(ben, cup, "two").json
    assert full["code"] == "tournament-full"
    assert "SCUFFLE_TOURNAMENT_MATCHES" in full["detail"]
    early = anna.post(f"tournaments/{cup}/start").json
    assert (early["code"], early["detail"][:28]) == ("too-few", "1 of at least 2 have entered")
    with store.session() as session:
        session.get_one(Tournament, cup).entry_until = now()
    assert enter(ben, cup, "two").json["code"] == "entry-over"
    step(store, cup)
    over = anna.get(f"tournaments/{cup}").json
    assert (over["status"], over["sentence"][:16]) == ("cancelled", "It needs 2 bots,")
    assert anna.call("DELETE", f"tournaments/{cup}/entries").json["code"] == "tournament-over"


def test_only_its_organiser_and_administrators_end_it(anna, ben, admin, bots):
    cup = hold(anna).json["id"]
    for word in ("start", "cancel"):
        assert ben.post(f"tournaments/{cup}/{word}").status_code == 403
        assert ben.post(f"tournaments/nothing/{word}").status_code == 404
    cancelled = admin.post(f"tournaments/{cup}/cancel").json
    assert cancelled["sentence"] == "Cancelled by an administrator."


def test_the_forms_do_the_same(anna, ben, bots, csrf, stranger):
    browser = anna.browser()
    token = csrf(browser, "/tournaments/new")
    form = {"csrf_token": token, "game": GAME, "name": "Autumn", "kind": "elimination"}
    form |= {"size": "2", "sets": "1", "set-size": "6"}
    bad = browser.post("/tournaments", data=form | {"until": "soon"})
    assert bad.status_code == 422
    assert "The entry needs an end." in bad.text
    assert 'value="Autumn"' in bad.text
    until = f"{now() + timedelta(hours=2):%Y-%m-%dT%H:%M}"
    made = browser.post("/tournaments", data=form | {"until": until})
    assert made.status_code == 303, made.text
    page = made.headers["Location"]
    assert "Nobody has entered yet." in stranger.get(page).text
    assert "It can begin once 2 have entered." in browser.get(page).text

    def press(path):
        sent = {"csrf_token": csrf(browser, page), "bot": bots[0]}
        return browser.post(f"{page}/{path}", data=sent, follow_redirects=True)

    for path, said in (
        ("enter", "Entered."),
        ("start", "1 of at least 2"),
        ("withdraw", "is with"),
    ):
        assert said in press(path).text, path
    for person, bot in ((anna, "one"), (ben, "two")):
        enter(person, page.rpartition("/")[2], bot)
    assert "Start it now" in browser.get(page).text
    assert "draw is" in press("start").text
    late = ben.browser().post(
        f"{page}/enter", data={"csrf_token": csrf(ben.browser(), page), "bot": bots[1]}
    )
    assert late.status_code in (400, 409)
    assert "Autumn" in stranger.get("/tournaments?game=virus-war").text
    assert (
        "Cancelled"
        in browser.post(
            f"{page}/cancel", data={"csrf_token": csrf(browser, page)}, follow_redirects=True
        ).text
    )
    assert re.search(r"badge[^>]*>cancelled", stranger.get(page).text)
