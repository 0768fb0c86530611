"""A person plays by hand in a browser: by mouse, by keyboard, by typing."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from e2e.golden import check_aria
from hand_table import PASSWORD, Hall
from playwright.sync_api import BrowserContext, Page, Route, expect
from werkzeug.serving import make_server

from scuffle.hand import ASKS_AFTER_S, board_key

pytestmark = pytest.mark.needs_chromium


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, valkey: str) -> Iterator[tuple[Hall, str]]:
    """A site at which boards are open, carried on beside us, and its address."""
    made = Hall.build(tmp_path_factory.mktemp("hall"), valkey)
    made.open_boards()
    for name in ("ann", "bob"):
        made.enter(name)
    stop = threading.Event()

    def carry_on() -> None:
        while not stop.wait(0.3):
            made.carry_on()

    carrying = threading.Thread(target=carry_on)
    server = make_server("127.0.0.1", 0, made.app, threaded=True)
    serving = threading.Thread(target=server.serve_forever)
    for thread in (carrying, serving):
        thread.start()
    yield made, f"http://127.0.0.1:{server.server_port}"
    stop.set()
    server.shutdown()
    for thread in (carrying, serving):
        thread.join()
    server.server_close()
    made.close()


def turn(page: Page) -> None:
    expect(page.get_by_role("heading", name="It is your move.")).to_be_visible()


def at_a_board(page: Page, url: str, name: str) -> None:
    """Log in, and begin a small match of one's own."""
    page.goto(f"{url}/log-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.goto(f"{url}/play?game=virus-war")
    page.get_by_label("Opponent").select_option(label="greedy")
    page.get_by_label("You are").select_option(label="first to move")
    page.get_by_text("Settings:").click()
    page.get_by_label("Size").select_option("6")
    page.get_by_role("button", name="Play", exact=True).click()
    turn(page)


def test_a_match_by_mouse_keyboard_and_typing(
    hall: tuple[Hall, str], open_context: Callable[..., BrowserContext], screenshots: Path
) -> None:
    _, url = hall
    page = open_context(viewport={"width": 1280, "height": 900}).new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    at_a_board(page, url, "ann")
    check_aria("play", page.locator("main"))
    page.get_by_role("button", name="grow b2").click()
    expect(page.get_by_text("2 actions left")).to_be_visible()
    page.get_by_role("button", name="grow c3").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 action left")).to_be_visible()
    page.wait_for_function("() => document.activeElement.closest('#drawn svg') !== null")
    page.get_by_label("Type a move").fill("f6")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="not among the moves")).to_be_visible()
    page.get_by_label("Type a move").fill("C3")
    page.keyboard.press("Enter")

    told = page.get_by_role("log", name="What others did")
    expect(told).to_contain_text("greedy grows on")
    turn(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        assert Axe().run(page).violations_count == 0
    page.screenshot(path=screenshots / "hand-1280-dark.png", full_page=True)
    page.set_viewport_size({"width": 390, "height": 900})
    page.screenshot(path=screenshots / "hand-390-dark.png", full_page=True)
    widths = page.evaluate("[document.body.scrollWidth, document.body.clientWidth]")
    assert widths[0] <= widths[1]

    page.goto(f"{url}/play")
    expect(page.get_by_text("Your match goes on")).to_be_visible()
    page.get_by_role("link", name="Back to your board").click()
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("link", name="Watch the replay")).to_be_visible()
    # The page before does not say any more that it goes on.
    page.go_back()
    expect(page.get_by_role("heading", name="Play", exact=True)).to_be_visible()
    expect(page.get_by_text("Your match goes on")).to_have_count(0)
    page.go_forward()
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator("#player[data-ready]")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("greedy won, ann left the game")
    assert [one for one in complaints if "422 (UNPROCESSABLE" not in one] == []


def test_away_lost_and_asked_whether_one_is_there(
    hall: tuple[Hall, str], open_context: Callable[..., BrowserContext], screenshots: Path
) -> None:
    """The queue goes away and forgets a move; then three minutes pass without one."""
    made, url = hall
    page = open_context(viewport={"width": 390, "height": 900}, color_scheme="light").new_page()
    page.clock.install()
    at_a_board(page, url, "bob")
    match_id = page.url.rsplit("/", 1)[1]
    note = page.get_by_role("status")

    def away(route: Route) -> None:
        told = {"detail": "The board cannot be reached just now.", "hint": "Wait a moment."}
        route.fulfill(status=503, json=told)

    page.route("**/news.json*", away)
    expect(note).to_have_text("The board cannot be reached just now. Wait a moment.")
    page.screenshot(path=screenshots / "hand-away-390-light.png", full_page=True)
    page.unroute("**/news.json*")
    expect(note).to_be_hidden()

    # A move that the site took and the queue forgot: the board is shown anew, and asks again.
    page.route("**/move", lambda route: route.fulfill(status=204))
    page.get_by_role("button", name="grow b2").click()
    expect(page.locator("#moves")).to_be_hidden()
    page.unroute("**/move")
    made.queue.connection.delete(board_key(match_id))
    expect(page.locator("#moves")).to_be_visible()

    there = page.locator("#away")
    expect(there).to_be_hidden()
    page.clock.fast_forward((ASKS_AFTER_S - 30) * 1000)
    expect(there).to_be_hidden()
    page.clock.fast_forward(31_000)
    expect(there).to_be_visible()
    expect(there).to_contain_text("Are you still there?")
    page.screenshot(path=screenshots / "hand-there-390-light.png", full_page=True)
    ends = made.scene("bob", match_id)["left_s"]
    there.get_by_role("button", name="I am here").click()
    expect(there).to_be_hidden()
    made.next_scene("bob", match_id, lambda scene: scene["left_s"] > ends)
    page.clock.fast_forward(31_000)
    expect(there).to_be_hidden()
    page.get_by_role("button", name="grow b2").click()
    expect(page.get_by_text("2 actions left")).to_be_visible()
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("link", name="Watch the replay")).to_be_visible()


def test_a_page_that_was_kept_whole_is_asked_for_anew(
    hall: tuple[Hall, str], open_context: Callable[..., BrowserContext]
) -> None:
    """As browsers with a cache of whole pages do it, which the one of the tests has not."""
    page = open_context().new_page()
    page.goto(f"{hall[1]}/play")
    page.evaluate("document.querySelector('h1').textContent = 'of old'")
    with page.expect_navigation():
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.get_by_role("heading", name="Play", exact=True)).to_be_visible()
