"""The dice game's HTML replay in a real browser: the table, chairs, and playing by hand."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scuffle import play
from scuffle.html import data_url
from scuffle.registry import make, web_module
from scuffle.replay import Replay

GAME = "virus-roll-write"
TARGET_PX = 24
"""The least size of what a finger is to hit, and how far it is from the next (WCAG 2.5.8)."""

pytestmark = pytest.mark.needs_chromium


@pytest.fixture(scope="module")
def replay() -> Replay:
    return play(GAME, ["greedy", "random", "greedy", "random"], seed=5)


@pytest.fixture(params=[390, 1280])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": request.param, "height": 900})
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    yield opened
    assert faults == []
    context.close()


def test_every_frame_is_drawn_and_fits(page: Page, replay: Replay, tmp_path: Path) -> None:
    file = tmp_path / "match.html"
    file.write_text(replay.to_html(), "utf-8")
    page.goto(file.as_uri())
    expect(page.locator(".board text").first).to_be_attached()
    page.keyboard.press("ArrowRight")
    # The others in one call: between two presses the browser would paint, for nobody to see.
    page.evaluate(
        """(steps) => {
          const press = { key: "ArrowRight", bubbles: true };
          for (let i = 0; i < steps; i += 1) {
            document.body.dispatchEvent(new KeyboardEvent("keydown", press));
          }
        }""",
        len(replay.steps) - 1,
    )
    expect(page.locator(".board")).to_have_attribute("aria-label", _summary(replay))
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    names = page.locator(".board text").all_text_contents()
    assert {"greedy", "random", "greedy (2)", "random (2)"} <= set(names)


def test_a_phone_that_is_turned_draws_again(
    browser: Browser, replay: Replay, tmp_path: Path
) -> None:
    file = tmp_path / "match.html"
    file.write_text(replay.to_html(), "utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(file.as_uri())
    expect(page.locator(".board text").first).to_be_attached()
    wide = page.locator(".board").get_attribute("viewBox")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".board")).not_to_have_attribute("viewBox", wide or "")
    page.close()


def _summary(replay: Replay) -> str:
    view = list(replay.frames())[-1][1]
    points = ", ".join(map(str, view["scores"]))
    return f"Round 8 of 8; The end: {max(view['scores'])} points are the most; points {points}"


def test_a_chair_is_drawn_first(page: Page, replay: Replay, tmp_path: Path) -> None:
    file = tmp_path / "match.html"
    file.write_text(replay.to_html(), "utf-8")
    page.goto(f"{file.as_uri()}#step=40")
    for player in range(4):
        page.locator(f".views button[value='{player}']").click()
        first = page.locator(".board > g").nth(3).locator("text").first
        expect(first).to_have_text(replay.players[player].name)


def test_a_click_takes_a_die_and_another_places_it(page: Page) -> None:
    """As a page for hand play would use the renderer: the clicks end in legal actions."""
    game = make(GAME, {})
    state = game.setup(2)
    for face in [4, 1, 1, 2, 2, 6, *[3] * 6]:
        state = game.apply(state, -1, {"action": "roll", "params": {"value": face}})
    view = game.view(state, 0) | {"legal_actions": list(game.legal_actions(state, 0))}
    page.set_content("<svg id=table style=width:100%></svg>")
    page.evaluate(
        """async ([module, view]) => {
          const { draw } = await import(module);
          window.chosen = [];
          const onAction = (action) => chosen.push(action);
          draw(document.getElementById("table"), view, { onAction, labels: ["ann", "greedy"] });
        }""",
        [data_url(web_module(GAME)), view],
    )
    assert page.locator("[data-action]").count() == 0
    dice = [box for one in page.get_by_role("button").all() if (box := one.bounding_box())]
    assert min(b["x"] - a["x"] for a, b in pairwise(dice)) >= TARGET_PX
    assert min(min(one["width"], one["height"]) for one in dice) >= TARGET_PX
    said = page.locator("[role=button] title").all_text_contents()
    assert said
    assert all(one.endswith(" of ann") for one in said)
    page.get_by_role("button", name="take the 4", exact=True).click()
    offered = [json.loads(text) for text in page.locator("[data-action]").evaluate_all(
        "nodes => nodes.map((node) => node.dataset.action)")]  # fmt: skip
    assert offered
    assert all(action in view["legal_actions"] for action in offered)
    page.get_by_role("button", name="place the 4 on the green trial card").click()
    page.get_by_role("button", name="take the 4 as a 1").press("Enter")
    page.get_by_role("button", name="place the 1 on the contaminated samples").press("Enter")
    placed = {"die": 4, "value": 4, "target": "trial", "disease": 2}
    turned = {"die": 4, "value": 1, "target": "contaminated"}
    assert page.evaluate("chosen") == [
        {"action": "place", "params": params} for params in (placed, turned)
    ]
