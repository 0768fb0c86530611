"""What is one person's own stays so: logs, sources, checks; and forms need their token."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site, csrf, send

PRIVATE = (
    "/matches/{crashed}/log/{crashed_seat}",
    "/matches/{crashed}/log/{crashed_seat}.jsonl",
    "/bots/{glass}/versions/1/source",
    "/bots/{glass}/upload",
)


@pytest.mark.parametrize("path", PRIVATE)
def test_only_the_owner_reads(
    path: str, site: Site, stranger: FlaskClient, enter: Callable[[str], FlaskClient]
) -> None:
    address = path.format(**site.town.places)
    assert enter("ada").get(address).status_code == 200
    assert enter("grace").get(address).status_code == 403
    assert stranger.get(address).status_code in (401, 403)


def test_a_match_page_tells_the_detail_to_the_owner_alone(
    site: Site, stranger: FlaskClient, enter: Callable[[str], FlaskClient]
) -> None:
    address = f"/matches/{site.town.crashed}"
    assert "KeyError" in enter("ada").get(address).text
    for client in (stranger, enter("grace")):
        text = client.get(address).text
        assert "crashed after step" in text
        assert "KeyError" not in text


def test_a_rejected_version_tells_its_log_to_the_owner_alone(
    site: Site, stranger: FlaskClient, enter: Callable[[str], FlaskClient]
) -> None:
    address = f"/bots/{site.town.bots['broken']}/versions/1"
    assert "bored" in enter("ada").get(address).text
    assert "bored" not in stranger.get(address).text


def test_an_unfinished_match_shows_no_replay(site: Site, stranger: FlaskClient) -> None:
    for tail in ("film.json", "frames/all.json", "replay.json", "replay.html", "notation.txt"):
        assert stranger.get(f"/matches/{site.town.queued}/{tail}").status_code == 404
    assert "town-open" not in stranger.get(f"/matches/{site.town.queued}").text


def test_frames_of_a_player_are_cut_on_the_server(site: Site, stranger: FlaskClient) -> None:
    match = site.town.matches["virus-war-fog"][-1]
    whole = stranger.get(f"/matches/{match}/frames/all.json").json
    own = stranger.get(f"/matches/{match}/frames/0.json").json
    assert len(whole) == len(own)
    assert not any(-2 in row for row in whole[5]["view"]["board"])
    assert any(-2 in row for row in own[5]["view"]["board"])
    assert stranger.get(f"/matches/{match}/frames/7.json").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/bots/new",
        "/bots/{needle}/bench",
        "/bots/{needle}/challenge",
        "/bots/{needle}/versions/2/retire",
        "/account/tokens",
        "/account/password",
        "/account/delete",
        "/log-out",
        "/theme",
    ],
)
def test_a_form_without_its_token_is_refused(
    path: str, site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    assert enter("ada").post(path.format(**site.town.places), data={}).status_code == 400


@pytest.mark.parametrize("act", ["bench", "unbench", "retire"])
def test_nobody_changes_anothers_bot(
    act: str, site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    grace = enter("grace")
    answer = send(grace, "/account", f"/bots/{site.town.bots['needle']}/{act}")
    assert answer.status_code == 403


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example"])
def test_no_form_leads_elsewhere(back: str, stranger: FlaskClient) -> None:
    token = csrf(stranger, "/")
    answer = stranger.post("/theme", data={"csrf_token": token, "back": back, "theme": "dark"})
    assert answer.headers["Location"] == "/"
