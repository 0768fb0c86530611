"""Forms and pages that said something else than what is so."""

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site, send
from sqlalchemy import func, select

from scuffle_platform.passwords import hash_password
from scuffle_platform.store import accounts, leagues
from scuffle_platform.store.models import Account, Bot, League, Match, Series, now


def count(site: Site, row: type) -> int:
    with site.store.reading() as session:
        return session.scalar(select(func.count()).select_from(row)) or 0


@pytest.mark.parametrize("new", ["", "x", "1.5", "1 2", "²"])
def test_a_series_about_an_unreadable_version_is_refused(
    new: str, site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    """It asked about the active version instead."""
    client, bot, before = enter("ada"), site.town.bots["compass"], count(site, Series)
    page = f"/series/new?bot={bot}"
    for sent in ({"new": new, "old": f"{bot}@1"}, {"new": "2", "old": f"{bot}@{new}"}):
        answer = send(client, page, "/series", bot=bot, **sent)
        assert answer.status_code == 422
        assert "is no number of a version" in answer.text
    assert count(site, Series) == before


def test_a_series_of_a_game_for_more_than_two_can_be_asked_for(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    """The form broke with a 500 as soon as the game had a third seat and a rival for it."""
    client, bots = enter("grace"), site.town.bots
    page = f"/series/new?bot={bots['roller']}"
    form = client.get(page)
    assert form.status_code == 200
    rivals = re.findall(r'<option value="([a-z0-9]{12})"', form.text)
    assert form.text.count('name="also"') == 3
    # An only version was to be compared with itself, unless one chose.
    assert form.text.count(f'<option value="{rivals[0]}" selected>') == 1
    sent = {"bot": bots["roller"], "new": "", "old": rivals[0], "also": [rivals[1], "", ""]}
    again = send(client, page, "/series", **sent)
    assert again.status_code == 422
    assert again.text.count(f'<option value="{rivals[1]}" selected>') == 1


def test_an_address_of_a_form_says_what_a_person_can_do(site: Site) -> None:
    """It spoke of methods and headers alone to whoever pressed Enter in the address."""
    answer = site.app.test_client().get("/account/tokens")
    assert answer.status_code == 405
    assert "Go back to the page and use its button" in answer.text


def test_a_bot_that_was_taken_out_of_play_plays_nothing_and_says_why_to_all(site: Site) -> None:
    """Its page said that it plays, and the form had called the reason one for the owner."""
    bot = site.town.bots["glass"]
    form = site.enter("olga").get("/operations/people").text
    assert form.count("Why, for everybody<input") == 1
    with site.store.session() as session:
        session.get_one(Bot, bot).state, session.get_one(Bot, bot).why = "disabled", "It spams."
    page = site.app.test_client().get(f"/bots/{bot}").text
    assert "It spams." in page
    assert "<dt>Played last</dt>" in page
    assert 'quiet">plays</span>' not in page


def test_the_form_says_that_everybody_reads_the_note(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    """It said "for yourself", and the version's page shows it to anybody."""
    client, bot = enter("ada"), site.town.bots["compass"]
    for path in ("/bots/new", f"/bots/{bot}/upload"):
        hint = client.get(path).text.split("<label>Note<span>")[1].split("</span>")[0]
        assert hint == "What is new. Everyone can read it. May stay empty."


def test_what_one_does_with_a_version_stands_apart_from_its_files(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    """The buttons hung below the list of the biggest files, as if they were about those."""
    text = enter("ada").get(f"/bots/{site.town.bots['compass']}/versions/2").text
    files, after = text.split("Biggest files")[1].split("</div>", 1)
    assert "<button" not in files
    assert "Start a series" not in files
    assert "Start a series" in after.split("</aside>")[0]


def test_a_seed_that_is_too_long_is_refused(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    """It was cut, and another match played than the one asked for."""
    client, bots, before = enter("ada"), site.town.bots, count(site, Match)
    page = f"/bots/{bots['hammer']}"
    sent = {"with": bots["needle"], "seed": 129 * "s"}
    answer = send(client, page, f"{page}/challenge", **sent)
    assert answer.status_code == 422
    assert "The seed has 129 characters; the most is 128." in answer.text
    assert count(site, Match) == before


@pytest.mark.parametrize(
    ("who", "words"), [("ada", "Only you see this."), ("olga", "you see it as an administrator.")]
)
def test_a_log_says_to_whom_it_is_shown(
    who: str, words: str, site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    client = enter(who)
    for path in ("/matches/{crashed}", "/matches/{crashed}/log/{crashed_seat}"):
        text = client.get(path.format(**site.town.places)).text
        assert words in text
        assert ("Only you see this." in text) == (who == "ada")


def test_a_league_of_a_whole_school_stays_within_the_weight_of_a_list(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    league = site.town.leagues["own_league"]
    with site.store.session() as session:
        found = session.get_one(League, league)
        hashed = hash_password("correct horse battery")
        for number in range(150):
            pupil = accounts.create(session, f"pupil-number-{number}", hashed)
            session.flush()
            leagues.join(session, found, pupil.id, now())
    client = enter("ada")
    text = client.get(f"/leagues/{league}").text
    assert len(text.encode()) < 22_000
    assert text.count('aria-label="Remove ') == 12
    last = client.get(f"/leagues/{league}?members=99").text
    assert "pupil-number-99" in last
    assert "Further →" not in last
    with site.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(Account)) >= 150
