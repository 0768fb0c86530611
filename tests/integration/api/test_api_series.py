"""Series over the API: asked, refused with a reason, watched, stopped."""

import pytest

from scuffle.door import open_upload
from scuffle_platform.store import lifecycle, versions
from scuffle_platform.store import series as rows
from scuffle_platform.store.models import Bot, Match, MatchKind, MatchStatus, now

GAME = "virus-war"
DICE = "virus-roll-write"


@pytest.fixture
def bots(anna, ben, ready):
    """A ready bot of anna's and one of ben's."""
    made = anna.bot("one"), ben.bot("two")
    for bot in made:
        ready(bot)
    return made


@pytest.fixture
def another(store):
    """Give a bot a further version whose program is another one."""

    def make(bot_id, remark="second"):
        data = f"# {remark}\ndef get_action(state, api):\n    return state['legal_actions'][0]\n"
        with store.session() as session:
            bot = session.get_one(Bot, bot_id)
            sent = versions.Sent("bot.py", data.encode())
            version = versions.add(session, bot, sent, open_upload("bot.py", data.encode()))
            lifecycle.make_ready(session, version, now())

    return make


def ask(person, new, old, **fields):
    return person.post("series", json={"game": GAME, "new": new, "old": old} | fields)


def test_a_series_of_two_versions_is_played_until_it_has_ended(anna, bots, another):
    another(bots[0])
    answer = ask(anna, "one@2", "one@1", settings={"size": 6})
    assert answer.status_code == 201, answer.text
    made = answer.json
    assert (made["status"], made["answer"], made["sets"]) == ("playing", None, 0)
    assert made["new"] == {"bot": bots[0], "name": "one", "version": 2}
    found = anna.get(f"series/{made['id']}").json
    assert (found["settings"], found["field"], found["played"]) == ({"size": 6}, [], [])
    assert [one["id"] for one in anna.get("series?mine=true").json["items"]] == [made["id"]]
    assert anna.get("series?bot=one&status=ended").json["items"] == []


def test_its_sets_name_their_matches_and_keep_their_seeds_until_they_ended(
    anna, bots, another, store
):
    another(bots[0])
    made = ask(anna, "one@2", "one@1").json["id"]
    with store.session() as session:
        rows.step(session, made, 2000, now())
    sets = anna.get(f"series/{made}").json["played"]
    assert [one["number"] for one in sets] == [0, 1, 2, 3]
    assert {one["seed"] for one in sets} == {None}
    assert all(len(one["matches"]) == 2 for one in sets)
    match = anna.get(f"matches/{sets[0]['matches'][0]['id']}").json
    assert (match["kind"], match["ranked"], match["seed"]) == ("series", False, None)


def test_a_bot_against_itself_is_told_no_difference_at_once(anna, bots):
    made = ask(anna, "one", "one").json
    assert (made["status"], made["answer"], made["sets"]) == ("ended", "not-better", 0)
    assert made["sentence"].startswith("No difference")


@pytest.mark.parametrize(
    ("new", "old", "fields", "status", "words"),
    [
        ("two", "one", {}, 403, "another account's bot"),
        ("one", "nobody", {}, 404, "nobody"),
        ("one", "two@2", {}, 409, "no version 2"),
        ("one", "fresh", {}, 409, "no version that is ready"),
        ("one", "two", {"field": ["two"]}, 422, "as the field"),
        ("one", "two", {"field": ["two", "two"]}, 422, "for 2"),
        ("one", "two", {"settings": {"size": 99}}, 422, "size"),
        ("one", "two", {"settings": {"colour": 1}}, 422, "colour"),
        ("one", "two", {"game": "chess"}, 422, "chess"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_reason(anna, bots, new, old, fields, status, words):
    anna.bot("fresh")
    answer = ask(anna, new, old, **fields)
    assert answer.status_code == status, answer.text
    assert words in answer.json["detail"]


def test_three_or_four_sit_with_a_field(anna, ready, another):
    bot = anna.bot("one", DICE)
    ready(bot)
    another(bot)
    for name in ("a1", "a2"):
        ready(anna.bot(name, DICE))
    made = ask(anna, "one@2", "one@1", game=DICE, field=["a1", "a2"]).json
    found = anna.get(f"series/{made['id']}").json
    assert [side["name"] for side in found["field"]] == ["a1", "a2"]


def test_three_at_a_time(anna, bots, another):
    another(bots[0])
    made = [ask(anna, "one@2", "one@1").json["id"] for _ in range(3)]
    refused = ask(anna, "one@2", "one@1")
    assert (refused.status_code, refused.json["code"]) == (429, "series-open")
    assert "3 (SCUFFLE_SERIES_OPEN)" in refused.json["detail"]
    assert "7 days" in refused.json["hint"]
    assert int(refused.headers["Retry-After"]) > 60
    assert anna.post(f"series/{made[0]}/stop").status_code == 200
    assert ask(anna, "one@2", "one@1").status_code == 201


def test_two_thousand_matches_a_day(anna, bots, another, app, store):
    app.extensions["scuffle.settings"].series_matches_a_day = 4
    another(bots[0])
    with store.session() as session:
        for _ in range(4):
            session.add(
                Match(
                    kind=MatchKind.SERIES,
                    status=MatchStatus.FINISHED,
                    game=GAME,
                    settings={},
                    num_players=2,
                    seed="1",
                    asked_by=anna.id,
                )
            )
    refused = ask(anna, "one@2", "one@1")
    assert (refused.status_code, refused.json["code"]) == (429, "quota")
    assert "4 (SCUFFLE_SERIES_MATCHES_A_DAY)" in refused.json["detail"]
    assert "UTC, in 24 h" in refused.json["hint"]


def test_only_its_owner_or_an_organiser_stops_it(anna, ben, admin, bots, another):
    another(bots[0])
    made = ask(anna, "one@2", "one@1").json["id"]
    assert ben.post(f"series/{made}/stop").status_code == 403
    stopped = admin.post(f"series/{made}/stop").json
    assert (stopped["status"], stopped["answer"]) == ("stopped", "undecided")
    assert stopped["sentence"] == "Stopped by an administrator before the test had decided."
    assert anna.post(f"series/{made}/stop").json["status"] == "stopped"
    assert anna.post("series/nosuchseries/stop").status_code == 404


def test_the_form_begins_a_series_and_the_page_shows_it(anna, bots, another, csrf):
    another(bots[0])
    browser = anna.browser()
    form = f"/series/new?bot={bots[0]}"
    page = browser.get(form).text
    assert f'value="{bots[0]}@1" selected' in page
    sent = {"csrf_token": csrf(browser, form), "bot": bots[0], "new": 2, "set-size": "8"}
    answer = browser.post("/series", data=sent | {"old": f"{bots[0]}@1"})
    assert answer.status_code == 303, answer.text
    shown = browser.get(answer.location).text
    assert "Is version 2 of one better than version 1?" in shown
    assert "Not decided yet" in shown
    assert "size 8" in shown
    assert "one better than version 1" in browser.get("/series").text
    refused = browser.post("/series", data=sent | {"old": bots[1], "set-size": "99"})
    assert refused.status_code == 422
    assert "size" in refused.text
    token = {"csrf_token": csrf(browser, answer.location)}
    assert browser.post(f"{answer.location}/stop", data=token).status_code == 303
    assert "Stopped by its owner" in browser.get(answer.location).text


def test_a_challenge_from_the_form_takes_settings_and_seed(anna, bots, csrf, store):
    browser = anna.browser()
    page = f"/bots/{bots[1]}"
    sent = {"csrf_token": csrf(browser, page), "with": bots[0], "set-size": "6", "seed": "mine"}
    answer = browser.post(f"{page}/challenge", data=sent)
    assert answer.status_code == 303, answer.text
    with store.reading() as session:
        match = session.get_one(Match, answer.location.rsplit("/", 1)[1])
        assert (match.settings["size"], match.seed, match.ranked) == (6, "mine", False)
