"""A league from its forms: made, looked at with its code, joined, run, left."""

import re
from datetime import timedelta

import pytest

from scuffle_platform.store.models import now


def fill(browser, page, path, **fields):
    """Send a form of ``page`` to ``path``."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', browser.get(page).text)
    assert token, page
    return browser.post(path, data={"csrf_token": token[1], **fields})


def later(days):
    """What a form's field of date and time sends."""
    return f"{now() + timedelta(days=days):%Y-%m-%dT%H:%M}"


@pytest.fixture
def made(person):
    """A teacher's browser, and the address and code of a new league."""
    teacher = person("teacher").browser()
    fields = {"name": "7 b", "game": "virus-war", "closes": later(30), "visibility": "private"}
    answer = fill(teacher, "/leagues/new", "/leagues", **fields, replays="after-close")
    assert answer.status_code == 303
    page = teacher.get(answer.location).text
    return teacher, answer.location, re.search(r"<code>(\w{10})</code>", page)[1]


def test_one_reads_what_one_agrees_to_then_joins_plays_and_leaves(made, anna, stranger):
    teacher, league, code = made
    browser = anna.browser()
    terms = browser.get(f"/leagues/join?code={code}").text
    assert "<bdi>teacher</bdi> may read the logs of your bot" in terms
    assert browser.get(league).status_code == 404
    assert (
        fill(browser, f"/leagues/join?code={code}", "/leagues/join", code=code).location == league
    )
    assert "You have no bot for Virus War yet" in browser.get(league).text
    bot = anna.bot("needle")
    assert fill(browser, league, f"{league}/bot", bot=bot).status_code == 303
    assert "Nothing so far." in browser.get(league).text
    assert "needle" in teacher.get(league).text
    assert stranger.get(league).status_code == 404
    assert stranger.get(f"/leagues/join?code={code}").status_code == 401
    assert fill(browser, league, f"{league}/leave").location == "/leagues"
    assert browser.get(league).status_code == 404


def test_an_owner_renews_removes_and_closes(made, anna):
    teacher, league, code = made
    browser = anna.browser()
    fill(browser, f"/leagues/join?code={code}", "/leagues/join", code=code)
    wrong = fill(teacher, league, f"{league}/closes", closes="soon")
    assert (wrong.status_code, "There was no time." in wrong.text) == (422, True)
    assert fill(teacher, league, f"{league}/closes", closes=later(9)).status_code == 303
    fill(teacher, league, f"{league}/code")
    assert browser.get(f"/leagues/join?code={code}").status_code == 404
    for form in ("code", "closes", "remove"):
        assert fill(browser, league, f"{league}/{form}", now="1").status_code == 403
    fill(teacher, league, f"{league}/remove", name="anna")
    assert browser.get(league).status_code == 404
    assert fill(teacher, league, f"{league}/closes", now="1").status_code == 303
    assert "is being drawn up" in teacher.get(league).text


def test_a_form_that_is_not_acceptable_comes_back_filled(anna):
    browser = anna.browser()
    fields = {"name": "x", "game": "virus-war", "closes": later(3), "replays": "after-close"}
    answer = fill(browser, "/leagues/new", "/leagues", **fields)
    assert answer.status_code == 422
    assert 'value="after-close" selected' in answer.text
    assert "choose 2 to 60" in answer.text
