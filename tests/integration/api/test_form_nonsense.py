"""What no browser sends to the site's forms and lists, over the database that is choosy."""

from datetime import timedelta

import pytest
from click.testing import CliRunner

from scuffle.cli import main
from scuffle_platform.settings import Settings
from scuffle_platform.store.migrate import migrate
from scuffle_platform.store.models import now

pytestmark = pytest.mark.needs_postgres
NUL = "a\0b"
PAST, FUTURE = "0001-01-01T00:00+14:00", "9999-12-31T23:59-14:00"


@pytest.fixture
def settings(tmp_path, empty_valkey, postgres_url):
    """Settings of a fresh site over PostgreSQL."""
    migrate(postgres_url)
    return Settings(data=tmp_path, redis_url=empty_valkey, database_url=postgres_url)


@pytest.fixture
def fill(csrf):
    """Sends a form; one token is good for all forms of a browser."""

    def send(browser, path, **fields):
        token = csrf(browser, "/leagues/new")
        return browser.post(path, data={"csrf_token": token, **fields})

    return send


def test_nonsense_gets_a_sentence_and_never_breaks_the_site(anna, admin, ready, fill):
    browser, bot, other = anna.browser(), anna.bot("needle"), admin.bot("thread")
    ready(bot), ready(other)
    for path, fields in (
        ("/leagues/join", {"code": NUL}),
        ("/series", {"bot": NUL, "new": "1", "old": bot}),
        (f"/bots/{bot}/challenge", {"with": other, "seed": NUL}),
        ("/bots/new", {"name": "fine", "game": "virus-war", "code": "x", "note": NUL}),
        ("/account/tokens", {"name": NUL, "scope": "read"}),
    ):
        assert fill(browser, path, **fields).status_code == 400, path
    for number in ("99999999999", "9" * 30, "-1", "0"):
        answer = fill(browser, "/series", bot=bot, new=number, old=other)
        assert (answer.status_code, f"no version {number}" in answer.text) == (409, True)
    deep = fill(browser, f"/bots/{bot}/challenge", **{"with": other, "set-size": "[" * 99_000})
    assert (deep.status_code, len(deep.text) < 30_000) == (422, True)


def test_a_time_that_no_clock_shows_is_none(admin, fill):
    browser = admin.browser()
    for when in ({"since": PAST}, {"until": FUTURE}, {"since": "2026-13-01T00:00"}):
        looked = browser.get("/operations/void", query_string={"worker": "w", **when})
        done = fill(browser, "/operations/void", worker="w", **when)
        for answer in (looked, done):
            assert (answer.status_code, "is no time" in answer.text) == (422, True)
    for since in ("999999d", PAST):
        found = CliRunner().invoke(main, ["admin", "void", "--worker", "w", "--since", since])
        assert (found.exit_code, "wanted 90m, 2h or 3d" in found.output) == (2, True), found.output


def test_a_filter_that_nothing_can_match_is_refused(anna):
    texts = (
        '{"size": "\\u0000"}', '{"size": "\\ud800"}', '{"\\u0000": 1}', '{"size": NaN}', "[]",
        '{"size": ' + "9" * 400 + "}", '{"size": ' + "[" * 3000,
    )  # fmt: skip
    wanted = [{"since": PAST}, {"since": FUTURE}, *({"settings": text} for text in texts)]
    for query in wanted:
        answer = anna.get("matches", query_string=query)
        assert (answer.status_code, bool(answer.json["hint"])) == (422, True), query


def test_a_tournament_is_what_its_form_says(anna, fill):
    browser = anna.browser()
    plan = {"game": "virus-war", "name": "Cup", "kind": "elimination"}
    east = f"{now() + timedelta(hours=1):%Y-%m-%dT%H:%M}+05:00"
    past = fill(browser, "/tournaments", **plan, until=east)
    assert (past.status_code, "is to come" in past.text) == (422, True)
    until = f"{now() + timedelta(hours=1):%Y-%m-%dT%H:%M}"
    for field in ("sets", "size"):
        answer = fill(browser, "/tournaments", **plan, until=until, **{field: "ten"})
        assert (answer.status_code, "no whole number" in answer.text) == (422, True)
    cup = fill(browser, "/tournaments", **plan, until=until, sets="10").location
    assert "Entry is open to everybody" in browser.get(cup).text
    fill(browser, f"{cup}/cancel")
    assert "Entry is open to everybody" not in browser.get(cup).text
