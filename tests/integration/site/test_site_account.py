"""Accounts by their forms, and bots by theirs."""

import io
from collections.abc import Callable
from urllib.parse import quote, unquote

import pytest
from e2e.town import PASSWORD
from flask.testing import FlaskClient
from integration.site.conftest import Site, send

from scuffle_platform.store import accounts, sessions

NEW = "another long password"


def join(site: Site, name: str) -> FlaskClient:
    """A browser in which somebody just signed up."""
    client = site.app.test_client()
    answer = send(client, "/sign-up", "/sign-up", name=name, password=PASSWORD)
    assert answer.status_code == 303, answer.text
    return client


def test_a_wrong_form_comes_back_with_what_was_typed(stranger: FlaskClient) -> None:
    answer = send(stranger, "/sign-up", "/sign-up", name="brief", password="short")
    assert answer.status_code == 422
    assert "choose at least 10" in answer.text
    assert 'value="brief"' in answer.text


def test_a_new_password_ends_other_sessions(site: Site) -> None:
    here = join(site, "mover")
    there = site.app.test_client()
    send(there, "/log-in", "/log-in", name="mover", password=PASSWORD)
    assert there.get("/bots").status_code == 200
    answer = send(here, "/account", "/account/password", old="wrong wrong wrong", new=NEW)
    assert "present password is wrong" in answer.text
    send(here, "/account", "/account/password", old=PASSWORD, new=NEW)
    assert here.get("/bots").status_code == 200
    assert there.get("/bots").status_code == 401


def test_a_token_is_shown_once_and_works_until_deleted(site: Site) -> None:
    client = join(site, "scripter")
    answer = send(client, "/account", "/account/tokens", name="laptop", scope="read")
    secret = answer.text.split("scf_")[1].split("<")[0]
    assert secret not in client.get("/account").text
    headers = {"Authorization": f"Bearer scf_{secret}"}
    asked = site.app.test_client(use_cookies=False)
    assert asked.get("/api/v1/accounts/me", headers=headers).status_code == 200
    token = client.get("/account").text.split("/account/tokens/")[1].split("/")[0]
    send(client, "/account", f"/account/tokens/{token}/delete")
    assert asked.get("/api/v1/accounts/me", headers=headers).status_code == 401


def test_a_link_logs_in_once_and_asks_for_no_old_password(site: Site) -> None:
    join(site, "forgetful")
    with site.store.session() as session:
        account = accounts.by_name(session, "forgetful")
        assert account
        secret = sessions.make_link(session, account.id)
    client = site.app.test_client()
    assert client.get(f"/log-in/{secret}").status_code == 200  # looking does not use it up
    assert send(client, f"/log-in/{secret}", f"/log-in/{secret}").status_code == 303
    assert "Present password" not in client.get("/account").text
    assert send(client, "/account", "/account/password", new=NEW).status_code == 303
    other = site.app.test_client()
    assert send(other, f"/log-in/{secret}", f"/log-in/{secret}").status_code == 404


def test_whoever_was_sent_to_log_in_comes_back(site: Site, stranger: FlaskClient) -> None:
    refused = stranger.get("/bots/new?game=virus-war-fog")
    assert refused.status_code == 401
    assert "/sign-up?next=/bots/new?game%3Dvirus-war-fog" in refused.text
    wanted = "/bots/new?game=virus-war-fog"
    page = f"/sign-up?next={quote(wanted)}"
    answer = send(stranger, page, page, name="arriving", password=PASSWORD)
    assert answer.headers["Location"] == wanted
    page, form = "/log-in?next=//evil.example", {"name": "arriving", "password": PASSWORD}
    assert send(site.app.test_client(), page, page, **form).headers["Location"] == "/bots"


def test_an_account_can_be_taken_along_and_deleted(site: Site) -> None:
    client = join(site, "leaver")
    send(client, "/bots/new", "/bots/new", game="virus-war", name="orphan", code="x = 1")
    exported = client.get("/account/export.json").json
    assert exported["name"] == "leaver"
    answer = send(client, "/account", "/account/delete", name="leaver", password="no")
    assert answer.status_code == 422
    gone = send(client, "/account", "/account/delete", name="leaver", password=PASSWORD)
    page = client.get(gone.location).text
    assert page.index("The account is gone. Its matches stay") < page.index('class="hero"')
    assert client.get("/account").status_code == 401
    again = send(client, "/log-in", "/log-in", name="leaver", password=PASSWORD)
    assert again.status_code == 401


def test_an_upload_at_fault_leaves_no_bot_behind(site: Site) -> None:
    client = join(site, "clumsy")
    broken = "def get_action(state, api:\n"
    answer = send(client, "/bots/new", "/bots/new", game="virus-war", name="oops", code=broken)
    assert answer.status_code == 422
    assert "line 1" in answer.text
    assert "You have no bot yet" in client.get("/bots").text


def test_a_chosen_file_wins_over_the_box(site: Site, enter: Callable[[str], FlaskClient]) -> None:
    client = join(site, "filer")
    file = (io.BytesIO(b"def get_action(state, api):\n    return None\n"), "mine.py")
    answer = send(
        client, "/bots/new", "/bots/new", game="virus-war", name="filed", code="x", file=file
    )
    assert answer.status_code == 303, answer.text
    page = client.get(answer.headers["Location"])
    assert "mine.py" in page.text
    assert "Queued for its check" in page.text


@pytest.mark.parametrize("name", ["бот.py", "\u202eyp.py"])
def test_a_source_comes_back_under_any_name(name: str, site: Site) -> None:
    client = join(site, f"namer-{len(name)}-{ord(name[0])}")
    source = b"def get_action(state, api):\n    return None\n"
    sent = {"game": "virus-war", "name": f"named-{ord(name[0])}", "code": ""}
    made = send(client, "/bots/new", "/bots/new", **sent, file=(io.BytesIO(source), name))
    answer = client.get(f"{made.headers['Location']}/source")
    assert answer.data == source
    told = answer.headers["Content-Disposition"]
    # A real server sends headers as Latin-1 and refuses all else.
    assert told.isascii()
    assert unquote(told.partition("''")[2]) == name


def test_a_challenge_is_queued_and_counts_for_nothing(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    client = enter("ada")
    bots = site.town.bots
    page = f"/bots/{bots['hammer']}"
    answer = send(client, page, f"{page}/challenge", **{"with": bots["needle"], "first": "mine"})
    assert answer.status_code == 303, answer.text
    shown = client.get(answer.headers["Location"]).text
    assert "challenge" in shown
    assert "Not ranked" in shown


@pytest.mark.parametrize(
    ("more", "settings"), [(0, "2 players"), (1, "3 players"), (2, "4 players")]
)
def test_a_challenge_takes_as_many_as_the_ladder(
    more: int, settings: str, site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    client = enter("grace")
    roller = site.town.bots["roller"]
    page = f"/bots/{roller}"
    assert client.get(page).text.count('<select name="also">') == 2
    also = [roller] * more + [""] * (2 - more)
    answer = send(client, page, f"{page}/challenge", **{"with": roller, "also": also})
    assert answer.status_code == 303, answer.text
    assert f"{settings}, lab cards draw" in client.get(answer.headers["Location"]).text


def test_a_challenge_of_a_game_for_two_has_no_more_seats(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    client, bots = enter("ada"), site.town.bots
    page = f"/bots/{bots['hammer']}"
    assert 'name="also"' not in client.get(page).text
    sent = {"with": bots["needle"], "also": bots["needle"]}
    answer = send(client, page, f"{page}/challenge", **sent)
    assert answer.status_code == 422
    assert "3 players were named" in answer.text
