"""The main story, in a browser, on a site that ``./run`` started: from nothing to a watched loss.

sign up → paste a bot → checked → ready → plays → on the leaderboard → replay, also through fog
→ the bot's own log, which nobody else can read.
"""

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

pytestmark = pytest.mark.needs_chromium

ROOT = Path(__file__).resolve().parents[2]
SOON_MS, LADDER_MS, STOP_S = 60_000, 240_000, 60

BOT = """
def get_action(state, api):
    print("I see", len(state["legal_actions"]), "actions")
    return api.random.choice(state["legal_actions"])
"""
BROKEN = "def get_action(state, api):\n    return bored\n"


@pytest.fixture(scope="module")
def site(short_folder: Path) -> Iterator[str]:
    """The address of a site that ``./run`` started."""
    command = [sys.executable, str(ROOT / "run"), "--data", str(short_folder / "story"), "--port"]
    started = subprocess.Popen(
        [*command, "18700"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert started.stdout is not None
    said: list[str] = []
    for line in started.stdout:
        said.append(line.strip())
        if line.startswith("Stop everything"):
            break
    urls = [line.split()[-1] for line in said if line.startswith("Scuffle is running")]
    assert urls, "\n".join(said)
    yield urls[0].rstrip("/")
    started.send_signal(signal.SIGINT)
    started.wait(STOP_S)
    started.stdout.close()


def sign_up(page: Page, site: str, name: str) -> None:
    """Make an account by the form."""
    page.goto(f"{site}/")
    page.get_by_role("link", name="Make an account").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("heading", name="My bots")).to_be_visible()


def paste(page: Page, site: str, name: str, code: str) -> None:
    """Make a bot for the game with fog from pasted text."""
    page.goto(f"{site}/bots/new")
    page.get_by_role("combobox", name="Game").select_option("virus-war-fog")
    page.get_by_label("Name", exact=False).first.fill(name)
    page.get_by_label("Paste your program").fill(code)
    page.get_by_role("button", name="Make the bot").click()
    expect(page.get_by_role("heading", name=f"{name} version 1")).to_be_visible()


def test_from_sign_up_to_a_watched_match(
    site: str, open_context: Callable[..., BrowserContext]
) -> None:
    page = open_context().new_page()
    sign_up(page, site, "newcomer")
    paste(page, site, "first-steps", BOT)
    # The page renews itself: nobody reloads it here.
    expect(page.get_by_role("status")).to_contain_text("ready", timeout=SOON_MS)
    expect(page.get_by_text(re.compile(r"Placed \d+ of \d+"))).to_be_visible(timeout=LADDER_MS)
    expect(page.get_by_text("Your first loss")).to_be_visible(timeout=LADDER_MS)

    page.goto(f"{site}/games/virus-war-fog/leaderboard")
    row = page.get_by_role("row").filter(has_text="first-steps")
    expect(row).to_contain_text("newcomer")

    page.goto(f"{site}/games/virus-war-fog/matches?bot=first-steps&status=finished&kind=ladder")
    page.locator(".matches .what a").first.click()
    address = watch_through_fog(page)
    strangers_read_no_log(open_context().new_page(), site, address)
    a_challenge_shows_its_replay_by_itself(page, site)


def watch_through_fog(page: Page) -> str:
    """Play the replay, look through each player's eyes, read the own log; gives the address."""
    player = page.locator("#player[data-ready]")
    expect(player).to_be_visible(timeout=SOON_MS)
    page.keyboard.press("End")
    everyone = player.locator("svg.board").inner_html()
    player.get_by_role("button", name="first-steps").click()
    expect(player.get_by_role("button", name="first-steps")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert player.locator("svg.board").inner_html() != everyone
    expect(page.locator(".ownlog")).to_contain_text("I see")
    page.get_by_role("link", name="All requests").click()
    expect(page.get_by_role("heading", name=re.compile("Log of"))).to_be_visible()
    expect(page.locator("pre.log").filter(has_text="I see").first).to_be_visible()
    return page.url


def a_challenge_shows_its_replay_by_itself(page: Page, site: str) -> None:
    """Challenge the leader; the match's page turns into the replay without a reload by hand."""
    page.goto(f"{site}/games/virus-war-fog/leaderboard")
    page.get_by_role("link", name="greedy").click()
    page.locator("select[name=with]").select_option(label="first-steps (yours)")
    page.get_by_role("button", name="Play one match").click()
    expect(page.locator("#player[data-ready]")).to_be_visible(timeout=LADDER_MS)
    expect(page.locator("main")).to_contain_text("Not ranked")


def strangers_read_no_log(page: Page, site: str, log: str) -> None:
    """Somebody else sees the match, and neither the log nor a way to it."""
    match, player = re.search(r"/matches/(\w+)/log/(\d)", log).groups()  # type: ignore[union-attr]
    sign_up(page, site, "stranger")
    page.goto(f"{site}/matches/{match}")
    expect(page.locator("#player[data-ready]")).to_be_visible(timeout=SOON_MS)
    assert page.locator(".ownlog").count() == 0
    for path in (
        f"/matches/{match}/log/{player}",
        f"/matches/{match}/log/{player}.jsonl",
        f"/api/v1/matches/{match}/log?seat={player}",
    ):
        answer = page.request.get(site + path)
        assert answer.status == 403, path
        assert "I see" not in answer.text()


def test_a_broken_bot_is_told_what_is_wrong(
    site: str, open_context: Callable[..., BrowserContext]
) -> None:
    page = open_context().new_page()
    sign_up(page, site, "learner")
    paste(page, site, "clumsy", BROKEN)
    expect(page.get_by_role("status")).to_contain_text("rejected", timeout=SOON_MS)
    expect(page.locator(".steps")).to_contain_text("bored")
    page.get_by_role("link", name="Upload a mended version").click()
    page.get_by_label("Paste your program").fill("def get_action(state, api:\n")
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("alert")).to_contain_text("line 1")
