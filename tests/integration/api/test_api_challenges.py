"""Challenges: unranked matches asked for."""

import json
from datetime import timedelta

import pytest

from scuffle_platform.store.models import Account, Match, now

GAME = "virus-war"


@pytest.fixture
def bots(anna, ben, ready):
    """A ready bot of anna's and one of ben's."""
    made = anna.bot("one"), ben.bot("two")
    for bot in made:
        ready(bot)
    return made


def ask(person, *players, **fields):
    return person.post("matches", json={"game": GAME, "players": list(players)} | fields)


def test_a_challenge_waits_in_the_queue(anna, bots):
    answer = ask(anna, "one", "two@1", settings={"size": 6}, seed="7")
    assert answer.status_code == 201, answer.text
    match = answer.json
    assert (match["kind"], match["status"], match["ranked"]) == ("challenge", "queued", False)
    assert match["settings"]["size"] == 6
    assert [(seat["bot"], seat["version"]) for seat in match["seats"]] == [
        (bots[0], 1),
        (bots[1], 1),
    ]
    assert match["seed"] is None
    assert anna.get("matches?kind=challenge&mine=true").json["items"][0]["id"] == match["id"]


def test_a_drawn_seed_is_a_new_one_each_time(anna, bots, store):
    matches = [ask(anna, "one", "one").json["id"] for _ in range(2)]
    with store.reading() as session:
        seeds = {session.get_one(Match, match).seed for match in matches}
    assert len(seeds) == 2


@pytest.mark.parametrize(
    ("players", "fields", "status", "words"),
    [
        (["one"], {}, 422, "1 players were named"),
        (["one"] * 3, {}, 422, "for 2"),
        (["one", "nobody"], {}, 404, "nobody"),
        (["one", "two@2"], {}, 409, "no version 2"),
        (["one", "fresh"], {}, 409, "no version that is ready"),
        (["one", "fresh@1"], {}, 409, "is checking"),
        (["one", "old"], {}, 409, "retired"),
        (["one", "two"], {"settings": {"size": 99}}, 422, "size"),
        (["one", "two"], {"settings": {"colour": 1}}, 422, "colour"),
        (["one", "two"], {"game": "chess"}, 422, "chess"),
        (["one", "two"], {"seed": ""}, 422, "fields"),
        ([], {}, 422, "fields"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_reason(
    anna, bots, store, players, fields, status, words
):
    from scuffle_platform.store import bots as rows
    from scuffle_platform.store.models import Bot

    anna.upload(anna.bot("fresh"))
    with store.session() as session:
        rows.retire(session.get_one(Bot, anna.bot("old")))
    answer = ask(anna, *players, **fields)
    assert answer.status_code == status, answer.text
    assert words in answer.json["detail"]


def test_a_bot_of_a_closed_account_is_not_challenged(anna, bots, ben, store):
    with store.session() as session:
        session.get_one(Account, ben.id).disabled = now()
    answer = ask(anna, "one", "two")
    assert answer.status_code == 409
    assert "account is closed" in answer.json["detail"]


def test_sixty_challenges_an_hour(anna, bots, store):
    from scuffle_platform.store.models import MatchKind, MatchStatus

    with store.session() as session:
        for _ in range(60):
            session.add(
                Match(
                    kind=MatchKind.CHALLENGE,
                    status=MatchStatus.QUEUED,
                    game=GAME,
                    settings={},
                    num_players=2,
                    seed="1",
                    asked_by=anna.id,
                )
            )
    answer = ask(anna, "one", "two")
    assert answer.status_code == 429
    assert "60 (SCUFFLE_CHALLENGES_AN_HOUR)" in answer.json["detail"]
    assert "UTC, in" in answer.json["hint"]
    assert answer.headers["Retry-After"]


@pytest.mark.parametrize(
    ("odd", "words"),
    [
        ({"size": "8"}, 'settings.size is "8", wanted a whole number.'),
        ({"actions_per_turn": True}, "settings.actions_per_turn is true, wanted a whole number."),
        ({"can_pass": 1}, "settings.can_pass is 1, wanted true or false."),
    ],
)
def test_settings_in_json_have_the_types_of_the_schema(anna, bots, odd, words):
    until = str(now() + timedelta(days=1))
    plan = {"name": "Cup", "kind": "elimination", "entry_until": until}
    wishes = {
        "matches": {"players": ["one", "two"]},
        "series": {"new": "one", "old": "two"},
        "tournaments": plan,
    }
    for path, wish in wishes.items():
        answer = anna.post(path, json={"game": GAME, "settings": odd} | wish)
        assert (answer.status_code, answer.json["detail"]) == (422, words), path


def test_a_whole_number_may_have_a_point_as_in_json_schema(anna, bots):
    answer = ask(anna, "one", "two", settings={"size": 8.0})
    assert answer.status_code == 201, answer.text
    assert answer.json["settings"]["size"] == 8
    until = str(now() + timedelta(days=1))
    plan = {"name": "Cup", "kind": "elimination", "entry_until": until}
    held = anna.post("tournaments", json={"game": GAME, "settings": {"size": 8.0}} | plan)
    assert '"size": 8' in json.dumps(held.json["settings"])
    assert "8.0" not in held.text
