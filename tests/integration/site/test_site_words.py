"""Words of the pages that a stranger stumbled over, each once."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site, send

from scuffle import registry
from scuffle_platform.store.models import Match, MatchStatus, Pause, Version, now
from scuffle_platform.supervisor.welcome import welcome
from scuffle_platform.web.samples import first_bot
from scuffle_platform.web.words import ended, told

COLOURS = re.compile(r'class="([^"]*)" name="theme" value="(\w*)">([^<]+)')


def test_the_first_click_on_the_colours_changes_them(stranger: FlaskClient) -> None:
    """ "Dark colours" was offered on a system that is dark, and only renamed itself."""
    offered = COLOURS.findall(stranger.get("/games").text)
    assert [(name.split()[-1], value) for name, value, _ in offered] == [
        ("by-day", "dark"),
        ("by-night", "light"),
    ]
    stranger.set_cookie("theme", "dark")
    assert [value for _, value, _ in COLOURS.findall(stranger.get("/games").text)] == ["light", ""]


def test_a_new_bots_sample_is_one_of_the_chosen_game(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    """The first game's form said "it kills when it can" where nothing is killed."""
    client = enter("ada")
    for game in ("", *registry.games()):
        page = client.get(f"/bots/new?game={game}").text
        sample = first_bot(game or next(iter(registry.games())))
        assert sample.splitlines()[0].replace('"', "&#34;") in page.split("<textarea")[1]
        assert "it kills when it can, and otherwise picks" not in page
    page = client.get(f"/bots/{site.town.bots['lantern']}/upload").text
    docstring = first_bot("virus-war-fog").splitlines()[0].replace('"', "&#34;")
    assert docstring in page.split("<textarea")[1]


def test_choosing_a_game_in_practice_is_going_there(stranger: FlaskClient) -> None:
    """A select did nothing until a button beside another one was pressed."""
    page = stranger.get("/practice?game=virus-war").text
    assert '<select name="game">' not in page
    for game in registry.games():
        assert f'href="/practice?game={game}"' in page


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("/nothing-here", "There is nothing at this address."),
        ("/matches/abcdefghijkl", "Go back to the list that it came from."),
        ("/games/chess", "There is no game &#39;chess&#39;; choose one of virus-"),
        ("/games/virus-wra", "did you mean virus-war"),
    ],
)
def test_what_is_not_there_is_told_to_a_person(
    path: str, wanted: str, stranger: FlaskClient
) -> None:
    page = stranger.get(path)
    assert page.status_code == 404
    assert wanted in page.text
    assert "GET /api" not in page.text
    assert "requested URL" not in page.text
    assert page.text.count("There is no game") <= 1


def test_operations_are_left_for_operations(enter: Callable[[str], FlaskClient]) -> None:
    """An error there led to the first page alone."""
    text = enter("olga").get("/operations/nothing").text
    assert 'class="button" href="/operations/"' in text or 'href="/operations"' in text


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("ab", "The name has 2 characters."), ("cup\u202e7", "characters that cannot be seen")],
)
def test_a_tournaments_name_is_refused_for_one_reason(
    name: str, wanted: str, enter: Callable[[str], FlaskClient]
) -> None:
    text = _hold(enter("ada"), name=name)
    assert wanted in text
    assert ", or some" not in text


def test_times_are_written_one_way(enter: Callable[[str], FlaskClient]) -> None:
    text = _hold(enter("ada"), until="2020-01-01T20:00")
    assert "would end at 1 Jan 2020, 20:00 UTC; it is now " in text


def _hold(client: FlaskClient, **fields: str) -> str:
    until = f"{now() + timedelta(days=2):%Y-%m-%dT%H:%M}"
    asked = {"name": "A cup", "game": "virus-war", "kind": "round_robin", "sets": "1", "size": "2"}
    page = "/tournaments/new"
    answer = send(client, page, "/tournaments", **{**asked, "until": until, **fields})
    assert answer.status_code == 422
    return answer.text


def test_a_match_that_is_played_says_so_once(site: Site, stranger: FlaskClient) -> None:
    with site.store.session() as session:
        playing = session.query(Match).filter_by(status=MatchStatus.PLAYING).first()
        assert playing is not None
        match_id = playing.id
    for path in (f"/matches/{match_id}", f"/matches/{match_id}/embed"):
        shown = stranger.get(path).text.split("<body")[1]
        assert shown.count("Being played.") == 1


def test_why_something_rests_is_a_sentence(site: Site, stranger: FlaskClient) -> None:
    """It read "rests. servicing Nothing of it is started"."""
    with site.store.session() as session:
        session.get_one(Pause, "virus-war-fog").why = "servicing"
    for path in ("/queue", "/games/virus-war-fog"):
        assert "Servicing. Nothing of it" in stranger.get(path).text
    assert ended("Why?") == "Why?"


def test_a_rejected_version_gives_its_reason_once(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    bot = site.town.bots["broken"]
    with site.store.session() as session:
        version = session.query(Version).filter_by(bot_id=bot).one()
        said = version.reason = version.check_steps[-1]["sentence"]
    assert enter("ada").get(f"/bots/{bot}/versions/1").text.count(said) == 1


def test_counts_of_nothing_are_words(site: Site, enter: Callable[[str], FlaskClient]) -> None:
    home = site.enter("olga").get("/").text
    assert "No bot of yours is here yet." in home
    league = enter("ada").get(f"/leagues/{site.town.leagues['league']}").text
    assert re.search(r"<dt>Members</dt><dd>\d+ <small>with \d+ bots?</small>", league)


def test_the_trail_says_yes_and_no(enter: Callable[[str], FlaskClient]) -> None:
    assert [told(value) for value in (True, None, 3, ["read", "play"])] == [
        "yes", "none", "3", "read, play",
    ]  # fmt: skip
    text = enter("olga").get("/operations/trail").text
    assert ": True" not in text
    assert "[]" not in text


def test_a_start_names_a_way_that_is_open() -> None:
    """With SCUFFLE_SIGNUP=invite it led to a form that takes nobody."""
    assert "/sign-up, or ./run scuffle admin user" in welcome("127.0.0.1", 8000)
    invited = welcome("127.0.0.1", 8000, signup="invite")
    assert "sign-up" not in invited
    assert "./run scuffle admin invite" in invited
    assert "sign-up" not in welcome("127.0.0.1", 8000, signup="closed")


def test_a_bots_page_says_which_versions_its_figures_are_of(
    site: Site, stranger: FlaskClient
) -> None:
    page = stranger.get(f"/bots/{site.town.bots['needle']}").text
    assert "those of version 2 alone" in page
    assert page.count("<caption>Ranked results of all versions</caption>") == 2
    link = re.search(r'<a href="([^"]+)">its ranked matches', page)
    assert link
    shown = stranger.get(link[1].replace("&amp;", "&")).text
    assert "needle</a>" in shown
    assert "Left out, since" not in shown
