"""A page whose scripts come late, as over a slow network, stands still when they come."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event

import pytest
from e2e.conftest import Site
from e2e.test_pages import MOVED, OWN, PUBLIC, show, still
from playwright.sync_api import Page, Route

MOVES_LESS = 0.01
SCRIPTS = re.compile(r"\.js\b")
PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

DRAWN_ON = ("home", "games", "state", "match", "bot", "embed", "practice", "play-on")
"""Pages that scripts draw on."""


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", DRAWN_ON)
def test_nothing_jumps_when_scripts_come_late(
    name: str, width: int, town_site: Site, tab: Callable[[str], Page]
) -> None:
    page = tab("ada" if name in OWN else "")
    show(page, width, "light")
    with late_scripts(page) as let_come:
        path = (OWN | PUBLIC)[name].format(**town_site.town.places)
        page.goto(town_site.url + path, wait_until="commit")
        page.wait_for_function("() => document.readyState != 'loading'")
        page.evaluate(PAINTED)
        let_come()
        still(page)
    page.evaluate(PAINTED)
    assert page.evaluate(MOVED) < MOVES_LESS, f"{name} jumps at {width} when its scripts come"


@contextmanager
def late_scripts(page: Page) -> Iterator[Callable[[], None]]:
    """Hold back every script until what is yielded is called."""
    held: list[Route] = []
    painted = Event()

    def let_come() -> None:
        painted.set()
        assert held, "the page has no script"
        for route in held:
            route.continue_()

    page.route(SCRIPTS, lambda route: route.continue_() if painted.is_set() else held.append(route))
    yield let_come
    page.unroute(SCRIPTS)
