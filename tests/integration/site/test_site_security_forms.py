"""Every form and every route that changes something, walked as the application lists them."""

import re

import pytest
from e2e.test_pages import ADMIN, OWN, PUBLIC
from flask.testing import FlaskClient
from integration.site.conftest import Site, csrf
from markupsafe import escape
from sqlalchemy import func, select
from walking import Seen, addresses

from scuffle_platform.store.models import Account, Audit

WHO = {"": PUBLIC, "ada": OWN, "olga": ADMIN}
WRITES = ("POST", "PUT", "PATCH", "DELETE")
ELSEWHERE = (
    "//evil.example", "/\\evil.example", "https://evil.example", "/\t/evil.example",
    "/\n/evil.example", "\\\\evil.example", "/ /evil.example", "javascript:alert(1)",
    "evil.example",
)  # fmt: skip


def test_nothing_is_changed_without_the_token_of_a_form(site: Site) -> None:
    olga = site.enter("olga")
    walked = [(method, path) for method in WRITES for _, path in addresses(site.app, method)]
    assert len(walked) > 80
    for method, path in walked:
        answer = olga.open(path, method=method, json={} if path.startswith("/api") else None)
        assert answer.status_code == 400, (method, path, answer.text)
        assert "does not belong to this browser" in answer.text, (method, path)


@pytest.mark.parametrize("who", WHO)
def test_every_form_holds_the_token_and_leads_to_this_site(who: str, site: Site) -> None:
    client = site.enter(who) if who else site.app.test_client()
    for path in WHO[who].values():
        for form in Seen(client.get(path.format(**site.town.places)).text).forms:
            assert re.match(r"/(?![/\\])|\?|$", form.get("action", "")), (path, form)
            assert bool(form.get("token")) == (form.get("method", "get") == "post"), (path, form)


def test_a_token_is_of_no_use_in_another_browser(site: Site) -> None:
    mine, other = site.enter("ada"), site.enter("ada")
    sent = {"csrf_token": csrf(mine, "/account"), "name": "mine", "scope": "read"}
    assert other.post("/account/tokens", data=sent).status_code == 400
    assert mine.post("/account/tokens", data=sent).status_code == 200


def test_a_program_sent_with_a_form_that_ended_is_given_back(site: Site) -> None:
    """Whoever had logged out in another tab lost what they had written; no password comes back."""
    client = site.app.test_client()
    code = "def get_action(state, api):\n    return '</textarea><b>'"
    sent = {"csrf_token": "old", "name": "late", "code": code, "password": "battery staple"}
    answer = client.post("/bots/new", data=sent)
    assert answer.status_code == 400
    assert str(escape(code)) in answer.text
    assert "battery staple" not in answer.text


def test_over_https_a_form_from_elsewhere_is_refused(site: Site) -> None:
    base = {"base_url": "https://localhost"}
    client = site.app.test_client()
    sent = {"csrf_token": csrf(client, "/log-in", **base), "theme": "dark"}
    for referrer, status in (("https://evil.example/x", 400), ("https://localhost/", 303)):
        answer = client.post("/theme", data=sent, headers={"Referer": referrer}, **base)
        assert answer.status_code == status, referrer


@pytest.mark.parametrize("where", ELSEWHERE)
def test_no_form_leads_elsewhere(where: str, site: Site) -> None:
    client = site.app.test_client()
    token = csrf(client, "/")
    sent = {"csrf_token": token, "back": where, "theme": "dark"}
    answers = [client.post("/theme", data=sent)]
    sent = {"csrf_token": token, "name": "ada", "password": "correct horse battery"}
    answers.append(client.post("/log-in", query_string={"next": where}, data=sent))
    for answer in answers:
        assert answer.status_code == 303
        assert answer.headers["Location"] in ("/", "/bots")


ACTS: dict[str, tuple[dict[str, str], ...]] = {
    "operations.do": (
        {"act": "pause", "subject": "virus-war"}, {"act": "resume", "subject": "virus-war"},
        {"act": "drain", "subject": "worker-1"}, {"act": "undrain", "subject": "worker-1"},
        {"act": "quarantine", "subject": "worker-2"}, {"act": "release", "subject": "worker-2"},
        {"act": "rebuild", "subject": "virus-war"}, {"act": "dismiss", "subject": "{alert}"},
    ),
    "operations.change": tuple(
        {"act": act, "name": "grace"} for act in ("disable", "enable", "promote", "demote")
    ),
    "operations.change_bot": (
        {"act": "disable", "bot": "{hammer}"}, {"act": "enable", "bot": "{hammer}"},
        {"act": "disable", "bot": "{needle}@1"},
    ),
    "operations.login_link": ({"name": "grace"},),
    "operations.invite": ({},),
    "announcements.announce": ({"title": "Rain", "text": "Bring a coat."},),
    "announcements.change": ({"title": "Snow", "text": "Bring a hat."},),
    "announcements.withdraw": ({},),
    "operations.take_back": ({"worker": "worker-1", "since": "2020-01-01T00:00"},),
}  # fmt: skip
"""What an administrator does at each route that is for administrators alone."""

ADMINISTRATORS = ("operations.", "announcements.")


def test_operations_are_for_administrators_alone(site: Site) -> None:
    ada, stranger = site.enter("ada"), site.app.test_client()
    token, nobodys = csrf(ada, "/account"), csrf(stranger, "/log-in")
    for method in ("GET", "POST"):
        for endpoint, path in addresses(site.app, method):
            if endpoint.startswith("operations.") or endpoint in ACTS:
                path = path.replace("/x1", f"/{site.town.places['announcement']}")
                told = ada.open(path, method=method, data={"csrf_token": token})
                assert told.status_code == 403, path
                told = stranger.open(path, method=method, data={"csrf_token": nobodys})
                assert told.status_code == 401, path


def test_every_act_of_an_administrator_is_in_the_trail(site: Site) -> None:
    olga, places = site.enter("olga"), site.town.places | {"alert": standing_alert(site)}
    walked = {one for one, _ in addresses(site.app, "POST") if one.startswith(ADMINISTRATORS)}
    assert walked == set(ACTS), "tell ACTS what an administrator does there"
    for endpoint, path in addresses(site.app, "POST"):
        for fields in ACTS.get(endpoint, ()):
            if fields.get("act", word := path.rpartition("/")[2]) != word:
                continue
            sent = {name: text.format(**places) for name, text in fields.items()}
            path = path.replace("/x1", f"/{places['announcement']}")
            before = entries(site)
            answer = olga.post(path, data=sent | {"csrf_token": csrf(olga, "/operations")})
            assert answer.status_code in (200, 303), (path, sent, answer.text)
            assert entries(site) > before, (path, sent)


def entries(site: Site) -> int:
    """Lines of the trail that olga wrote."""
    with site.store.reading() as session:
        query = select(func.count()).select_from(Audit).join(Account)
        return session.scalar(query.where(Account.name == "olga")) or 0


def standing_alert(site: Site) -> str:
    """An alert that stands."""
    from scuffle_platform.store.models import Alert

    with site.store.reading() as session:
        return session.scalars(select(Alert.id).where(Alert.resolved.is_(None))).first() or ""


def ended(client: FlaskClient) -> bool:
    return client.get("/account").status_code == 401


def test_who_is_shut_out_is_out_at_once_and_who_is_demoted_no_administrator(site: Site) -> None:
    olga, kay = site.enter("olga"), site.enter("grace")
    token = csrf(olga, "/operations")

    def act(word: str) -> None:
        sent = {"csrf_token": token, "name": "grace"}
        assert olga.post(f"/operations/people/{word}", data=sent).status_code == 303

    act("promote")
    assert kay.get("/operations").status_code == 200
    act("demote")
    assert kay.get("/operations").status_code == 403
    act("disable")
    assert ended(kay)
    act("enable")
