"""A site with a past, served for real, and browsers that look at it."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from e2e.town import PASSWORD, Town
from e2e.town_copies import copy_town
from playwright.sync_api import Browser, BrowserContext, Page
from werkzeug.serving import make_server

from scuffle_platform.app import create_app
from scuffle_platform.settings import Settings


@dataclass(frozen=True)
class Site:
    """A site that answers at ``url``."""

    url: str
    town: Town


@pytest.fixture(scope="session")
def town_site(
    tmp_path_factory: pytest.TempPathFactory, kept_town: Path, valkey: str
) -> Iterator[Site]:
    """A site whose store holds accounts, bots, matches and fits, without a worker."""
    settings = Settings(data=tmp_path_factory.mktemp("town"), redis_url=valkey)
    town = copy_town(kept_town, settings.data)
    with serve(settings) as url:
        yield Site(url, town)


class serve:  # noqa: N801 (reads as a verb)
    """The application on a free port, for the length of a ``with`` block."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        self.server = make_server("127.0.0.1", 0, self.app, threaded=True)
        self.thread = threading.Thread(target=self.server.serve_forever)

    def __enter__(self) -> str:
        self.thread.start()
        return f"http://127.0.0.1:{self.server.server_port}"

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
        self.app.extensions["scuffle.store"].close()


@pytest.fixture
def open_context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Make browser contexts that are closed when the test ends."""
    made: list[BrowserContext] = []

    def make(**options: object) -> BrowserContext:
        made.append(browser.new_context(**options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for context in made:
        context.close()


@pytest.fixture(scope="session")
def tab(browser: Browser, town_site: Site) -> Iterator[Callable[[str], Page]]:
    """A tab for each of the town's people, kept for the whole run: a new browser costs a second."""
    contexts: dict[str, BrowserContext] = {}

    def of(name: str) -> Page:
        if name not in contexts:
            contexts[name] = browser.new_context()
            if name:
                log_in(contexts[name], town_site, name)
            contexts[name].new_page()
        return contexts[name].pages[0]

    yield of
    for context in contexts.values():
        context.close()


def log_in(context: BrowserContext, site: Site, name: str) -> None:
    """Log a browser in as one of the town's people."""
    page = context.new_page()
    page.goto(f"{site.url}/log-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.wait_for_url(f"{site.url}/bots")
    page.close()


@pytest.fixture(scope="session")
def screenshots() -> Path:
    """Where pictures of pages go."""
    folder = Path(__file__).parents[2] / "screenshots"
    folder.mkdir(exist_ok=True)
    return folder
