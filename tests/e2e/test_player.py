"""The replay player on the site: matches being played, links, colours, frames elsewhere."""

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from e2e.conftest import Site, log_in, serve
from e2e.stage import Stage
from e2e.town_copies import copy_town
from flask import Flask
from playwright.sync_api import BrowserContext, Page, expect
from werkzeug.serving import make_server
from werkzeug.wrappers import Response

from scuffle.wire import visible
from scuffle_platform.live import Live
from scuffle_platform.settings import Settings
from scuffle_platform.supervisor.waiting import wait_until

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., BrowserContext]


@dataclass(frozen=True)
class Theatre(Site):
    """A site on which matches are staged."""

    app: Flask
    redis: str

    def stage(self, game: str, *bots: str, broken: int | None = None) -> Stage:
        store = self.app.extensions["scuffle.store"]
        return Stage(store, self.redis, game, [self.town.bots[name] for name in bots], broken)


@pytest.fixture(scope="module")
def theatre(
    tmp_path_factory: pytest.TempPathFactory, kept_town: Path, valkey: str
) -> Iterator[Theatre]:
    settings = Settings(data=tmp_path_factory.mktemp("theatre"), redis_url=valkey)
    town = copy_town(kept_town, settings.data)
    served = serve(settings)
    with served as url:
        yield Theatre(url, town, served.app, valkey)
        served.app.extensions["scuffle.live"].close()


HIDABLE = """
let hidden = false;
Object.defineProperty(document, "hidden", { get: () => hidden });
window.hide = (now) => {
  hidden = now;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""


def free_places(live: Live) -> int:
    """How many streams more may be opened now."""
    return live.places._value


def opened(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(url)
    return page


def pasted(page: Page) -> str:
    """What was copied last."""
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<textarea class=pasted>')")
    box = page.locator(".pasted").last
    box.press("Control+v")
    return box.input_value()


def counter(page: Page, text: str) -> None:
    expect(page.locator(".counter")).to_have_text(text)


def test_a_match_is_watched_while_it_is_played(theatre: Theatre, open_context: Open) -> None:
    home = opened(open_context(), theatre.url)
    stage = theatre.stage("virus-war-fog", "lantern", "lantern")
    stage.show(5)
    # The first page finds it by itself.
    home.locator(f".matches a[href='/matches/{stage.match_id}']").click()
    counter(home, "5 / 5")
    late = opened(open_context(), f"{theatre.url}/matches/{stage.match_id}#step=2&as=1")
    expect(late.locator(".views [aria-pressed=true]")).to_have_text("lantern")
    assert late.locator("svg.board").inner_html() != home.locator("svg.board").inner_html()

    stage.show(4)
    counter(home, "9 / 9")
    home.keyboard.press("ArrowLeft")
    stage.show(2)
    counter(home, "8 / 11")
    for eyes in ("lantern", "Everyone"):
        home.locator(".views button", has_text=eyes).first.click()
        expect(home.locator(".views [aria-pressed=true]")).to_have_text(eyes)
        counter(home, "8 / 11")
    home.keyboard.press("End")
    stage.show(1)
    counter(home, "12 / 12")
    expect(home.locator("#match-facts")).to_contain_text("Once the match has ended")

    stage.record()
    last = len(stage.report.steps)
    for page in (home, late):
        expect(page.locator("#live-note")).to_have_text("The match has ended.")
        expect(page.locator(".counter")).to_have_text(re.compile(f"/ {last}$"))
        expect(page.locator("#match-head")).to_contain_text("won")
        expect(page.locator("#match-facts")).to_contain_text("scuffle rerun")
        expect(page.locator(".seat-note")).to_have_count(2)
    expect(home.locator(".move")).to_have_count(last)


def test_a_tab_that_nobody_sees_gives_its_place_back(theatre: Theatre, open_context: Open) -> None:
    live: Live = theatre.app.extensions["scuffle.live"]
    stage = theatre.stage("virus-roll-write", "roller", "roller", broken=1)
    stage.show(3)
    context = open_context()
    context.add_init_script(HIDABLE)
    page = context.new_page()
    page.clock.install()
    free = live.places._initial_value  # type: ignore[attr-defined]
    wait_until(lambda: free_places(live) == free, 20, "no stream of an earlier page is left")
    page.goto(f"{theatre.url}/matches/{stage.match_id}")
    counter(page, "3 / 3")
    assert free_places(live) == free - 1
    page.evaluate("hide(true)")
    page.clock.fast_forward(20_000)
    stage.show(1)
    counter(page, "4 / 4")
    page.clock.fast_forward(10_500)
    wait_until(lambda: free_places(live) == free, 20, "its place is free again")
    stage.show(2)
    page.evaluate("hide(false)")
    counter(page, "6 / 6")
    assert free_places(live) == free - 1
    # Whoever was not at the end goes on where they were.
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.evaluate("hide(true)")
    page.clock.fast_forward(30_500)
    wait_until(lambda: free_places(live) == free, 20, "its place is free again")
    stage.show(2)
    page.evaluate("hide(false)")
    counter(page, "1 / 8")
    page.keyboard.press("End")
    # Seen again in time it keeps its place.
    page.evaluate("hide(true)")
    page.clock.fast_forward(20_000)
    page.evaluate("hide(false)")
    page.clock.fast_forward(20_000)
    assert free_places(live) == free - 1
    stage.record()
    step = stage.report.seats[1].verdict.step
    expect(page.locator("#live-note")).to_have_text(
        f"roller failed at step {step}: crash. The match has ended."
    )


def test_a_program_that_fails_while_others_play_on_is_shown_at_that_step(
    theatre: Theatre, open_context: Open, screenshots: Path
) -> None:
    stage = theatre.stage("virus-roll-write", "roller", "roller", "roller", broken=1)
    step = stage.report.seats[1].verdict.step or 0
    stage.show(step)
    page = opened(open_context(), f"{theatre.url}/matches/{stage.match_id}")
    counter(page, f"{step} / {step}")
    expect(page.locator(".mark-fault")).to_have_count(0)
    stage.show(1)
    expect(page.locator(".seat-1 .seat-note")).to_have_text("crash")
    expect(page.locator("#live-note")).to_have_text(
        f"roller failed at step {step}: crash. The others play on."
    )
    expect(page.locator(".mark-fault")).to_have_count(1)
    page.locator(".mark-list").get_by_role("link", name=str(step), exact=True).click()
    counter(page, f"{step} / {step + 1}")
    for width, scheme in ((390, "light"), (1280, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.screenshot(path=screenshots / f"live-fault-{width}-{scheme}.png", full_page=True)
    stage.record()
    expect(page.locator("#live-note")).to_have_text("The match has ended.")


def test_without_a_place_the_page_asks_for_frames(theatre: Theatre, open_context: Open) -> None:
    places = theatre.app.extensions["scuffle.live"].places
    taken = 0
    while places.acquire(blocking=False):
        taken += 1
    try:
        stage = theatre.stage("virus-war", "needle", "hammer")
        stage.show(3)
        page = opened(open_context(), f"{theatre.url}/matches/{stage.match_id}")
        expect(page.locator("#live-note")).to_contain_text("every few seconds")
        counter(page, "3 / 3")
        stage.show(2)
        counter(page, "5 / 5")
        stage.record()
        expect(page.locator("#match-head")).to_contain_text("finished")
    finally:
        for _ in range(taken):
            places.release()


def test_links_name_step_and_eyes_and_are_copied_over_plain_http(
    theatre: Theatre, open_context: Open
) -> None:
    context = open_context()
    context.add_init_script("delete Navigator.prototype.clipboard")
    url = theatre.url + "/matches/{fog}#step=12&as=1".format(**theatre.town.places)
    page = opened(context, url)
    expect(page.locator(".counter")).to_have_text(re.compile("^12 / "))
    expect(page.locator(".views [value='1']")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Copy the link to this step").click()
    expect(page.get_by_label("Copy the link to this step")).to_have_text("Copied")
    page.get_by_label(re.compile(r"Copy the link to step \d+$")).first.click()
    expect(page.locator(".turn-copy .icon-done")).to_have_count(1)
    assert pasted(page).endswith("#step=1")


def test_one_s_own_bot_is_always_in_the_same_colour(theatre: Theatre, open_context: Open) -> None:
    context = open_context()
    log_in(context, theatre, "ada")
    page = opened(context, f"{theatre.url}/matches/{theatre.town.crashed}#step=9999")
    # The request that failed took no step; it stands beside the last one.
    expect(page.locator(".ownlog")).to_contain_text(re.compile(r"Request \d+ · .* CPU · .* wall"))
    expect(page.locator(".ownlog .beside")).to_contain_text("KeyError")
    nasty = "a\tb\n\u202ec\u2069\x1b\x85\r\U000e0041\u00a0é 😀\u2028"
    spelt = "text => import('/assets/site/visible.js').then(({ visible }) => visible(text))"
    assert page.evaluate(spelt, nasty) == visible(nasty, but="\n\t")
    seat = theatre.town.crashed_seat
    mine, other = (page.locator(f".seat-{player} .sign") for player in (seat, 1 - seat))
    colour = "element => getComputedStyle(element).color"
    before = {mine.evaluate(colour), other.evaluate(colour)}
    page.get_by_label("My bot always in blue").check()
    blue = mine.evaluate(colour)
    assert {blue, other.evaluate(colour)} == before
    page.reload()
    expect(page.get_by_label("My bot always in blue")).to_be_checked()
    assert mine.evaluate(colour) == blue
    red, _, rest = blue.removeprefix("rgb(").partition(",")
    assert int(red) < int(rest.rpartition(",")[2].strip(" )"))


def test_a_hidden_tab_pauses_and_marks_have_shapes(theatre: Theatre, open_context: Open) -> None:
    page = opened(open_context(), theatre.url + "/matches/{crashed}".format(**theatre.town.places))
    page.get_by_role("button", name="Play", exact=True).click()
    page.evaluate("""() => {
        Object.defineProperty(document, 'hidden', { value: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    drawn = {
        kind: page.locator(f".mark-{kind}").first.get_attribute("d") for kind in ("fault", "end")
    }
    assert len(set(drawn.values())) == 2
    page.get_by_text("The board as a table").click()
    headers = page.locator(".board-table th")
    expect(headers.last).to_be_visible()
    assert {header.get_attribute("scope") for header in headers.all()} == {"col", "row"}


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """Somebody else's site with one page; gives its address."""
    page = Response(mimetype="text/html")
    server = make_server("127.0.0.1", 0, page)
    thread = threading.Thread(target=server.serve_forever)

    def show(html: str) -> str:
        page.set_data(html)
        return f"http://localhost:{server.server_port}/"

    thread.start()
    yield show
    server.shutdown()
    thread.join()
    server.server_close()


def test_only_the_player_alone_stands_in_frames_elsewhere(
    theatre: Theatre, open_context: Open, elsewhere: Callable[[str], str]
) -> None:
    page = open_context().new_page()
    address = theatre.url + "/matches/{fog}".format(**theatre.town.places)
    frames = (
        f"<iframe id=player src='{address}/embed' width=900 height=900></iframe>"
        f"<iframe id=page src='{address}'></iframe>"
    )
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text))
    page.goto(elsewhere(frames))
    player = page.frame_locator("#player")
    expect(player.locator("#player[data-ready]")).to_be_attached()
    player.get_by_role("button", name="Last").click()
    expect(player.locator(".counter")).to_have_text(re.compile(r"^(\d+) / \1$"))
    # A link leads to the match's own page: who follows it is not in the frame.
    last = player.locator(".scrub").input_value()
    link = player.get_by_role("link", name="Link to this step")
    expect(link).to_have_attribute("href", f"{address}#step={last}")
    expect(link).to_have_attribute("target", "_blank")
    player.get_by_label("Copy the link to this step").click()
    expect(player.get_by_label("Copy the link to this step")).to_have_text("Copied")
    assert pasted(page) == f"{address}#step={last}"
    player.get_by_label("Copy the link to step 1", exact=True).click()
    expect(player.locator(".turn-copy .icon-done")).to_have_count(1)
    assert pasted(page) == f"{address}#step=1"
    expect(page.frame_locator("#page").locator("#match-head")).to_have_count(0)
    assert any("frame-ancestors" in text for text in refused)
