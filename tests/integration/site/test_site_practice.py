"""The Practice page without a browser: what it may do, what it offers, what its forms do."""

import gzip
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site, send
from sqlalchemy import select

from scuffle_platform.pyodide import files
from scuffle_platform.settings import Settings
from scuffle_platform.store import bots as write
from scuffle_platform.store import ladders, lifecycle
from scuffle_platform.store.models import Bot, BotState, Version, VersionStatus, now
from scuffle_platform.web.browser_python import WORKER_POLICY
from scuffle_platform.web.wheel import wheel_address, wheel_bytes

CODE = "def get_action(state, api):\r\n    return state['legal_actions'][0]  # practised\r\n"
Enter = Callable[[str], FlaskClient]


@pytest.fixture
def with_python(site: Site) -> Path:
    """The site as if Python for browsers had been fetched; small files stand for the real ones."""
    data = Path(site.app.extensions["scuffle.settings"].data).resolve()
    folder = files.folder(data)
    folder.mkdir(parents=True, exist_ok=True)
    for name in files.wanted():
        (folder / name).write_bytes(name.encode())
    (folder / "pyodide.asm.wasm.gz").write_bytes(gzip.compress(b"pyodide.asm.wasm"))
    return folder


def policy(client: FlaskClient, path: str) -> dict[str, str]:
    """The directives of an answer's policy."""
    header = client.get(path).headers["Content-Security-Policy"]
    return dict(part.strip().split(" ", 1) for part in header.split(";"))


def test_until_python_is_there_the_page_offers_a_cage(stranger: FlaskClient) -> None:
    page = stranger.get("/practice?game=virus-war-fog").text
    assert "bots are tried in a cage" in page
    assert "data-home" not in page
    assert "def get_action(state, api):" in page
    assert stranger.get("/practice?game=chess").status_code == 404


def test_a_house_bot_is_copied_without_javascript(stranger: FlaskClient) -> None:
    page = stranger.get("/practice?game=virus-roll-write&copy=planner").text
    assert "planner" in page.partition("<textarea")[2].partition("</textarea>")[0]


def test_workers_are_for_practice_and_wasm_is_for_its_worker(
    site: Site, stranger: FlaskClient, with_python: Path
) -> None:
    paths = ["/", "/games", "/docs/practice", "/log-in", "/matches/{finished}", "/nothing-here"]
    for path in paths:
        found = policy(stranger, path.format(**site.town.places))
        assert found["worker-src"] == "'none'", path
        assert "wasm" not in str(found), path
    page = policy(stranger, "/practice")
    assert page["worker-src"] == "'self'"
    assert page["script-src"] == "'self'"
    worker = stranger.get("/practice/worker.js")
    assert worker.headers["Content-Security-Policy"] == WORKER_POLICY
    found = policy(stranger, "/practice/worker.js")
    assert found["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert found["default-src"] == "'none'"
    assert "connect-src" not in found


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("pyodide.asm.wasm", "application/wasm"),
        ("pyodide.mjs", "text/javascript; charset=utf-8"),
        ("python_stdlib.zip", "application/zip"),
        (files.wheels()[0], "application/zip"),
    ],
)
def test_a_file_is_kept_for_good_and_of_its_kind(
    stranger: FlaskClient, with_python: Path, name: str, kind: str
) -> None:
    answer = stranger.get(f"/practice/python/{files.edition()}/{name}")
    assert answer.headers["Content-Type"] == kind
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.data == name.encode()


def test_what_packs_well_is_sent_packed(stranger: FlaskClient, with_python: Path) -> None:
    address = f"/practice/python/{files.edition()}/pyodide.asm.wasm"
    answer = stranger.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.data) == b"pyodide.asm.wasm"


@pytest.mark.parametrize("path", ["0123456789ab/pyodide.mjs", "{edition}/failed.txt", "{edition}/"])
def test_nothing_else_of_the_folder_is_served(
    stranger: FlaskClient, with_python: Path, path: str
) -> None:
    address = f"/practice/python/{path.format(edition=files.edition())}"
    assert stranger.get(address).status_code == 404


def test_the_browser_gets_the_engine_of_this_site(site: Site, stranger: FlaskClient) -> None:
    with site.app.test_request_context():
        address = wheel_address()
    answer = stranger.get(address)
    assert sha256(answer.data).digest() == sha256(wheel_bytes()).digest()
    assert "immutable" in answer.headers["Cache-Control"]
    assert "immutable" not in stranger.get(address.partition("?")[0]).headers["Cache-Control"]


def test_a_try_is_checked_and_plays_on_no_ladder(site: Site, enter: Enter) -> None:
    client = enter("olga")
    answer = send(client, "/practice", "/practice/try", game="virus-war", code=CODE)
    assert answer.status_code == 303
    page = client.get(answer.location).text
    assert "How the try goes" in page
    with site.store.session() as session:
        bot = session.scalars(select(Bot).where(Bot.why == write.TRIALS)).one()
        version = session.scalars(select(Version).where(Version.bot_id == bot.id)).one()
        assert (bot.name, bot.state) == ("olga-tries", BotState.RETIRED)
        assert version.status == VersionStatus.CHECKING
        lifecycle.make_ready(session, version, now())
        ladder = ladders.public(session, "virus-war")
        assert ladder is not None
        ladders.reconcile(session, ladder, now())
        assert version.id not in str(ladders.entrants(session, ladder))
        for act in (write.bench, write.unbench, write.retire):
            act(bot)
        assert (bot.state, bot.why) == (BotState.RETIRED, write.TRIALS)
    page = client.get(answer.location).text
    assert "It plays on no ladder" in page
    assert "data-poll" not in page
    again = send(client, "/practice", "/practice/try", game="virus-war", code=f"{CODE}\n# more")
    assert again.location == answer.location.replace("/1", "/2")


def test_what_the_door_refuses_comes_back_with_the_text(enter: Enter) -> None:
    for path in ("/practice/try", "/practice/submit"):
        code = "def get_action(state, api:\n    return kept\n"
        answer = send(enter("grace"), "/practice", path, game="virus-war", code=code, name="Ox")
        assert answer.status_code == 422
        assert "line 1" in answer.text
        assert "return kept" in answer.text


def test_submit_makes_a_bot_or_a_version(enter: Enter, site: Site) -> None:
    client = enter("grace")
    made = send(
        client,
        "/practice",
        "/practice/submit",
        game="virus-war",
        bot="",
        name="Apprentice",
        code=CODE,
    )
    assert made.status_code == 303
    assert "Apprentice" in client.get(made.location).text
    page = client.get("/practice?game=virus-war").text
    assert "a new version of Apprentice" in page
    assert "a new version of strider" not in page
    foreign = send(
        client,
        "/practice",
        "/practice/submit",
        bot=site.town.bots["needle"],
        game="virus-war",
        code=CODE,
    )
    assert foreign.status_code == 403


def test_who_is_not_logged_in_is_asked_to(stranger: FlaskClient) -> None:
    page = stranger.get("/practice").text
    assert "Log in</a> to try it" in page
    answer = send(stranger, "/log-in", "/practice/try", game="virus-war", code=CODE)
    assert answer.status_code in (303, 401)


def test_operations_tell_how_practice_is(enter: Enter, with_python: Path) -> None:
    assert "with Pyodide" in enter("olga").get("/operations").text


def test_fetching_by_itself_can_be_switched_off() -> None:
    assert Settings(fetch_assets=False).fetch_assets is False
    assert Settings.model_fields["fetch_assets"].default is True
