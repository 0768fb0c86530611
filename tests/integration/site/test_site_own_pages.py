"""What the operator writes: pages from files, and what Home shows of the present."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site, send
from sqlalchemy import select, update

from scuffle_platform.store import audit
from scuffle_platform.store.models import Announcement, Tournament, TournamentStatus, now

Enter = Callable[[str], FlaskClient]
TERMS = "# House rules\n\nBe *kind*.\n\n### Details\n\n<script>x</script> ![p](https://example.org/p.png)"


def newest(site: Site) -> str:
    """The path of the newest announcement."""
    with site.store.reading() as session:
        query = select(Announcement.id).order_by(Announcement.created.desc(), Announcement.id)
        return f"/community/announcements/{session.scalars(query).first()}"


def test_a_page_is_there_if_its_file_is(site: Site, stranger: FlaskClient) -> None:
    assert stranger.get("/terms").status_code == 404
    assert 'href="/terms"' not in stranger.get("/").text
    folder = site.app.extensions["scuffle.settings"].data / "pages"
    folder.mkdir()
    try:
        (folder / "terms.md").write_text(TERMS)
        (folder / "about.md").write_bytes(b"\xff\xfe broken bytes")
        (folder / "secret.md").write_text("not one of the three")
        page = stranger.get("/terms").text
        main = page.split("<main")[1].split("<footer")[0]
        assert "<h1>House rules</h1>" in main
        assert "Be <em>kind</em>." in main
        assert "<h2>Details</h2>" in main
        assert not re.search(r"<script>x|<img", main)
        footer = stranger.get("/games").text.split("<footer")[1]
        assert re.findall(r'href="/(about|terms|privacy)"', footer) == ["about", "terms"]
        assert "<h1>About this site</h1>" in stranger.get("/about").text
        assert stranger.get("/privacy").status_code == stranger.get("/secret").status_code == 404
    finally:
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()


def test_home_shows_what_is_announced_and_which_tournaments_run(
    site: Site, stranger: FlaskClient
) -> None:
    home = stranger.get("/").text
    assert newest(site) in home
    assert re.search(r'open</span> <a href="/tournaments/\w+">', home)
    with site.store.session() as session:
        robin = session.get_one(Tournament, site.town.cups[1])
        was, robin.status = robin.status, TournamentStatus.PLAYING
    assert f'href="/tournaments/{robin.id}"' in stranger.get("/").text
    with site.store.session() as session:
        session.get_one(Tournament, robin.id).status = was


def test_a_loss_against_oneself_in_a_series_is_no_loss(site: Site, enter: Enter) -> None:
    home = enter("ada").get("/").text
    losses = home.split('id="losses"')[1].split("</section>")[0]
    assert "needle" in losses
    assert "compass" not in losses, "one's versions were asked to beat each other"


def test_an_administrator_invites_and_it_is_noted(site: Site, enter: Enter) -> None:
    settings = site.app.extensions["scuffle.settings"]
    site.app.extensions["scuffle.settings"] = settings.model_copy(update={"signup": "invite"})
    try:
        olga, page = enter("olga"), "/operations/people"
        assert "Only who is invited" in olga.get(page).text
        shown = send(olga, page, "/operations/people/invite").text
        link = re.search(r"/sign-up\?invite=[\w-]+", shown)
        assert link
        with site.store.reading() as session:
            entry, who = audit.page(session, 1, 1)[0]
            assert (entry.action, who) == ("invite", "olga")
        newcomer = site.app.test_client()
        code = link[0].split("=")[1]
        assert f'value="{code}"' in newcomer.get(link[0]).text
        fields = {"password": "correct horse battery", "invite": code}
        assert send(newcomer, link[0], "/sign-up", name="nina", **fields).status_code == 303
        again = send(site.app.test_client(), link[0], "/sign-up", name="nora", **fields)
        assert again.status_code == 422
        ada = send(enter("ada"), "/account", "/operations/people/invite")
        assert ada.status_code == 403
    finally:
        site.app.extensions["scuffle.settings"] = settings


@pytest.mark.parametrize("path", ["/about", "/terms", "/privacy"])
def test_without_a_file_there_is_no_page(stranger: FlaskClient, path: str) -> None:
    assert stranger.get(path).status_code == 404


def test_an_old_announcement_leaves_home(site: Site, stranger: FlaskClient) -> None:
    with site.store.session() as session:
        session.execute(update(Announcement).values(created=now() - timedelta(days=15)))
    assert newest(site) not in stranger.get("/").text
    assert newest(site) in stranger.get("/community").text
