"""A version made public: read, taken and copied by anybody, until its owner takes it back."""

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site, send
from sqlalchemy import select

from scuffle_platform.store import people, versions
from scuffle_platform.store.models import Bot, Version

Enter = Callable[[str], FlaskClient]


def page_of(site: Site, bot: str, number: int) -> str:
    return f"/bots/{site.town.bots[bot]}/versions/{number}"


def asked(client: FlaskClient, page: str) -> tuple[int, int]:
    return client.get(f"{page}/files").status_code, client.get(f"{page}/source").status_code


@pytest.fixture
def published(site: Site, enter: Enter) -> str:
    """The page of a version of ada's that is public."""
    page = page_of(site, "glass", 1)
    assert send(enter("ada"), page, f"{page}/publish").status_code == 303
    return page


def test_what_is_public_anybody_reads_until_it_is_taken_back(
    site: Site, enter: Enter, stranger: FlaskClient, published: str
) -> None:
    text = stranger.get(f"{published}/files").text
    assert "def get_action(state, api):" in text
    assert "KeyError" in text
    taken = stranger.get(f"{published}/source")
    assert taken.headers["Content-Disposition"] == "attachment; filename*=UTF-8''glass.py"
    assert b"KeyError" in taken.data
    grace = enter("grace")
    assert grace.get(f"/api/v1{published}/source").data == taken.data
    assert stranger.get(f"/api/v1{published}/source").data == taken.data, "as the site does"
    assert stranger.get(f"/api/v1{published}").json["public"] is True
    assert asked(grace, page_of(site, "lantern", 1)) == (403, 403), "the others stay what they are"
    assert stranger.get(f"{published}/files?file=../../etc/passwd").status_code == 404
    assert send(grace, "/account", f"{published}/take_back").status_code == 403
    send(enter("ada"), published, f"{published}/take_back")
    assert asked(stranger, published) == (401, 401)
    assert asked(grace, published) == (403, 403)
    assert "Make it public" in enter("ada").get(published).text


def test_only_a_ready_version_can_be_public(site: Site, enter: Enter) -> None:
    page, ada = page_of(site, "broken", 1), enter("ada")
    assert "Make it public" not in ada.get(page).text
    send(ada, page, f"{page}/publish")
    assert asked(enter("grace"), page) == (403, 403)


def test_a_copy_is_a_bot_of_ones_own_that_came_through_the_door(
    site: Site, enter: Enter, published: str
) -> None:
    grace = enter("grace")
    copied = send(grace, published, f"{published}/copy")
    assert re.fullmatch(r"/bots/\w{12}/versions/1", copied.location)
    with site.store.reading() as session:
        bot = session.get_one(Bot, copied.location.split("/")[2])
        [made] = session.scalars(select(Version).where(Version.bot_id == bot.id))
        original = versions.by_number(session, site.town.bots["glass"], 1)
        assert original is not None
        assert (bot.name, bot.account.name, bot.game) == ("grace-glass", "grace", "virus-war")
        assert (made.status, made.upload_hash) == ("checking", original.upload_hash)
        assert made.note == "Copied from glass version 1."
        count = len(session.scalars(select(Bot).where(Bot.account_id == bot.account_id)).all())
    again = send(grace, published, f"{published}/copy")
    assert (again.status_code, again.location) == (303, copied.location), "it joins the check"
    with site.store.session() as session:
        bots = session.scalars(select(Bot).where(Bot.account_id == bot.account_id)).all()
        assert len(bots) == count, "a copy that is asked for twice is one bot"
        versions.withdraw(session.get_one(Version, made.id))
    third = send(grace, published, f"{published}/copy")
    with site.store.session() as session:
        assert session.get_one(Bot, third.location.split("/")[2]).name == "grace-glass-2"
        versions.withdraw(session.scalars(select(Version).order_by(Version.created.desc())).first())


def test_a_house_bot_is_copied_by_one_button(site: Site, enter: Enter) -> None:
    with site.store.reading() as session:
        query = select(Bot).where(Bot.name == "greedy", Bot.game == "virus-war-fog")
        greedy = session.scalars(query).one().id
    olga, page = enter("olga"), f"/bots/{greedy}"
    assert "Copy into My bots" in olga.get(page).text
    copied = send(olga, page, f"{page}/versions/1/copy")
    assert "olga-greedy" in olga.get(copied.location).text


def test_what_is_not_public_is_not_copied(site: Site, enter: Enter) -> None:
    page = page_of(site, "hammer", 1)
    assert send(enter("ada"), "/account", f"{page}/copy").status_code == 403
    assert "Copy into My bots" not in enter("ada").get(page).text


def test_what_is_out_of_play_is_not_shown(
    site: Site, stranger: FlaskClient, published: str
) -> None:
    with site.store.session() as session:
        people.disable_bot(session.get_one(Bot, site.town.bots["glass"]), "rude")
    assert asked(stranger, published) == (401, 401)
    with site.store.session() as session:
        people.enable_bot(session.get_one(Bot, site.town.bots["glass"]))
    assert asked(stranger, published) == (200, 200)
