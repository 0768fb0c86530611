"""Passwords cannot be tried out, and nobody's failures shut out the class around them."""

import pytest

from scuffle_platform.app import create_app
from scuffle_platform.ratelimits import FLOOD_LIMIT, OWN_LIMIT

PASSWORD = "correct horse battery"
CLASS = {"REMOTE_ADDR": "198.51.100.7"}
HOME = {"REMOTE_ADDR": "203.0.113.9"}


@pytest.fixture
def gate(app):
    """What counts failures."""
    return app.extensions["scuffle.gate"]


@pytest.fixture
def enter(app, csrf):
    """A try to log in from an address; gives the answer."""

    def log_in(name, password=PASSWORD, where=CLASS):
        client = app.test_client()
        token = csrf(client, "/log-in", environ_overrides=where)
        fields = {"csrf_token": token, "name": name, "password": password}
        return client.post("/log-in", data=fields, environ_overrides=where)

    return log_in


def count(gate, kind, who, times, **limit):
    for _ in range(times):
        gate.count(kind, who, **limit)


def test_a_class_behind_one_address_is_not_locked_out(person, enter, gate):
    pupils = [person(f"pupil-{number}").name for number in range(4)]
    count(gate, "log-in address", CLASS["REMOTE_ADDR"], 60)  # somebody among them plays about
    for name in pupils:
        assert enter(name, "a mistyped password").status_code == 401
        assert enter(name).status_code == 303


def test_of_a_spent_address_each_account_has_five_tries_of_its_own(anna, ben, enter, gate):
    count(gate, "log-in address", CLASS["REMOTE_ADDR"], 60)
    for _ in range(5):
        assert enter("anna", "guessed once more").status_code == 401
    refused = enter("anna")
    assert refused.status_code == 429
    assert OWN_LIMIT.replace("per", "in") in refused.text
    assert 0 < int(refused.headers["Retry-After"]) <= 600
    assert enter("anna", where=HOME).status_code == 303
    assert enter("ben").status_code == 303


def test_who_is_unknown_is_counted_alike(anna, enter, gate):
    count(gate, "log-in address", CLASS["REMOTE_ADDR"], 60)
    told = {name: [enter(name, "guess").status_code for _ in range(6)] for name in ("anna", "zoe")}
    assert told["anna"] == told["zoe"] == [401] * 5 + [429]


def test_a_flood_closes_the_address(anna, enter, gate):
    count(gate, "log-in address", CLASS["REMOTE_ADDR"], 60)
    count(gate, "log-in flood", CLASS["REMOTE_ADDR"], 600, limit=FLOOD_LIMIT)
    assert enter("anna").status_code == 429
    assert enter("anna", where=HOME).status_code == 303


def test_failures_on_one_account_close_it_for_every_address(anna, enter, gate):
    count(gate, "log-in account", "anna", 60)
    refused = enter("Anna", where=HOME)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 600


def test_a_log_in_link_works_at_a_spent_address(anna, app, store, csrf, gate):
    from scuffle_platform.store import sessions

    count(gate, "log-in address", "127.0.0.1", 60)
    with store.session() as session:
        secret = sessions.make_link(session, anna.id)
    client, path = app.test_client(), f"/log-in/{secret}"
    assert client.post(path, data={"csrf_token": csrf(client, path)}).status_code == 303


def test_sign_ups_of_an_address_are_counted_and_say_when_to_try_again(app, csrf, gate):
    count(gate, "sign-up", "127.0.0.1", 60)
    client = app.test_client()
    fields = {"csrf_token": csrf(client, "/sign-up"), "name": "zoe", "password": PASSWORD}
    refused = client.post("/sign-up", data=fields)
    assert (refused.status_code, "60 in 10 minutes" in refused.text) == (429, True)
    assert 0 < int(refused.headers["Retry-After"]) <= 600


def test_a_quota_keeps_its_own_retry_after(settings, person, ready, csrf):
    app = create_app(settings.model_copy(update={"challenges_an_hour": 0}), TESTING=True)
    anna = person("anna")
    bot, other = anna.bot("one"), anna.bot("two")
    ready(bot), ready(other)
    anna.app = app
    asked = {"game": "virus-war", "players": [bot, other]}
    by_token = anna.post("matches", json=asked)
    browser = anna.browser()
    fields = {"csrf_token": csrf(browser, f"/bots/{other}"), "with": bot}
    by_form = browser.post(f"/bots/{other}/challenge", data=fields)
    app.extensions["scuffle.store"].close()
    for answer in (by_token, by_form):
        assert answer.status_code == 429
        [wait_s] = answer.headers.getlist("Retry-After")
        assert 3000 < int(wait_s) <= 3600, "the hour of the quota, not the minute of the API"
