"""Every page, on a phone and on a desk, light and dark: whole, quiet, readable, light in weight."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from e2e.conftest import Site, log_in
from playwright.sync_api import BrowserContext, Page, Response, expect

pytestmark = pytest.mark.needs_chromium

LIST_KB, MATCH_KB = 30, 120
"""Transfer of a first visit, everything included; a match's replay comes on top."""

VIEWS = ((390, "light"), (390, "dark"), (1280, "light"), (1280, "dark"))
READ = ((390, "light"), (1280, "dark"))
"""Where axe reads: each width and each scheme once."""

DOCS = (
    "quick-start", "protocol", "limits", "languages", "verdicts", "cli", "api", "ratings", "series",
    "tournaments", "leagues", "write-a-game", "run-a-site",
)  # fmt: skip
PUBLIC = {
    "home": "/",
    "games": "/games",
    "game": "/games/virus-war",
    "state": "/games/virus-war/state",
    "leaderboard": "/games/virus-war/leaderboard",
    "season": "/games/virus-war-steps/seasons/{season}",
    "matches": "/games/virus-war/matches",
    "no-matches": "/games/virus-war/matches?bot=needle&verdict=memory",
    "queue": "/queue",
    "bot": "/bots/{needle}",
    "version": "/bots/{needle}/versions/2",
    "against": "/bots/{needle}/against/{hammer}",
    "match": "/matches/{finished}",
    "fog-match": "/matches/{fog}",
    "dice-match": "/matches/{dice}",
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
    "sign-up": "/sign-up",
    "log-in": "/log-in",
    "link": "/log-in/some-secret",
    "missing": "/nothing-here",
    **{f"docs-{name}": f"/docs/{name}" for name in DOCS},
}
OWN = {
    "own-home": "/",
    "my-bots": "/bots",
    "new-bot": "/bots/new",
    "upload": "/bots/{needle}/upload",
    "own-bot": "/bots/{glass}",
    "own-version": "/bots/{needle}/versions/2",
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
    "account": "/account",
    "device": "/device?code=" + "a1b2c3d4" * 8,
}
ADMIN = {
    "operations": "/operations",
    "void": "/operations/void?worker=worker-1&since=2020-01-01T00:00",
    "people": "/operations/people",
    "trail": "/operations/trail",
}
LISTS = {"games", "leaderboard", "matches", "queue", "home", "my-bots", "tournaments"}


class Watch:
    """What a page did while it was loaded: its complaints, its weight."""

    def __init__(self, page: Page) -> None:
        self.complaints: list[str] = []
        self.weights: dict[str, int] = {}
        page.on("console", lambda said: self._hear(said.type, said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("response", self._weigh)

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and "404 (NOT FOUND)" not in text:
            self.complaints.append(text)

    def _weigh(self, response: Response) -> None:
        self.weights[response.url] = int(response.headers.get("content-length", 0))

    def kilobytes(self, without: str = "$never") -> float:
        """Bytes over the wire in kB, bodies only, without what ``without`` matches."""
        kept = (size for url, size in self.weights.items() if not re.search(without, url))
        return sum(kept) / 1000


def look_at(page: Page, name: str, screenshots: Path) -> None:
    """Check a loaded page at both widths in both colour schemes, and take its picture."""
    for width, scheme in VIEWS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        inner, outer = page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        page.screenshot(path=screenshots / f"{name}-{width}-{scheme}.png", full_page=True)
        assert inner <= outer, f"{name} scrolls sideways at {width}"
        if (width, scheme) not in READ:
            continue
        found = Axe().run(page)
        assert found.violations_count == 0, f"{name} {width} {scheme}\n{found.generate_report()}"


def visit(context: BrowserContext, site: Site, path: str) -> tuple[Page, Watch]:
    """Open a page and wait until it is still."""
    page = context.new_page()
    watch = Watch(page)
    page.goto(site.url + path.format(**site.town.places), wait_until="load")
    expect(page.locator("#player:not([data-ready])")).to_have_count(0)
    expect(page.locator("[data-draw] pre")).to_have_count(0)
    return page, watch


@pytest.mark.parametrize("name", PUBLIC)
def test_public_page(
    name: str, town_site: Site, open_context: Callable[..., BrowserContext], screenshots: Path
) -> None:
    page, watch = visit(open_context(), town_site, PUBLIC[name])
    assert watch.complaints == []
    assert watch.kilobytes(r"/frames/|film\.json") <= (LIST_KB if name in LISTS else MATCH_KB)
    look_at(page, name, screenshots)


@pytest.mark.parametrize("name", OWN)
def test_own_page(
    name: str, town_site: Site, open_context: Callable[..., BrowserContext], screenshots: Path
) -> None:
    context = open_context()
    log_in(context, town_site, "ada")
    page, watch = visit(context, town_site, OWN[name])
    assert watch.complaints == []
    look_at(page, name, screenshots)


@pytest.mark.parametrize("name", ADMIN)
def test_page_of_operations(
    name: str, town_site: Site, open_context: Callable[..., BrowserContext], screenshots: Path
) -> None:
    context = open_context()
    log_in(context, town_site, "olga")
    page, watch = visit(context, town_site, ADMIN[name])
    assert watch.complaints == []
    assert watch.kilobytes() <= LIST_KB
    look_at(page, name, screenshots)


@pytest.mark.parametrize(
    "name", ["home", "leaderboard", "match", "state", "version", "queue", "docs-api"]
)
def test_page_is_readable_without_javascript(
    name: str, town_site: Site, open_context: Callable[..., BrowserContext]
) -> None:
    page, _ = visit_plain(open_context(java_script_enabled=False), town_site, PUBLIC[name])
    assert page.locator("h1").count() == 1
    assert len(page.locator("main").inner_text()) > 300


def visit_plain(context: BrowserContext, site: Site, path: str) -> tuple[Page, Watch]:
    """Open a page without waiting for scripts."""
    page = context.new_page()
    watch = Watch(page)
    page.goto(site.url + path.format(**site.town.places))
    return page, watch


def test_no_page_asks_another_host(
    town_site: Site, open_context: Callable[..., BrowserContext]
) -> None:
    page, watch = visit(open_context(), town_site, PUBLIC["match"])
    assert {url.split("/")[2] for url in watch.weights} == {page.url.split("/")[2]}


def test_the_sample_follows_the_language_until_it_is_edited(
    town_site: Site, open_context: Callable[..., BrowserContext]
) -> None:
    context = open_context()
    log_in(context, town_site, "ada")
    page, _ = visit(context, town_site, OWN["new-bot"])
    box, language = page.locator("textarea"), page.get_by_label("Language")
    language.select_option("javascript")
    expect(box).to_have_value(re.compile("getAction"))
    box.fill("my own")
    language.select_option("python")
    expect(box).to_have_value("my own")
