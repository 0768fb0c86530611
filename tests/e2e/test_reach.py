"""Who reaches what: with a keyboard alone, over plain http, without scripts, by ear."""

import re
from collections.abc import Callable

import pytest
from e2e.conftest import Site
from e2e.golden import check_aria
from e2e.test_pages import PUBLIC, Watch, visit
from e2e.town import PASSWORD
from e2e.town_names import LONG
from playwright.sync_api import BrowserContext, Page, expect

from scuffle_platform.auth import COOKIE

pytestmark = pytest.mark.needs_chromium

LAN = "scuffle.test"
"""A name that is not this machine's own to a browser; the conftest maps it to it."""

MOST_TABS = 120
SPOKEN = """kind => {
  const at = document.activeElement;
  return at.matches(kind) ? at.ariaLabel || at.labels?.[0]?.innerText || at.innerText || "" : "";
}"""

OUT_OF_REACH = """[...document.querySelectorAll("pre")]
  .filter((one) => one.scrollWidth > one.clientWidth && one.tabIndex < 0)
  .map((one) => one.textContent.slice(0, 60))"""
"""Text that a keyboard alone cannot scroll to."""

LENGTHEN = """name => document.querySelectorAll(".sits a, .card th a").forEach(
  link => { link.textContent = name; })"""

WITHOUT_SCRIPTS = (
    "home", "games", "game", "state", "leaderboard", "matches", "queue", "bot", "version",
    "against", "match", "fog-match", "table-series", "round-robin", "bracket", "community",
    "person", "docs-api", "docs-quick-start",
)  # fmt: skip


def tab_to(page: Page, name: str, kind: str = "*") -> None:
    """Press Tab until what begins like the pattern ``name`` and fits ``kind`` has the focus."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if re.match(name, page.evaluate(SPOKEN, kind).strip()):
            return
    raise AssertionError(f"{MOST_TABS} tabs did not lead to '{name}'")


def follow(page: Page, name: str, to: str, kind: str = "*") -> None:
    """Tab to a link, and press it."""
    tab_to(page, name, kind)
    page.keyboard.press("Enter")
    page.wait_for_url(to)


def test_a_keyboard_alone_leads_from_the_log_in_to_a_replayed_step(
    town_site: Site, open_context: Callable[..., BrowserContext]
) -> None:
    page = open_context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(town_site.url)
    follow(page, "Log in", "**/log-in*")
    tab_to(page, "Name")
    page.keyboard.type("ada")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/bots")
    follow(page, "Games", "**/games")
    follow(page, "Virus War", "**/games/virus-war", "main a")
    follow(page, "Matches", "**/games/virus-war/matches", "main a")
    follow(page, r".* won", "**/matches/*", ".matches .what a")
    expect(page.locator("#player[data-ready]")).to_be_visible()
    tab_to(page, "Next step")
    before = page.locator(".counter").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator(".counter")).not_to_have_text(before)


def test_over_plain_http_from_another_machine_people_log_in_and_copy(
    town_site: Site, open_context: Callable[..., BrowserContext]
) -> None:
    site = Site(town_site.url.replace("127.0.0.1", LAN), town_site.town)
    context = open_context()
    page = context.new_page()
    with Watch(page) as watch:
        page.goto(f"{site.url}/log-in?next=/docs/quick-start")
        page.get_by_label("Name").fill("ada")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("main").get_by_role("button", name="Log in").click()
        page.wait_for_url("**/docs/quick-start")
        assert page.evaluate("[isSecureContext, navigator.clipboard === undefined]") == [
            False,
            True,
        ]
        [cookie] = [one for one in context.cookies(site.url) if one["name"] == COOKIE]
        assert not cookie["secure"]
        button = page.get_by_role("button", name="Copy").first
        button.click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert watch.complaints == []


def test_pages_are_readable_without_scripts(
    town_site: Site, open_context: Callable[..., BrowserContext]
) -> None:
    phone = {"width": 390, "height": 844}
    page = open_context(java_script_enabled=False, viewport=phone).new_page()
    for name in WITHOUT_SCRIPTS:
        page.goto(town_site.url + PUBLIC[name].format(**town_site.town.places))
        assert page.locator("h1").count() == 1, name
        assert len(page.locator("main").inner_text()) > 300, name
        assert page.evaluate(OUT_OF_REACH) == [], name


@pytest.mark.parametrize("name", ["home", "matches"])
def test_the_longest_names_turn_no_list_sideways_on_a_phone(
    name: str, town_site: Site, tab: Callable[[str], Page]
) -> None:
    page = tab("")
    page.set_viewport_size({"width": 390, "height": 900})
    visit(page, town_site, PUBLIC[name].format(**town_site.town.places))
    page.evaluate(LENGTHEN, LONG)
    inner = page.evaluate("document.documentElement.scrollWidth")
    page.set_viewport_size({"width": 1280, "height": 900})
    assert inner <= 390


def test_a_name_in_a_table_keeps_its_word_on_a_phone(
    town_site: Site, tab: Callable[[str], Page]
) -> None:
    page = tab("")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{town_site.url}/matches/{town_site.town.crashed}")
    names = page.locator("#match-facts th .sits").all()
    heights = [box["height"] for name in names if (box := name.bounding_box())]
    page.set_viewport_size({"width": 1280, "height": 900})
    assert len(heights) == 2
    assert max(heights) < 60, "a line, with its version two; not one for each letter"


def test_on_paper_is_what_is_read_without_what_is_clicked(
    town_site: Site, tab: Callable[[str], Page]
) -> None:
    page = tab("")
    visit(page, town_site, PUBLIC["leaderboard"])
    page.emulate_media(media="print")
    shown = page.locator("a.button, .tabs a").filter(visible=True).all_inner_texts()
    page.emulate_media(media="screen")
    assert shown == []
    assert page.get_by_role("table").count() > 0


def test_a_match_is_told_as_it_was(town_site: Site, tab: Callable[[str], Page]) -> None:
    page = tab("")
    visit(page, town_site, f"/matches/{golden_match(page, town_site)}")
    page.keyboard.press("End")
    check_aria("match", page.locator("main"))


def golden_match(page: Page, site: Site) -> str:
    """The last match in which hammer sat first against greedy."""
    for match in reversed(site.town.matches["virus-war"]):
        found = page.request.get(f"{site.url}/api/v1/matches/{match}").json()
        names = [seat["bot"] for seat in found["seats"]]
        if names[0] == site.town.bots["hammer"]:
            return match
    raise AssertionError("hammer never sat first")
