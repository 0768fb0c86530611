"""What changed between two versions: for their owner, and whoever else may read both."""

import io
import zipfile
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site, send

from scuffle.door import open_upload
from scuffle_platform.store import versions
from scuffle_platform.store.models import Bot
from scuffle_platform.store.versions import Sent

BOT = b"def get_action(state, api):\n    return state['legal_actions'][0]\n"


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


@pytest.fixture(scope="module")
def folders(site: Site) -> str:
    """The address of a bot of ada's whose third version is a folder, and its fourth another."""
    with site.store.session() as session:
        bot = session.get_one(Bot, site.town.bots["compass"])
        for files in (
            {"b/main.py": BOT, "b/data/book.txt": b"e4\ne5\n", "b/model.bin": b"\0\1"},
            {"main.py": BOT + b"# <later>\n", "model.bin": b"\0\2", "notes.txt": b"new\n"},
        ):
            data = zipped(files)
            upload = open_upload("bot.zip", data)
            versions.add(session, bot, Sent("bot.zip", data, "a folder"), upload)
            session.flush()
    return f"/bots/{bot.id}/versions"


def test_the_owner_sees_each_line_that_changed(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    ada = enter("ada")
    page = f"/bots/{site.town.bots['needle']}/versions/2"
    assert f'href="{page}/changes?since=1">What changed since version 1' in ada.get(page).text
    text = ada.get(f"{page}/changes").text
    assert "From" in text
    assert "<del>−     api.log(&#34;the last one will do&#34;)</del>" in text
    assert "<ins>+     return api.random.choice(kills or" in text
    backwards = ada.get(f"/bots/{site.town.bots['needle']}/versions/1/changes?since=2").text
    assert "<ins>+     api.log(&#34;the last one will do&#34;)</ins>" in backwards


def test_folders_are_compared_file_by_file(
    folders: str, enter: Callable[[str], FlaskClient]
) -> None:
    text = enter("ada").get(f"{folders}/4/changes").text
    assert "4 files differ, 0 are the same" in text
    assert "<ins>+ # &lt;later&gt;</ins>" in text
    assert "<del>− e4</del>" in text
    assert "data/book.txt" in text
    assert "b/main.py" not in text  # the wrapper folder is no part of the bot
    assert "It is binary, so its lines cannot be shown." in text
    since = enter("ada").get(f"{folders}/4/changes?since=2").text
    assert "From" in since
    assert 'value="2" selected' in since


def test_nobody_else_sees_them(
    folders: str, stranger: FlaskClient, enter: Callable[[str], FlaskClient]
) -> None:
    """E1: as the sources themselves, they are for their owner, and an administrator."""
    page = f"{folders}/4/changes"
    assert stranger.get(page).status_code == 401
    assert enter("grace").get(page).status_code == 403
    assert "What changed since" not in enter("grace").get(f"{folders}/4").text
    assert enter("olga").get(page).status_code == 200


def test_between_public_versions_anybody_sees_them(
    site: Site, stranger: FlaskClient, enter: Callable[[str], FlaskClient]
) -> None:
    """And only between those: what is not public is not even offered to compare with."""
    page, ada = f"/bots/{site.town.bots['needle']}/versions", enter("ada")
    send(ada, f"{page}/2", f"{page}/2/publish")
    assert "What changed since" not in stranger.get(f"{page}/2").text
    assert stranger.get(f"{page}/2/changes").status_code == 404
    send(ada, f"{page}/1", f"{page}/1/publish")
    assert "What changed since version 1" in stranger.get(f"{page}/2").text
    assert "<ins>+     return api.random" in stranger.get(f"{page}/2/changes").text
    for number in (1, 2):
        send(ada, f"{page}/{number}", f"{page}/{number}/take_back")
    assert stranger.get(f"{page}/2/changes").status_code == 401


@pytest.mark.parametrize("since", ["9", "4", "x", "-1", "99999999999999999999"])
def test_a_version_that_is_none_is_compared_with_the_one_before(
    since: str, folders: str, enter: Callable[[str], FlaskClient]
) -> None:
    text = enter("ada").get(f"{folders}/4/changes?since={since}").text
    assert 'value="3" selected' in text


def test_a_first_version_has_nothing_to_be_compared_with(
    site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    page = f"/bots/{site.town.bots['glass']}/versions/1"
    answer = enter("ada").get(f"{page}/changes")
    assert answer.status_code == 404
    assert "no other version to compare with" in answer.text
    assert (
        enter("ada").get(f"/bots/{site.town.bots['glass']}/versions/7/changes").status_code == 404
    )
