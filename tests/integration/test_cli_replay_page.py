"""The HTML replay in a real browser, from a file: every control, narrow and wide."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from scuffle import play

pytestmark = pytest.mark.needs_chromium


def tagging(state, api):
    if state["turn"] == 3:
        api.tag("third turn")
    kills = [action for action in state["legal_actions"] if action["action"] == "kill"]
    return api.random.choice(kills or state["legal_actions"])


@pytest.fixture(scope="module")
def replay():
    return play("virus-war-fog", [tagging, "greedy"], seed=3)


@pytest.fixture(scope="module")
def file(replay, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "match.html"
    path.write_text(replay.to_html(), "utf-8")
    return path.as_uri()


@pytest.fixture
def page(browser, file) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    opened.on(
        "request",
        lambda sent: None if sent.url.startswith(("file:", "data:")) else faults.append(sent.url),
    )
    opened.goto(file)
    expect(opened.locator(".board *").first).to_be_attached()
    yield opened
    assert faults == []
    context.close()


def at(page, step):
    expect(page.locator(".counter")).to_have_text(re.compile(rf"^{step} / "))


def test_buttons_walk_through_the_match(page, replay):
    last = len(replay.steps)
    at(page, 0)
    expect(page.get_by_role("button", name="Previous step")).to_be_disabled()
    page.get_by_role("button", name="Next step").click()
    at(page, 1)
    page.get_by_role("button", name="Next turn").click()
    at(page, 4)
    page.get_by_role("button", name="Previous turn").click()
    at(page, 1)
    page.get_by_role("button", name="Last").click()
    at(page, last)
    expect(page.get_by_role("button", name="Next step")).to_be_disabled()
    page.get_by_role("button", name="First").click()
    at(page, 0)


def test_keys_do_the_same_and_can_be_switched_off(page, replay):
    for key, step in [("ArrowRight", 1), ("ArrowUp", 0), ("End", len(replay.steps)), ("Home", 0)]:
        page.keyboard.press(key)
        at(page, step)
    page.get_by_label("Shortcuts on").uncheck()
    page.keyboard.press("End")
    at(page, 0)


def test_it_plays_and_pauses(page, replay):
    page.get_by_label("Speed").select_option("8")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".counter")).not_to_have_text(re.compile("^0 / "))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")


def test_a_link_names_a_step(page, file):
    page.goto(f"{file}#step=12")
    at(page, 12)
    expect(page.get_by_role("link", name="Link to this step")).to_have_attribute("href", "#step=12")
    page.get_by_role("link", name="third turn").or_(
        page.locator(".mark-list a").first
    ).first.click()
    expect(page.locator(".sentence")).to_contain_text("tagging")


def test_a_player_sees_no_more_than_it_saw(page, replay):
    page.goto(f"{page.url}#step=30")
    at(page, 30)
    page.get_by_text("The board as a table").click()
    cells = page.locator(".board-table td")
    assert "hidden" not in cells.all_inner_texts()
    page.get_by_role("group", name="Seen by").get_by_role("button", name="tagging").click()
    expect(cells.filter(has_text="hidden").first).to_be_visible()
    view = dict(replay.frames(0))[30]
    assert cells.all_inner_texts().count("hidden") == sum(row.count(-2) for row in view["board"])
    page.keyboard.press("v")
    expect(page.get_by_role("button", name="greedy")).to_have_attribute("aria-pressed", "true")


def test_chart_notation_and_moves_are_there(page, replay):
    assert page.locator(".plot polyline").count() == 2
    page.get_by_text("Figures").click()
    expect(page.get_by_role("table", name="Cells available")).to_be_visible()
    page.get_by_text("Notation").click()
    expect(page.locator(".notation")).to_contain_text("1. ")
    assert page.locator(".move").count() == len(replay.steps)
    page.locator(".move").nth(6).click()
    at(page, 7)
    expect(page.locator(".move").nth(6)).to_have_attribute("aria-current", "step")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_sticks_out_and_targets_are_large(browser, file, width, scheme):
    context = browser.new_context(
        viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(f"{file}#step=40")
    at(page, 40)
    for summary in page.locator("summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for button in page.get_by_role("button").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 24
    context.close()


def test_axe_finds_nothing(page):
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
