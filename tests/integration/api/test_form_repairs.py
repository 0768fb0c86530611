"""A refused upload that can be mended in one way only is mended with one click, as at home."""

import html
import re
from base64 import b64decode

import pytest
from door_corpus import BOT, CAMEL, MISTAKES, zipped

from scuffle.door import open_upload
from scuffle_platform.web import repairs

FIELD = re.compile(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)">')


@pytest.fixture
def browser(anna):
    """Anna's, logged in."""
    return anna.browser()


@pytest.fixture
def refused(browser, csrf, multipart):
    """Upload by the form; gives the page that comes back."""

    def send(path, filename, data, **fields):
        token = csrf(browser, path)
        answer = browser.post(path, **multipart(data, filename, csrf_token=token, **fields))
        assert answer.status_code == 422, answer.text
        return answer.text

    return send


def offered(page):
    """The fields of the form that the button sends; ``None`` where there is no button."""
    found = re.search(r"<form.*?Repair and upload", page.partition("In the repaired copy")[2], re.S)
    return (
        {name: html.unescape(value) for name, value in FIELD.findall(found[0])} if found else None
    )


def test_what_check_would_fix_is_offered_in_its_words_and_nothing_else(anna, refused):
    path = f"/bots/{anna.bot('one')}/upload"
    for name, data, words, done in MISTAKES.values():
        page = refused(path, name, data)
        assert words in html.unescape(page)
        fields = offered(page)
        assert bool(fields) is bool(done)
        if fields:
            assert done in html.unescape(page)
            assert open_upload(fields["repaired_name"], b64decode(fields["repaired"]))
        else:
            assert "In the repaired copy" not in page


def test_one_click_uploads_the_repaired_copy(anna, browser, refused):
    path = f"/bots/{anna.bot('one')}/upload"
    name, data, _, _ = MISTAKES["entry below"]
    taken = browser.post(path, data=offered(refused(path, name, data, note="first")))
    assert taken.status_code == 303, taken.text
    version = anna.get(f"bots/one/versions/{taken.location.rpartition('/')[2]}").json
    assert (version["status"], version["note"]) == ("checking", "first")


def test_a_new_bot_is_made_of_the_repaired_copy(anna, browser, csrf):
    pasted = {"game": "virus-war", "name": "fresh", "code": CAMEL.decode()}
    page = browser.post("/bots/new", data=pasted | {"csrf_token": csrf(browser, "/bots/new")}).text
    assert anna.get("bots?mine=true").json["items"] == []
    assert browser.post("/bots/new", data=offered(page)).status_code == 303
    assert [bot["name"] for bot in anna.get("bots?mine=true").json["items"]] == ["fresh"]


def test_what_the_door_would_still_refuse_is_not_offered(anna, refused):
    broken = zipped({"a/main.py.txt": b"def get_action(:\n"})
    page = refused(f"/bots/{anna.bot('one')}/upload", "bot.zip", broken)
    assert "In the repaired copy" not in page


def test_what_no_form_can_carry_is_asked_for_once_more(
    anna, browser, refused, multipart, monkeypatch
):
    monkeypatch.setattr(repairs, "MOST_BYTES", 10)
    path = f"/bots/{anna.bot('one')}/upload"
    page = refused(path, "bot.py.txt", BOT, note="first")
    assert "Renamed bot.py.txt to bot.py." in page
    fields = offered(page)
    assert set(fields) == {"csrf_token", "note", "mend"}
    assert browser.post(path, **multipart(BOT, "bot.py.txt", **fields)).status_code == 303
    (version,) = anna.get("bots/one/versions").json["items"]
    assert (version["status"], version["note"]) == ("checking", "first")


def test_what_was_chosen_instead_goes_through_the_door_like_anything(anna, refused):
    path = f"/bots/{anna.bot('one')}/upload"
    assert "line 1" in refused(path, "bot.py", b"def get_action(:\n", mend="yes")
    assert "damaged" in refused(path, "bot.zip", zipped({"main.py": BOT})[:-30], mend="yes")


def test_a_tampered_repair_goes_through_the_door_like_anything(anna, browser, csrf):
    path = f"/bots/{anna.bot('one')}/upload"
    token = csrf(browser, path)
    for content, words in (("&&&", "is damaged"), ("eCA9IDE=", "bot.py")):
        fields = {"csrf_token": token, "repaired": content, "repaired_name": "../bot.py"}
        answer = browser.post(path, data=fields)
        assert answer.status_code == 422
        assert words in answer.text
