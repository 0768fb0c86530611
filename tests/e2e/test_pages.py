"""Every page, on a phone and on a desk, light and dark: whole, quiet, readable, light in weight."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from e2e.conftest import Site
from playwright.sync_api import ConsoleMessage, Error, Page, Response, expect

pytestmark = pytest.mark.needs_chromium

LIST_KB, MATCH_KB = 30, 120
"""Transfer of a first visit, everything included; a match's replay comes on top."""

FIRST = (390, "light")
LATER = r"/frames/|film\.json|/vendor/codemirror/"
"""What a page can be read without: replays, and the editor, which is as heavy as all the rest."""

VIEWS = (FIRST, (390, "dark"), (1280, "dark"), (1280, "light"))
READ = {
    FIRST: {},
    (1280, "dark"): {"runOnly": ["color-contrast", "target-size", "scrollable-region-focusable"]},
}
"""What axe reads: everything once, and what width and scheme decide with each of them once."""

NARROWEST = 320
"""A page must not scroll sideways there (WCAG 1.4.10): a phone's width, or four times as large."""

MOVED, MOVES_LESS = (
    """
() => {
  const watch = new PerformanceObserver(() => {});
  watch.observe({ type: "layout-shift", buffered: true });
  return watch.takeRecords().reduce((sum, shift) => sum + shift.value, 0);
}
""",
    0.05,
)
"""How far a page's parts jumped while it was loaded (web.dev/cls), and what is let pass."""

DOCS = (
    "quick-start", "protocol", "limits", "languages", "verdicts", "cli", "api", "ratings", "series",
    "tournaments", "leagues", "write-a-game", "run-a-site", "practice",
)  # fmt: skip
PUBLIC = {
    "home": "/",
    "now": "/now",
    "games": "/games",
    "game": "/games/virus-war",
    "state": "/games/virus-war/state",
    "leaderboard": "/games/virus-war/leaderboard",
    "season": "/games/virus-war-steps/seasons/{season}",
    "matches": "/games/virus-war/matches",
    "play": "/play?game=virus-war-fog",
    "no-matches": "/games/virus-war/matches?bot=needle&verdict=memory",
    "all-matches": "/matches?tag=feast",
    "queue": "/queue",
    "practice": "/practice?game=virus-roll-write",
    "bot": "/bots/{needle}",
    "version": "/bots/{needle}/versions/2",
    "against": "/bots/{needle}/against/{hammer}",
    "match": "/matches/{finished}",
    "fog-match": "/matches/{fog}",
    "dice-match": "/matches/{dice}",
    "embed": "/matches/{fog}/embed",
    "dice-rules": "/games/virus-roll-write",
    "dice-state": "/games/virus-roll-write/state",
    "dice-bot": "/bots/{roller}",
    "waiting-match": "/matches/{queued}",
    "table-series": "/series/{table_series}",
    "leagues": "/leagues",
    "open-league": "/leagues/{free_league}",
    "tournaments": "/tournaments",
    "round-robin": "/tournaments/{robin}",
    "bracket": "/tournaments/{bracket}",
    "community": "/community",
    "people-here": "/community/people",
    "public-bots": "/community/bots",
    "announcements": "/community/announcements",
    "announcement": "/community/announcements/{announcement}",
    "person": "/people/ada",
    "arabic-bot": "/bots/{arabic}",
    "long-bot": "/bots/{long}/versions/1",
    "hebrew-person": "/people/נעמי",
    "source": "/bots/{strider}/versions/1/files",
    "sign-up": "/sign-up",
    "log-in": "/log-in",
    "link": "/log-in/some-secret",
    "docs-search": "/docs/search?q=timeout",
    "missing": "/nothing-here",
    **{f"docs-{name}": f"/docs/{name}" for name in DOCS},
}
OWN = {
    "own-home": "/",
    "own-play": "/play?game=virus-war-steps",
    "play-on": "/matches/{finished}/play-on?step=9",
    "my-bots": "/bots",
    "my-matches": "/matches?mine=1&outcome=loss",
    "new-bot": "/bots/new",
    "upload": "/bots/{needle}/upload",
    "own-bot": "/bots/{glass}",
    "own-version": "/bots/{needle}/versions/2",
    "changes": "/bots/{needle}/versions/2/changes",
    "checking": "/bots/{fresh}/versions/1",
    "rejected": "/bots/{broken}/versions/1",
    "own-match": "/matches/{crashed}",
    "my-series": "/series",
    "series": "/series/{series}",
    "new-series": "/series/new?bot={compass}",
    "new-tournament": "/tournaments/new",
    "own-cup": "/tournaments/{open_cup}",
    "my-leagues": "/leagues",
    "league": "/leagues/{league}",
    "own-league": "/leagues/{own_league}",
    "new-league": "/leagues/new",
    "join-league": "/leagues/join?code={league_code}",
    "log": "/matches/{crashed}/log/{crashed_seat}",
    "inbox": "/inbox",
    "play": "/play",
    "account": "/account",
    "device": "/device?code=" + "a1b2c3d4" * 8,
}
ADMIN = {
    "announce": "/community/announcements/new",
    "edit-announcement": "/community/announcements/{announcement}/edit",
    "operations": "/operations",
    "void": "/operations/void?worker=worker-1&since=2020-01-01T00:00",
    "people": "/operations/people",
    "trail": "/operations/trail",
}
LISTS = {
    "games", "leaderboard", "matches", "all-matches", "my-matches", "queue", "home", "my-bots",
    "tournaments", "community", "people-here", "public-bots", "announcements",
}  # fmt: skip


CUT_OFF = """
[...document.querySelectorAll(".tabs [aria-current]")]
  .filter((tab) => tab.getBoundingClientRect().right > document.documentElement.clientWidth)
  .map((tab) => tab.textContent)
"""


class Watch:
    """What a page does while it is loaded: its complaints, its weight."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.weights: dict[str, int] = {}

    def __enter__(self) -> "Watch":
        self.page.on("console", self._hear)
        self.page.on("pageerror", self._fail)
        self.page.on("response", self._weigh)
        return self

    def __exit__(self, *_: object) -> None:
        self.page.remove_listener("console", self._hear)
        self.page.remove_listener("pageerror", self._fail)
        self.page.remove_listener("response", self._weigh)

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and "404 (NOT FOUND)" not in said.text:
            self.complaints.append(said.text)

    def _fail(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _weigh(self, response: Response) -> None:
        self.weights[response.url] = int(response.headers.get("content-length", 0))

    def kilobytes(self, without: str = "$never") -> float:
        """Bytes over the wire in kB, bodies only, without what ``without`` matches."""
        kept = (size for url, size in self.weights.items() if not re.search(without, url))
        return sum(kept) / 1000


def look_at(page: Page, name: str, screenshots: Path) -> None:
    """Check a loaded page at both widths in both colour schemes, and take its picture."""
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(MOVED) < MOVES_LESS, f"{name} jumps while it is loaded"
    page.set_viewport_size({"width": NARROWEST, "height": 900})
    within(page, name, NARROWEST)
    for width, scheme in VIEWS:
        show(page, width, scheme)
        picture = screenshots / f"{name}-{width}-{scheme}.jpg"
        page.screenshot(path=picture, full_page=True, quality=70)
        within(page, name, width)
        assert page.evaluate(CUT_OFF) == [], f"{name} cuts off the tab that one is on at {width}"
        if (width, scheme) in READ:
            options = {"resultTypes": ["violations"], **READ[width, scheme]}
            found = AxeResults(page.evaluate("options => axe.run(options)", options))
            told = f"{name} {width} {scheme}\n{found.generate_report()}"
            assert found.violations_count == 0, told


def within(page: Page, name: str, width: int) -> None:
    """A page is no wider than its window."""
    inner, outer = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert inner <= outer, f"{name} scrolls sideways at {width}"


def show(page: Page, width: int, scheme: str) -> None:
    """A window that wide in that colour scheme."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]


def visit(page: Page, site: Site, path: str, view: tuple[int, str] = FIRST) -> Watch:
    """Open a page and wait until it is still."""
    show(page, *view)
    with Watch(page) as watch:
        page.goto(site.url + path.format(**site.town.places), wait_until="load")
        still(page)
    return watch


def still(page: Page) -> None:
    """Wait until all that a page draws is drawn."""
    expect(page.locator("#player:not([data-ready])")).to_have_count(0)
    expect(page.locator("[data-draw] pre")).to_have_count(0)
    expect(page.locator("#practice textarea:visible")).to_have_count(0)


@pytest.mark.parametrize("name", PUBLIC)
def test_public_page(
    name: str, town_site: Site, tab: Callable[[str], Page], screenshots: Path
) -> None:
    page = tab("")
    watch = visit(page, town_site, PUBLIC[name])
    assert watch.complaints == []
    assert watch.kilobytes(LATER) <= (LIST_KB if name in LISTS else MATCH_KB)
    look_at(page, name, screenshots)


@pytest.mark.parametrize("name", OWN)
def test_own_page(
    name: str, town_site: Site, tab: Callable[[str], Page], screenshots: Path
) -> None:
    page = tab("ada")
    watch = visit(page, town_site, OWN[name])
    assert watch.complaints == []
    look_at(page, name, screenshots)


@pytest.mark.parametrize("name", ADMIN)
def test_page_of_operations(
    name: str, town_site: Site, tab: Callable[[str], Page], screenshots: Path
) -> None:
    page = tab("olga")
    watch = visit(page, town_site, ADMIN[name])
    assert watch.complaints == []
    assert watch.kilobytes() <= LIST_KB
    look_at(page, name, screenshots)


def test_a_table_keeps_its_caption_and_a_phone_what_matters(
    town_site: Site, tab: Callable[[str], Page]
) -> None:
    page = tab("ada")
    visit(page, town_site, OWN["own-match"])
    attempts, caption = page.get_by_role("group", name="Attempts"), page.locator("caption").last
    before = caption.bounding_box()
    attempts.evaluate("frame => frame.scrollBy(200, 0)")
    assert caption.bounding_box() == before
    visit(page, town_site, OWN["my-bots"])
    for name in ("Upload", "Practice"):
        box = page.get_by_role("main").get_by_role("link", name=name).first.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] < FIRST[0]


ORDER = """name => {
  const told = document.querySelector("h1"), linked = document.querySelector(".sits a");
  told.textContent = `\u2068${name}\u2069 won`;
  linked.textContent = name;
  return [told, linked].map(({ firstChild }) => ["greedy", "אבגדה"].map((word) => {
    const range = document.createRange(), at = firstChild.data.indexOf(word);
    range.setStart(firstChild, at);
    range.setEnd(firstChild, at + word.length);
    return range.getBoundingClientRect().x;
  })).map(([latin, hebrew]) => latin < hebrew);
}"""


def test_a_name_of_two_directions_has_one_order(
    town_site: Site, tab: Callable[[str], Page]
) -> None:
    """In the seats it read "אבגדה-greedy", in the headline "greedy-אבגדה won"."""
    page = tab("")
    visit(page, town_site, PUBLIC["match"])
    assert page.evaluate(ORDER, "אבגדה-greedy") == [True, True]


def test_no_page_asks_another_host(town_site: Site, tab: Callable[[str], Page]) -> None:
    page = tab("")
    watch = visit(page, town_site, PUBLIC["match"])
    assert {url.split("/")[2] for url in watch.weights} == {page.url.split("/")[2]}


def test_the_sample_follows_the_language_until_it_is_edited(
    town_site: Site, tab: Callable[[str], Page]
) -> None:
    page = tab("ada")
    visit(page, town_site, OWN["new-bot"])
    box, language = page.locator("textarea"), page.get_by_label("Language")
    language.select_option("javascript")
    expect(box).to_have_value(re.compile("getAction"))
    box.fill("my own")
    language.select_option("python")
    expect(box).to_have_value("my own")
