"""Versions opened in the editor of Practice: whose, what of them, and what stays out."""

import html
import io
import re
import zipfile
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site, send
from sqlalchemy import select

from scuffle import registry
from scuffle.door import open_upload
from scuffle_platform.store import versions
from scuffle_platform.store.models import Bot
from scuffle_platform.store.versions import Sent
from scuffle_platform.web.samples import SAMPLE, first_bot

Enter = Callable[[str], FlaskClient]
ENTRY = b"from helper import pick\n\n\ndef get_action(state, api):\n    return pick(state)\n"
HELPER = b"def pick(state):\n    return state['legal_actions'][0]\n"
CPP = b"int main(void) { return 0; }\n"


def editor(page: str) -> str:
    """What stands in the text box."""
    (found,) = re.findall(r'<textarea id="code"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    return html.unescape(found).strip()


def zipped(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_py", ".py").replace("_bin", ".bin"), data)
    return packed.getvalue()


def add(site: Site, bot: str, name: str, data: bytes) -> str:
    """A further version of a bot; the word that opens it."""
    with site.store.session() as session:
        row = session.get_one(Bot, site.town.bots[bot])
        made = versions.add(session, row, Sent(name, data), open_upload(name, data))
        return f"{row.id}@{made.number}"


@pytest.mark.parametrize("game", registry.games())
def test_each_game_begins_with_its_own_starter_bot(stranger: FlaskClient, game: str) -> None:
    found = editor(stranger.get(f"/practice?game={game}").text)
    assert found == first_bot(game).strip() != SAMPLE.strip()
    others = set(registry.games()) - {game}
    assert found not in {first_bot(other).strip() for other in others}


def test_ones_own_version_is_opened_and_goes_back_as_its_next(site: Site, enter: Enter) -> None:
    ada, word = enter("ada"), f"{site.town.bots['needle']}@1"
    page = ada.get(f"/practice?copy={word}").text
    assert "the last one will do" in editor(page)
    assert "version 1</a> is in the editor" in page
    assert f'<option value="{site.town.bots["needle"]}" selected>a new version' in page
    assert f'<option value="{word}" selected>needle version 1</option>' in page
    shown = ada.get(f"/bots/{site.town.bots['needle']}/versions/1").text
    assert f"copy={word}" in html.unescape(shown).replace("%40", "@")
    mine = html.unescape(ada.get("/bots").text).replace("%40", "@")
    newest = re.findall(rf"copy={site.town.bots['needle']}@(\d+)", mine)
    assert len(newest) == 1
    assert f'value="{site.town.bots["needle"]}@{newest[0]}"' in page


def test_a_version_is_opened_to_whoever_may_read_it(
    site: Site, enter: Enter, stranger: FlaskClient
) -> None:
    glass = site.town.bots["glass"]
    for number, client, status in ((1, enter("grace"), 403), (1, stranger, 401)):
        answer = client.get(f"/practice?copy={glass}@{number}")
        assert answer.status_code == status
        assert "KeyError" not in answer.text
    page = f"/bots/{glass}/versions/1"
    assert send(enter("ada"), page, f"{page}/publish").status_code == 303
    for client in (enter("grace"), stranger):
        assert "KeyError" in editor(client.get(f"/practice?copy={glass}@1").text)
        assert "Open in Practice" in client.get(page).text
    assert send(enter("ada"), page, f"{page}/take_back").status_code == 303
    assert stranger.get(f"/practice?copy={glass}@1").status_code == 401


def test_a_house_bots_version_is_opened(site: Site, stranger: FlaskClient) -> None:
    with site.store.reading() as session:
        query = select(Bot.id).where(Bot.name == "planner", Bot.game == "virus-war-fog")
        planner = session.scalars(query).one()
    page = stranger.get(f"/practice?copy={planner}@1").text
    assert editor(page).startswith('"""planner')
    assert 'href="/practice?game=virus-war-fog" aria-current="page"' in page


def test_of_several_files_the_entry_is_opened_and_the_others_named(
    site: Site, enter: Enter
) -> None:
    files = {f"part{number}_py": HELPER for number in range(6)}
    data = zipped(main_py=ENTRY, helper_py=HELPER, book_bin=b"\0\1", **files)
    page = enter("ada").get(f"/practice?copy={add(site, 'needle', 'bot.zip', data)}").text
    assert editor(page) == ENTRY.decode().strip()
    said = re.sub(r"<[^>]+>", "", page)
    assert "That is main.py, where it starts. Not opened: book.bin, helper.py, part0.py" in said
    assert "and 3 more. The editor holds one file" in said


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("bot.cpp", CPP, "It is written in C++, and the editor plays Python."),
        ("long.py", ENTRY + b"# " + b"x" * 200_000, "and the editor opens 200 kB."),
    ],
)
def test_what_the_editor_cannot_take_is_told(
    site: Site, enter: Enter, name: str, data: bytes, why: str
) -> None:
    word = add(site, "needle", name, data)
    page = enter("ada").get(f"/practice?copy={word}").text
    assert "was opened. " in page
    assert why in page
    assert editor(page) == first_bot("virus-war").strip()
    assert "data-copied" not in page
    if not name.endswith(".py"):
        bot, _, number = word.partition("@")
        shown = enter("ada").get(f"/bots/{bot}/versions/{number}").text
        assert "Open in Practice" not in shown


def test_a_name_that_turns_does_not_turn_the_page(site: Site, enter: Enter) -> None:
    """The sentence of a refusal, and the name of a file that was not opened."""
    client, needle = enter("ada"), site.town.bots["needle"]
    page = f"/bots/{needle}/upload"
    file = (io.BytesIO(b"x = 1\n"), "bot\u202egnp.py")
    refused = send(client, page, page, file=file)
    assert refused.status_code == 422
    assert "\u202e" not in refused.text
    assert "bot\\u202egnp.py: found no function" in html.unescape(refused.text)
    data = zipped(main_py=ENTRY, **{"book\u202enib_bin": b"\0"})
    opened = client.get(f"/practice?copy={add(site, 'needle', 'bot.zip', data)}").text
    assert "<bdi><code>book\\u202enib.bin</code></bdi>" in opened


@pytest.mark.parametrize("word", ["nobody@1", "abcdefghijkl@7", f"a@{10**8}"])
def test_what_is_not_there_is_not_found(stranger: FlaskClient, word: str) -> None:
    assert stranger.get(f"/practice?copy={word}").status_code == 404


@pytest.mark.parametrize("word", ["nothing", "@", "@1", "greedy@", "x@0"])
def test_a_word_that_names_nothing_opens_the_starter(stranger: FlaskClient, word: str) -> None:
    page = stranger.get(f"/practice?game=virus-war&copy={word}").text
    assert editor(page) == first_bot("virus-war").strip()
