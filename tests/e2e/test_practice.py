"""A bot that is written, played, stopped and handed in on one page, in one browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from e2e.conftest import serve
from e2e.town import PASSWORD
from playwright.sync_api import Browser, Page, expect

from scuffle_platform.passwords import hash_password
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store, accounts
from scuffle_platform.store.migrate import migrate
from scuffle_platform.web.samples import first_bot

pytestmark = pytest.mark.needs_chromium

PYTHON_MS, SOON_MS, CLOCK_MS = 120_000, 30_000, 12_000

SPEAKS = """
from random import Random

def get_action(state, api):
    print("I see", len(state["legal_actions"]), "actions")
    api.tag("looked")
    return api.random.choice(state["legal_actions"])
"""
FAILS = """
def get_action(state, api):
    print("so far so good")
    return state["nothing"]
"""
SNOOPS = """
def get_action(state, api):
    from js import XMLHttpRequest
    asking = XMLHttpRequest.new()
    asking.open("GET", "/account", False)
    asking.send()
    print("read", asking.responseText)
"""
LOOPS = """
def get_action(state, api):
    if state["turn"] == 1:
        return state["legal_actions"][0]
    print("thinking about it")
    while True:
        pass
"""


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, python_for_browsers: Path, valkey: str
) -> Iterator[str]:
    """A site that has Python for browsers, and an account."""
    data = tmp_path_factory.mktemp("practice")
    (data / "pyodide").symlink_to(python_for_browsers)
    settings = Settings(data=data, redis_url=valkey)
    migrate(settings.database)
    with Store(settings.database) as store, store.session() as session:
        accounts.create(session, "ada", hash_password(PASSWORD))
    with serve(settings) as url:
        yield url


def write(page: Page, code: str) -> None:
    """Put a text into the editor as a person would: all of it replaced."""
    expect(page.locator("html[data-practice=ready]")).to_be_attached()
    editor = page.get_by_role("textbox", name="Your bot")
    editor.click()
    editor.press("Control+a")
    page.keyboard.insert_text(code)


def play(page: Page) -> None:
    page.get_by_role("button", name="Play", exact=True).first.click()


def keys_are_free_when_switched_off(page: Page) -> bool:
    """Whether no player, and none of an earlier match, keeps an arrow key for itself."""
    page.get_by_label("Shortcuts on").uncheck()
    free = page.evaluate(
        "document.body.dispatchEvent("
        "new KeyboardEvent('keydown', {key: 'ArrowDown', bubbles: true, cancelable: true}))"
    )
    page.get_by_label("Shortcuts on").check()
    return bool(free)


def log_in(page: Page, site: str) -> None:
    page.goto(f"{site}/log-in")
    page.get_by_label("Name").fill("ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.wait_for_url(f"{site}/bots")


def test_a_bot_is_played_stopped_and_handed_in(
    site: str, browser: Browser, screenshots: Path
) -> None:
    """One story, since starting Python takes the longest."""
    context = browser.new_context()
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    answered: list[str] = []
    context.on("response", lambda response: answered.append(response.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    log_in(page, site)
    page.goto(f"{site}/practice?game=virus-war")
    status = page.locator("#status")

    write(page, SPEAKS)
    play(page)
    expect(page.locator("#stage [data-ready]")).to_be_visible(timeout=PYTHON_MS)
    expect(status).to_contain_text(re.compile(r"Your bot (won|lost)|A draw"))
    page.locator("#stage").get_by_role("slider", name="Step").fill("5")
    expect(page.locator("#log")).to_contain_text(re.compile(r"I see \d+ actions"))
    assert complaints == []
    pictures(page, screenshots)
    complaints.clear()  # Axe writes styles, which the policy forbids.

    write(page, FAILS)
    play(page)
    expect(status).to_contain_text("Your bot failed (crash)", timeout=SOON_MS)
    expect(status).to_contain_text("in line 4")
    expect(page.locator("#log")).to_contain_text("so far so good")
    expect(page.locator("#log")).to_contain_text('File "bot.py", line 4, in get_action')
    assert keys_are_free_when_switched_off(page)

    write(page, "def get_action(state, api:\n    pass\n")
    play(page)
    expect(status).to_contain_text("bot.py, line 1", timeout=SOON_MS)
    expect(page.locator("#stage, #log").first).to_be_hidden()
    expect(page.locator("#log")).to_be_hidden()
    assert complaints == []

    write(page, SNOOPS)
    play(page)
    expect(page.locator("#log")).to_contain_text("Failed to load", timeout=SOON_MS)
    assert not [address for address in answered if address.endswith("/account")]

    page.clock.install()
    write(page, LOOPS)
    play(page)
    expect(page.locator("#heard")).to_contain_text("thinking about it", timeout=SOON_MS)
    page.clock.fast_forward(CLOCK_MS)
    expect(status).to_contain_text(
        re.compile(r"did not answer within the 10\.\d s"), timeout=SOON_MS
    )
    expect(status).to_contain_text("it was stopped")
    expect(page.locator("#log")).to_contain_text("thinking about it")
    expect(page.locator("#stage")).to_contain_text("timeout")

    what_was_written_is_handed_in(page, site)
    context.close()


def what_was_written_is_handed_in(page: Page, site: str) -> None:
    """The draft outlives the page; it is submitted as a new bot."""
    write(page, SPEAKS)
    page.goto(f"{site}/practice?game=virus-war")
    expect(page.get_by_role("textbox", name="Your bot")).to_contain_text("I see")
    expect(page.locator("html[data-practice=ready]")).to_be_attached()
    tab_leaves_after_escape(page)
    what_is_opened_leaves_the_draft_to_undo(page, site)
    page.get_by_label("Plain text box").check()
    expect(page.locator("textarea#code")).to_have_value(SPEAKS)
    page.reload()
    expect(page.locator("textarea#code")).to_have_value(SPEAKS)
    page.get_by_label("Begin with").select_option("random")
    page.get_by_role("button", name="Copy into the editor").click()
    expect(page.locator("textarea#code")).to_have_value(re.compile("any legal action"))
    page.get_by_label("Begin with").select_option("the starter bot")
    page.get_by_role("button", name="Copy into the editor").click()
    expect(page.locator("textarea#code")).to_have_value(first_bot("virus-war"))
    page.get_by_label("Name").fill("first-try")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("heading", name="first-try version 1")).to_be_visible()


def what_is_opened_leaves_the_draft_to_undo(page: Page, site: str) -> None:
    page.goto(f"{site}/practice?game=virus-war&copy=random")
    editor = page.get_by_role("textbox", name="Your bot")
    expect(editor).to_contain_text("any legal action")
    expect(page.locator("html[data-practice=ready]")).to_be_attached()
    editor.click()
    editor.press("Control+z")
    expect(editor).to_contain_text("I see")
    expect(page).to_have_url(f"{site}/practice?game=virus-war")


def tab_leaves_after_escape(page: Page) -> None:
    editor = page.get_by_role("textbox", name="Your bot")
    editor.click()
    editor.press("Tab")
    expect(editor).to_be_focused()
    editor.press("Escape")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Plain text box")).to_be_focused()
    editor.click()
    editor.press("Control+z")


def pictures(page: Page, screenshots: Path) -> None:
    """Look at the page with a played match as at every other page."""
    for width, scheme in ((390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        sideways = page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        )
        page.screenshot(path=screenshots / f"practised-{width}-{scheme}.png", full_page=True)
        assert not sideways, f"scrolls sideways at {width}"
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
