"""Charts: what the server drew becomes a live one of the same figures, under the strict policy."""

import re
from collections.abc import Callable
from threading import Event

import pytest
from e2e.conftest import Site
from playwright.sync_api import BrowserContext, Page, Route, expect

pytestmark = pytest.mark.needs_chromium


def test_a_rating_chart_tells_the_figures_under_the_pointer(
    town_site: Site, open_context: Callable[..., BrowserContext]
) -> None:
    page = open_context(viewport={"width": 1280, "height": 900}).new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text))
    page.goto(town_site.url + "/bots/{needle}?per=fit".format(**town_site.town.places))
    expect(page.locator("svg.chart")).to_have_count(0)
    plot = page.locator(".plot")
    assert plot.get_attribute("role") == "img"
    assert "table below" in (plot.get_attribute("aria-label") or "")
    plot.scroll_into_view_if_needed()
    box = plot.locator(".u-over").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 20)
    expect(page.locator(".readout")).to_have_text(
        re.compile(r"\d+ \w+, \d\d:\d\d UTC · v2: \d+ \(\d+ to \d+\)")
    )
    page.mouse.move(0, 0)
    expect(page.locator(".readout")).to_contain_text("drag to look closer")
    assert complaints == []


def test_a_chart_that_comes_while_one_looks_comes_with_its_style(
    town_site: Site, tab: Callable[[str], Page]
) -> None:
    """A series has none before its third set; the page that fetched it drew a black shape."""
    page, seen, looked = tab("ada"), [], Event()

    def before_the_chart(route: Route) -> None:
        seen.append(route.request.resource_type)
        answer = route.fetch()
        text = answer.text()
        if not looked.is_set():
            text = re.sub(r"<section aria-labelledby=.course.>.*?</section>", "", text, flags=re.S)
            text = re.sub(r"<link[^>]*(?:charts|uPlot)[^>]*>", "", text)
        route.fulfill(response=answer, body=text)

    page.route("**/series/*", before_the_chart)
    page.goto(town_site.url + "/series/{series}".format(**town_site.town.places))
    expect(page.locator("svg.chart")).to_have_count(0)
    looked.set()
    expect(page.locator("svg.chart")).to_be_visible()
    expect(page.locator("link[href*='charts.css']")).to_have_count(1)
    page.unroute("**/series/*")
    assert seen[1] == "fetch"


def test_without_javascript_the_drawn_one_stays(
    town_site: Site, open_context: Callable[..., BrowserContext]
) -> None:
    page = open_context(java_script_enabled=False).new_page()
    page.goto(town_site.url + "/bots/{needle}".format(**town_site.town.places))
    expect(page.locator("svg.chart .path")).to_have_count(1)
    expect(page.locator("svg.chart")).to_contain_text("v2")
