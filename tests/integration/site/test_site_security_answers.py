"""Every answer of the site, walked: its headers, its cookies, its downloads."""

import re

import pytest
from e2e.test_pages import ADMIN, OWN, PUBLIC
from e2e.town import PASSWORD
from flask import Flask
from integration.site.conftest import Site, csrf
from walking import Seen, addresses
from werkzeug.test import TestResponse

from scuffle_platform.auth import COOKIE
from scuffle_platform.web.wheel import wheel_name

WHO = {"": PUBLIC, "ada": OWN, "olga": ADMIN}
WORKER = "/practice/worker.js"
"""It has a policy of its own: it sees no page."""

FRAMED = "/embed"
"""The only pages that may stand in a frame elsewhere."""

POLICY = {
    "default-src": "'none'", "style-src": "'self'", "form-action": "'self'", "base-uri": "'none'",
    "connect-src": "'self'",
}  # fmt: skip
FIXED = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
FILES = {
    "account.export": "/account/export.json",
    "films.log_file": "/matches/{crashed}/log/{crashed_seat}.jsonl",
    "films.notation_file": "/matches/{finished}/notation.txt",
    "films.replay_file": "/matches/{finished}/replay.json",
    "films.replay_page": "/matches/{finished}/replay.html",
    "games.first_bot": "/games/virus-war/first-bots/python",
    "games.leaderboard_csv": "/games/virus-war/leaderboard.csv",
    "games.schema_file": "/games/virus-war/state.schema.json",
    "games.starter": "/games/virus-war/bots/greedy.py",
    "leagues.table": "/leagues/{own_league}/table.csv",
    "versions.source": "/bots/{needle}/versions/1/source",
    "wheel.wheel": f"/sdk/{wheel_name()}",
}
PARTS = {
    "films.partial_file", "films.partial_page",  # like the whole replay's, of an attempt
}  # fmt: skip
FETCHED = {
    "api_document.openapi", "assets.serve", "browser_python.file", "browser_python.worker",
    "films.frames", "films.reel", "health.healthz", "health.metrics", "health.readyz",
    "plain.llms", "plain.page", "plain.rules", "announcements.feed", "inbox.feed", "play.news",
}  # fmt: skip
"""What pages and programs read: no page of its own and no download."""

ELSEWHERE = {
    "docs.index", "inbox.open_",  # these only lead on
    "own_pages.page",  # a page of the operator's own, where there is one
    "play.board",  # e2e/test_hand_play.py looks at it
}  # fmt: skip

SAFE_NAME = re.compile(r"""attachment; filename(="[\w.@-]+"|\*=UTF-8''[\w.~%-]+)""", re.ASCII)


def check_headers(path: str, answer: TestResponse) -> None:
    """The headers that every answer has."""
    policy = dict(part.split(" ", 1) for part in policy_of(answer).split("; "))
    wanted = {"default-src": "'none'"} if path == WORKER else POLICY
    assert policy | wanted == policy, path
    assert "unsafe-inline" not in policy_of(answer), path
    assert "'unsafe-eval'" not in policy_of(answer), path
    framed = path.endswith(FRAMED) and answer.status_code == 200
    assert policy["frame-ancestors"] == ("*" if framed else "'none'"), path
    for name, value in FIXED.items():
        assert answer.headers[name] == value, (path, name)
    for line in answer.headers.getlist("Set-Cookie"):
        assert "HttpOnly" in line, (path, line)
        assert "SameSite=Lax" in line, (path, line)


def policy_of(answer: TestResponse) -> str:
    return answer.headers["Content-Security-Policy"]


def test_every_address_answers_with_the_headers(site: Site) -> None:
    olga = site.enter("olga")
    for _, path in addresses(site.app, "GET"):
        answer = olga.get(path)
        assert answer.status_code < 500, path
        check_headers(path, answer)
    check_headers("a refused form", olga.post("/log-out"))


@pytest.mark.parametrize("who", WHO)
def test_every_page_is_guarded_private_and_holds_nothing_inline(who: str, site: Site) -> None:
    client = site.enter(who) if who else site.app.test_client()
    for path in WHO[who].values():
        answer = client.get(path.format(**site.town.places))
        check_headers(path, answer)
        assert Seen(answer.text).inline == [], path
        assert "private" in answer.headers["Cache-Control"], path


def test_every_address_is_looked_at_as_page_or_download(site: Site) -> None:
    """A new page goes to ``e2e/test_pages.py``, a new download to ``FILES``."""
    shown = {
        endpoint_of(site.app, path.format(**site.town.places))
        for pages in WHO.values()
        for name, path in pages.items()
        if name != "missing"
    }
    known = shown | set(FILES) | PARTS | FETCHED | ELSEWHERE
    there = {one for one, _ in addresses(site.app, "GET") if not one.startswith("api.")}
    assert sorted(there - known) == []


def endpoint_of(app: Flask, path: str) -> str:
    found = app.url_map.bind("localhost").match(path.partition("?")[0])
    return str(found[0])


@pytest.mark.parametrize("endpoint", FILES)
def test_a_file_is_a_download_under_a_safe_name(endpoint: str, site: Site) -> None:
    path = FILES[endpoint].format(**site.town.places)
    assert endpoint_of(site.app, path) == endpoint
    answer = site.enter("ada").get(path)
    assert answer.status_code == 200, answer.text
    assert SAFE_NAME.fullmatch(answer.headers["Content-Disposition"])


def test_over_https_every_cookie_is_for_https_alone(site: Site) -> None:
    https = {"base_url": "https://localhost"}
    client = site.app.test_client()
    sent = {"csrf_token": csrf(client, "/log-in", **https), "name": "ada", "password": PASSWORD}
    lines: list[str] = []
    for path in ("/theme", "/log-in"):
        from_here = {"Referer": "https://localhost/"}
        answer = client.post(path, data=sent | {"theme": "dark"}, headers=from_here, **https)
        assert answer.status_code == 303, path
        assert answer.headers["Strict-Transport-Security"]
        lines += answer.headers.getlist("Set-Cookie")
    assert {line.partition("=")[0] for line in lines} >= {"theme", COOKIE}
    assert [line for line in lines if "Secure" not in line] == []


def test_a_browser_hears_of_openers_only_where_it_trusts_the_address(site: Site) -> None:
    client = site.app.test_client()
    for base, told in (("http://192.0.2.7:8000", False), ("https://a.example", True)):
        headers = client.get("/", base_url=base).headers
        assert ("Cross-Origin-Opener-Policy" in headers) == told, "elsewhere it complains of it"


def test_what_a_page_of_a_person_weighs_tells_no_secret(site: Site) -> None:
    packed = {"headers": {"Accept-Encoding": "gzip"}}
    assert "Content-Encoding" not in site.enter("ada").get("/games", **packed).headers
    strangers = site.app.test_client().get("/games", **packed)
    assert strangers.headers["Content-Encoding"] == "gzip"
    assert {"Accept-Encoding", "Cookie"} <= set(strangers.vary)
