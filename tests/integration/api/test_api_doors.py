"""Into the house and out: cookies, CSRF, failed log-ins."""

import pytest
from werkzeug.http import parse_cookie

from scuffle_platform import auth, doors
from scuffle_platform.auth import COOKIE
from scuffle_platform.store import accounts, sessions

PASSWORD = "correct horse battery"


@pytest.fixture
def form(csrf):
    """Post a form of a page with its CSRF token."""

    def post(client, path, **fields):
        return client.post(path, data={"csrf_token": csrf(client, path)} | fields)

    return post


def set_cookies(answer):
    return {next(iter(parse_cookie(line))): line for line in answer.headers.getlist("Set-Cookie")}


def test_sign_up_signs_in(stranger, form):
    answer = form(stranger, "/sign-up", name="Anna", password=PASSWORD)
    assert answer.status_code == 303
    assert stranger.get("/api/v1/accounts/me").json["name"] == "Anna"


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(stranger, form):
    line = set_cookies(form(stranger, "/sign-up", name="Anna", password=PASSWORD))[COOKIE]
    assert "HttpOnly" in line
    assert "SameSite=Lax" in line
    assert "Secure" not in line


def test_over_https_every_cookie_is_secure(stranger, csrf):
    secure = {"base_url": "https://localhost"}
    token = csrf(stranger, "/sign-up", **secure)
    answer = stranger.post(
        "/sign-up",
        data={"csrf_token": token, "name": "Anna", "password": PASSWORD},
        headers={"Referer": "https://localhost/sign-up"},
        **secure,
    )
    assert answer.status_code == 303
    assert all("Secure" in line for line in answer.headers.getlist("Set-Cookie"))
    assert "Strict-Transport-Security" in answer.headers


def test_only_a_hash_of_the_cookie_is_kept(anna, store):
    browser = anna.browser()
    value = browser.get_cookie(COOKIE).value
    with store.reading() as session:
        kept = sessions.of_account(session, anna.id)
    assert [value] != [one.hash for one in kept]
    assert len(kept) == 1


@pytest.mark.parametrize(
    ("name", "password", "words"),
    [
        ("a", PASSWORD, "2 to 32"),
        ("x" * 33, PASSWORD, "2 to 32"),
        ("anna bell", PASSWORD, "letters, digits"),
        ("../etc", PASSWORD, "letters, digits"),
        ("Admin", PASSWORD, "kept for the site"),
        ("clara", "short", "at least 10"),
        ("clara", "x" * 257, "longer than 256"),
        ("clara.clara", "Clara.Clara", "account&#39;s name"),
        ("ANNA", PASSWORD, "taken"),
        ("ａｎｎａ", PASSWORD, "taken"),
    ],
)
def test_what_sign_up_refuses(anna, stranger, form, name, password, words):
    answer = form(stranger, "/sign-up", name=name, password=password)
    assert answer.status_code == 422
    assert words in answer.text
    assert stranger.get_cookie(COOKIE) is None


def test_nobody_learns_which_names_exist(anna, stranger, form):
    wrong = form(stranger, "/log-in", name="anna", password="not the password")
    unknown = form(stranger, "/log-in", name="nobody-here", password="not the password")
    assert wrong.status_code == unknown.status_code == 401
    assert _without_tokens(wrong.text) == _without_tokens(unknown.text)


def _without_tokens(text):
    return [
        line
        for line in text.splitlines()
        if not any(word in line for word in ("csrf_token", "now", 'name="name"'))
    ]


def test_a_planted_cookie_is_worth_nothing_after_the_log_in(anna, ben, csrf):
    victim = ben.browser()
    planted = victim.get_cookie(COOKIE).value
    fields = {"name": "anna", "password": PASSWORD, "csrf_token": csrf(victim, "/account")}
    assert victim.post("/log-in", data=fields).status_code == 303
    assert victim.get("/api/v1/accounts/me").json["name"] == "anna"
    assert victim.get_cookie(COOKIE).value != planted
    thief = anna.app.test_client()
    thief.set_cookie(COOKIE, planted)
    assert thief.get("/api/v1/accounts/me").status_code == 401


def test_logging_out_ends_the_session_itself(anna, csrf):
    browser = anna.browser()
    before = browser.get_cookie(COOKIE).value
    assert browser.post("/log-out", data={"csrf_token": csrf(browser, "/account")})
    assert browser.get_cookie(COOKIE) is None
    other = anna.app.test_client()
    other.set_cookie(COOKIE, before)
    assert other.get("/api/v1/accounts/me").status_code == 401


def test_a_new_password_ends_the_other_sessions(anna, app, csrf):
    here, there = anna.browser(), anna.browser()
    with app.test_request_context(headers={"Cookie": f"{COOKIE}={here.get_cookie(COOKIE).value}"}):
        auth.identify()
        doors.change_password(PASSWORD, "another good password")
    assert here.get("/api/v1/accounts/me").status_code == 200
    assert there.get("/api/v1/accounts/me").status_code == 401


def test_a_form_without_its_token_does_nothing(stranger, store):
    answer = stranger.post("/sign-up", data={"name": "Anna", "password": PASSWORD})
    assert answer.status_code == 400
    with store.reading() as session:
        assert accounts.by_name(session, "Anna") is None


def test_a_link_signs_in_once_and_lets_a_new_password_be_chosen(anna, app, store, csrf):
    with store.session() as session:
        secret = sessions.make_link(session, anna.id)
    browser, path = app.test_client(), f"/log-in/{secret}"
    assert browser.post(path, data={"csrf_token": csrf(browser, path)}).status_code == 303
    assert browser.get("/api/v1/accounts/me").json["name"] == "anna"
    late = app.test_client()
    answer = late.post(path, data={"csrf_token": csrf(late, "/log-in")})
    assert answer.status_code == 404


def test_closed_sites_make_no_accounts(app, settings, stranger, csrf):
    app.extensions["scuffle.settings"] = settings.model_copy(update={"signup": "closed"})
    fields = {"name": "Anna", "password": PASSWORD, "csrf_token": csrf(stranger, "/log-in")}
    answer = stranger.post("/sign-up", data=fields)
    assert answer.status_code == 403
    assert "makes no new accounts" in answer.text
    for page in ("/", "/log-in", "/sign-up", "/no-such-page"):
        assert 'href="/sign-up' not in stranger.get(page).text, "no page offers what is refused"


def test_an_invitation_lets_one_person_in(app, settings, store, csrf):
    app.extensions["scuffle.settings"] = settings.model_copy(update={"signup": "invite"})
    with store.session() as session:
        code = sessions.make_invite(session, None)
    statuses = []
    for name in ("anna", "ben"):
        browser = app.test_client()
        fields = {"name": name, "password": PASSWORD, "invite": code}
        token = csrf(browser, "/log-in")
        statuses.append(browser.post("/sign-up", data={"csrf_token": token} | fields).status_code)
    assert statuses == [303, 422]


def test_every_answer_carries_the_headers(stranger):
    for path in ("/", "/api/v1/games", "/api/v1/none", "/nowhere", "/healthz"):
        headers = stranger.get(path).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"], path
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
