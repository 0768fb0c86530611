"""Leagues over the API: made, joined, left, run."""

from datetime import timedelta

import pytest

from scuffle_platform.store.models import Ladder, League, now

LATER = now() + timedelta(days=30)
NEW = {"game": "virus-war", "name": "Клас 7-Б", "closes": LATER.isoformat()}


@pytest.fixture
def league(person):
    """A league, and who runs it."""
    owner = person("teacher")
    return owner, owner.post("leagues", json=NEW).json


def close(store, league):
    """Let the league's time be over."""
    with store.session() as session:
        session.get_one(Ladder, league["id"]).closes = now()


@pytest.mark.parametrize("name", ["Клас 7-Б", "囲碁", "कक्षा सात", "פרק א", "Würfel & Co."])
def test_a_league_has_a_name_in_any_script(anna, name):
    made = anna.post("leagues", json=NEW | {"name": name})
    assert made.status_code == 201
    assert made.json["name"] == name
    assert name in anna.browser().get(f"/leagues/{made.json['id']}").get_data(as_text=True).replace(
        "&amp;", "&"
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "x"),
        ("name", "in\u202evisible"),
        ("game", "chess"),
        ("closes", "2020-01-01T00:00:00Z"),
        ("closes", "2999-01-01T00:00:00Z"),
    ],
)
def test_an_unacceptable_league_is_refused_with_a_sentence(anna, field, value):
    answer = anna.post("leagues", json=NEW | {field: value})
    assert answer.status_code == 422
    assert answer.json["hint"]


def test_an_account_has_five_open_leagues(anna, admin, store):
    made = [anna.post("leagues", json=NEW) for _ in range(5)]
    assert {one.status_code for one in made} == {201}
    refused = anna.post("leagues", json=NEW)
    assert (refused.status_code, refused.json["code"]) == (429, "leagues-open")
    assert "SCUFFLE_LEAGUES_OPEN" in refused.json["detail"]
    close(store, made[0].json)
    assert anna.post("leagues", json=NEW).status_code == 201


def test_a_wrong_code_leads_nowhere(anna, league):
    assert anna.post("leagues/join", json={"code": "WRONG"}).status_code == 404


def test_joining_twice_is_joining_once_and_leaving_ends_it(anna, league):
    owner, made = league
    for _ in range(2):
        assert anna.post("leagues/join", json={"code": f" {made['code']} "}).status_code == 200
    assert owner.get(f"leagues/{made['id']}").json["members"] == 1
    assert anna.post(f"leagues/{made['id']}/leave").json["name"] == NEW["name"]
    assert anna.get(f"leagues/{made['id']}").status_code == 404
    assert anna.post("leagues/join", json={"code": made["code"]}).status_code == 200


def test_a_renewed_code_replaces_the_old_one(anna, ben, league):
    owner, made = league
    fresh = owner.post(f"leagues/{made['id']}/code").json["code"]
    assert fresh != made["code"]
    assert anna.post("leagues/join", json={"code": made["code"]}).status_code == 404
    assert anna.post("leagues/join", json={"code": fresh}).status_code == 200
    assert ben.post(f"leagues/{made['id']}/code").status_code == 404
    assert anna.post(f"leagues/{made['id']}/code").status_code == 403


def test_who_was_removed_needs_a_newer_code(anna, ben, league):
    owner, made = league
    for someone in (anna, ben):
        someone.post("leagues/join", json={"code": made["code"]})
    assert ben.call("DELETE", f"leagues/{made['id']}/members/anna").status_code == 403
    assert owner.call("DELETE", f"leagues/{made['id']}/members/ANNA").status_code == 200
    assert anna.get(f"leagues/{made['id']}").status_code == 404
    refused = anna.post("leagues/join", json={"code": made["code"]})
    assert (refused.status_code, refused.json["code"]) == (403, "forbidden")
    fresh = owner.post(f"leagues/{made['id']}/code").json["code"]
    assert anna.post("leagues/join", json={"code": fresh}).status_code == 200


def test_a_member_plays_with_one_bot(anna, ben, league):
    owner, made = league
    anna.post("leagues/join", json={"code": made["code"]})
    path = f"leagues/{made['id']}/bot"
    one, two, foreign = anna.bot("one"), anna.bot("two"), ben.bot("three")
    other_game = anna.bot("four", "virus-war-fog")
    assert anna.post(path, json={"bot": one}).json["bot"] == one
    assert anna.post(path, json={"bot": "two"}).json["bot"] == two
    assert owner.get(f"leagues/{made['id']}").json["playing"] == 1
    assert anna.post(path, json={"bot": one}).json["bot"] == one
    assert anna.post(path, json={"bot": foreign}).status_code == 403
    assert anna.post(path, json={"bot": other_game}).status_code == 404
    assert anna.post(path, json={"bot": None}).json["bot"] is None
    assert ben.post(path, json={"bot": foreign}).status_code == 404
    assert owner.post(path, json={"bot": None}).status_code == 403


def test_the_owner_moves_the_close_until_it_has_come(anna, league):
    owner, made = league
    path = f"leagues/{made['id']}/closes"
    later = (now() + timedelta(days=60)).replace(microsecond=0)
    moved = owner.post(path, json={"closes": later.isoformat()})
    assert moved.json["closes"].startswith(f"{later:%Y-%m-%dT%H:%M}")
    assert owner.post(path, json={"closes": "2020-01-01T00:00:00"}).status_code == 422
    assert owner.post(path, json={"closes": None}).status_code == 200
    late = owner.post(path, json={"closes": later.isoformat()})
    assert (late.status_code, late.json["code"]) == (409, "league-closed")
    assert anna.post("leagues/join", json={"code": made["code"]}).status_code == 409


def test_after_the_close_the_bots_in_it_stay_as_they_are(anna, league, ready, store):
    _, made = league
    anna.post("leagues/join", json={"code": made["code"]})
    bot, free = anna.bot("one"), anna.bot("two")
    ready(bot)
    anna.post(f"leagues/{made['id']}/bot", json={"bot": bot})
    close(store, made)
    with store.reading() as session:
        closes = session.get_one(League, made["id"]).ladder.closes
    refused = anna.upload(bot)
    assert (refused.status_code, refused.json["code"]) == (409, "league-closed")
    assert f"closed on {closes.day} {closes:%b %Y, %H:%M:%S} UTC" in refused.json["detail"]
    for act in ("activate", "retire"):
        assert anna.post(f"bots/{bot}/versions/1/{act}").status_code == 409
    assert anna.post(f"leagues/{made['id']}/bot", json={"bot": None}).status_code == 409
    assert anna.upload(free).status_code == 201
    page = anna.browser()
    assert page.get(f"/leagues/{made['id']}").status_code == 200


def test_accounts_and_bots_may_go_and_the_league_stays(anna, ben, league, ready, store):
    from scuffle_platform.store import accounts

    owner, made = league
    for someone in (anna, ben):
        someone.post("leagues/join", json={"code": made["code"]})
        bot = someone.bot(f"{someone.name}-bot")
        ready(bot)
        someone.post(f"leagues/{made['id']}/bot", json={"bot": bot})
    for someone in (anna, owner):
        with store.session() as session:
            accounts.erase(session, someone.id)
    found = ben.get(f"leagues/{made['id']}").json
    assert (found["members"], found["playing"]) == (1, 1)
    assert found["owner"].startswith("deleted-")
    assert ben.browser().get(f"/leagues/{made['id']}").status_code == 200
