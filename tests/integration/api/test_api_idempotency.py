"""A POST sent twice under one key is done once."""

import pytest

from scuffle_platform.store import idempotency

NEW_BOT = {"name": "one", "game": "virus-war"}


def keyed(key):
    return {"Idempotency-Key": key}


def test_the_second_sending_gets_the_first_answer(anna):
    first = anna.post("bots", json=NEW_BOT, headers=keyed("k1"))
    again = anna.post("bots", json=NEW_BOT, headers=keyed("k1"))
    assert first.status_code == again.status_code == 201
    assert first.json == again.json
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert len(anna.get("bots?mine=true").json["items"]) == 1


def test_without_a_key_it_is_done_twice(anna):
    assert anna.post("bots", json=NEW_BOT).status_code == 201
    assert anna.post("bots", json=NEW_BOT).status_code == 409


def test_a_key_belongs_to_one_request(anna):
    anna.post("bots", json=NEW_BOT, headers=keyed("k1"))
    answer = anna.post("bots", json=NEW_BOT | {"name": "two"}, headers=keyed("k1"))
    assert (answer.status_code, answer.json["code"]) == (422, "key-reused")


def test_a_key_belongs_to_one_account(anna, ben):
    anna.post("bots", json=NEW_BOT, headers=keyed("k1"))
    answer = ben.post("bots", json=NEW_BOT | {"name": "two"}, headers=keyed("k1"))
    assert answer.status_code == 201


def test_a_refused_request_may_be_mended_under_its_key(anna):
    assert (
        anna.post("bots", json={"name": "!", "game": "virus-war"}, headers=keyed("k1")).status_code
        == 422
    )
    assert anna.post("bots", json=NEW_BOT, headers=keyed("k1")).status_code == 201


def test_a_key_whose_request_runs_is_told_to_wait(anna, store):
    with store.session() as session:
        idempotency.claim(session, anna.id, "k1", "0" * 64)
    answer = anna.post("bots", json=NEW_BOT, headers=keyed("k1"))
    assert answer.status_code in (409, 422)


def test_an_upload_is_recognised_whatever_its_boundary(anna, multipart):
    bot = anna.bot("one")
    form = multipart(b"def get_action(state, api):\n    return None\n", "a.py", note="x")
    first = anna.post(f"bots/{bot}/versions", headers=keyed("k1"), **form)
    form = {
        "data": form["data"].replace(b"--edge", b"--rim"),
        "content_type": "multipart/form-data; boundary=rim",
    }
    again = anna.post(f"bots/{bot}/versions", headers=keyed("k1"), **form)
    assert first.status_code == again.status_code == 201
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json == first.json


def test_a_secret_is_not_kept_for_a_second_sending(anna, store):
    body = {"name": "laptop", "scopes": ["read"]}
    first = anna.post("tokens", json=body, headers=keyed("k1"))
    assert first.status_code == 201
    again = anna.post("tokens", json=body, headers=keyed("k1"))
    assert (again.status_code, again.json["code"]) == (409, "told-once")
    assert first.json["token"] not in again.text


@pytest.mark.parametrize("key", ["", "a b", "x" * 129, "é"])
def test_what_is_no_key(anna, key):
    assert anna.post("bots", json=NEW_BOT, headers=keyed(key)).status_code == 400
