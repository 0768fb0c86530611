"""Who sees what of a private league: asked of every address that serves any of it."""

from datetime import timedelta

import pytest

from scuffle_platform.store.models import Audit, League, Match, now

OVER = now() + timedelta(days=30)

PAGES = (
    "/matches/{match}",
    "/matches/{match}/film.json",
    "/matches/{match}/frames/all.json",
    "/matches/{match}/frames/0.json",
    "/matches/{match}/replay.json",
    "/matches/{match}/replay.html",
    "/leagues/{league}",
    "/api/v1/matches/{match}",
    "/api/v1/matches/{match}/replay",
    "/api/v1/matches/{match}/frames",
    "/api/v1/matches/{match}/events",
    "/api/v1/leagues/{league}",
    "/api/v1/ladders/{league}/leaderboard",
)
REPLAYS = tuple(path for path in PAGES if path.split("/")[-1] not in ("{match}", "{league}"))[:-1]
LOGS = (
    "/matches/{match}/log/0",
    "/matches/{match}/log/0.jsonl",
    "/api/v1/matches/{match}/log?seat=0",
)
SOURCES = ("/bots/{bot}/versions/1/source", "/api/v1/bots/{bot}/versions/1/source")
TABLES = ("/leagues/{league}/table.csv", "/api/v1/leagues/{league}/table.csv")
LISTS = (
    "/",
    "/queue",
    "/games/virus-war-fog/matches",
    "/bots/{bot}",
    "/bots/{bot}/against/{rival}",
    "/leagues",
    "/api/v1/matches",
    "/api/v1/matches?bot={bot}",
    "/api/v1/matches.ndjson",
    "/api/v1/ladders",
    "/api/v1/leagues",
)


@pytest.fixture
def league(anna, ben, admin, person, app, store, played):
    """A private league: anna and ben play, mia looks on, dora has left; a match of the two."""
    people = {
        "owner": person("teacher"), "anna": anna, "ben": ben, "mia": person("mia"),
        "ex": person("dora"), "outsider": person("clara"), "admin": admin,
    }  # fmt: skip
    new = {"game": "virus-war-fog", "name": "7 b", "closes": OVER.isoformat()}
    made = people["owner"].post("leagues", json=new).json
    for name in ("anna", "ben", "mia", "ex"):
        joined = people[name].post("leagues/join", json={"code": made["code"].lower()})
        assert joined.status_code == 200, joined.text
    assert people["ex"].post(f"leagues/{made['id']}/leave").status_code == 200
    bots = {name: people[name].bot(f"{name}-bot", "virus-war-fog") for name in ("anna", "ben")}
    match = played(bots["anna"], bots["ben"])
    with store.session() as session:
        session.get_one(Match, match).league_id = made["id"]
        session.get_one(Match, match).ladder_id = made["id"]
    for name, bot in bots.items():
        assert people[name].post(f"leagues/{made['id']}/bot", json={"bot": bot}).status_code == 200
    browsers = {name: someone.browser() for name, someone in people.items()}
    browsers["anonymous"] = app.test_client()
    words = {"match": match, "league": made["id"], "bot": bots["anna"], "rival": bots["ben"]}
    return people, browsers, words


def answers(browsers, words, paths):
    """By asker the statuses that these addresses give."""
    return {
        name: sorted({browser.get(path.format(**words)).status_code for path in paths})
        for name, browser in browsers.items()
    }


def every(status, *names):
    """By asker one and the same status."""
    return {name: [status] for name in names}


def everybody(**others):
    """Statuses by asker: of strangers, then of the named."""
    strangers = every(404, "outsider", "ex", "anonymous")
    inside = every(200, "owner", "anna", "ben", "mia", "admin")
    return {**strangers, **inside, **others}


def test_a_private_league_does_not_exist_for_others(league):
    _, browsers, words = league
    assert answers(browsers, words, PAGES) == everybody()


def test_its_logs_are_for_the_seats_owner_and_the_leagues(league):
    _, browsers, words = league
    assert answers(browsers, words, LOGS) == everybody(ben=[403], mia=[403], anonymous=[401, 404])


def test_sources_are_for_the_bots_owner_and_the_leagues(league):
    _, browsers, words = league
    no = every(403, "ben", "mia", "ex", "outsider")
    assert answers(browsers, words, SOURCES) == everybody(**no, anonymous=[401])


def test_the_table_is_the_owners(league):
    _, browsers, words = league
    no = every(403, "anna", "ben", "mia")
    assert answers(browsers, words, TABLES) == everybody(**no, anonymous=[401])


def test_no_list_tells_others_of_it(league):
    _, browsers, words = league
    for path in LISTS:
        for name in ("outsider", "ex", "anonymous"):
            answer = browsers[name].get(path.format(**words))
            assert answer.status_code == 200, (path, name)
            assert words["match"] not in answer.text, (path, name)
            assert "7 b" not in answer.text, (path, name)
    assert answers(browsers, words, ("/api/v1/matches?ladder={league}",)) == everybody()
    for path in ("/api/v1/matches", "/api/v1/ladders", "/api/v1/leagues", "/leagues"):
        text = browsers["mia"].get(path).text
        assert words["league"] in text, path


def test_later_replays_are_shown_after_the_close(league, store):
    _, browsers, words = league
    with store.session() as session:
        session.get_one(League, words["league"]).replays = "after-close"
    assert answers(browsers, words, REPLAYS) == everybody(mia=[403])
    assert answers(browsers, words, ["/matches/{match}"]) == everybody()
    page = browsers["mia"].get(f"/matches/{words['match']}").text
    assert "open to others when it closes" in page
    assert "Every step in words" not in page
    assert not browsers["mia"].get(f"/api/v1/matches/{words['match']}").json["replay"]
    with store.session() as session:
        session.get_one(League, words["league"]).ladder.closes = now()
    assert answers(browsers, words, REPLAYS) == everybody()


def test_what_the_owner_reads_is_told_to_the_bots_owner(league, store):
    people, browsers, words = league
    assert browsers["anna"].get(LOGS[0].format(**words)).status_code == 200
    assert people["anna"].get(f"leagues/{words['league']}").json["read"] == []
    for path in (LOGS[0], SOURCES[1]):
        assert browsers["owner"].get(path.format(**words)).status_code == 200
    read = people["anna"].get(f"leagues/{words['league']}").json["read"]
    assert [one["what"] for one in read] == ["league-read-source", "league-read-log"]
    assert {one["reader"] for one in read} == {"teacher"}
    assert read[1]["detail"]["match"] == words["match"]
    assert people["ben"].get(f"leagues/{words['league']}").json["read"] == []
    page = browsers["anna"].get(f"/leagues/{words['league']}").text
    assert "log of anna-bot in" in page
    assert "source of anna-bot" in page
    with store.reading() as session:
        assert session.query(Audit).count() == 2


def test_reading_ends_when_a_member_leaves(league):
    people, browsers, words = league
    assert people["anna"].post(f"leagues/{words['league']}/leave").status_code == 200
    found = answers(browsers, words, LOGS + SOURCES)
    assert found["owner"] == [403]
    assert found["anna"] == [200, 404]


def test_an_open_league_is_seen_by_all_and_its_logs_are_not(league, store):
    _, browsers, words = league
    with store.session() as session:
        session.get_one(League, words["league"]).ladder.visibility = "public"
    strangers = every(200, "outsider", "ex", "anonymous")
    assert answers(browsers, words, PAGES) == everybody(**strangers)
    found = answers(browsers, words, LOGS)
    assert found["outsider"] == found["ex"] == [403]
    assert found["anonymous"] in ([401], [403], [401, 403])
