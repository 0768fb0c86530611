"""A tournament on paper: what is read is there, what is clicked is not."""

from collections.abc import Callable
from pathlib import Path

import pytest
from e2e.conftest import Site
from playwright.sync_api import BrowserContext, expect

pytestmark = pytest.mark.needs_chromium

A4 = {"width": 718, "height": 1000}
"""A page of A4 between its margins, in CSS pixels."""


@pytest.mark.parametrize("name", ["robin", "bracket"])
def test_table_and_bracket_fit_on_paper(
    name: str, town_site: Site, open_context: Callable[..., BrowserContext], screenshots: Path
) -> None:
    page = open_context(viewport=A4, color_scheme="dark").new_page()
    page.goto(f"{town_site.url}/tournaments/{town_site.town.places[name]}")
    page.emulate_media(media="print")
    page.screenshot(path=screenshots / f"print-{name}.png", full_page=True)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= A4["width"]
    for gone in ("header.top", "footer", ".every", "nav.crumbs"):
        expect(page.locator(gone)).to_be_hidden()
    shown = ".cross" if name == "robin" else ".bracket"
    expect(page.locator(shown)).to_be_visible()
    # Black on white, whatever colours the screen has.
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(250, 249, 245)"
