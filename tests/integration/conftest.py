"""A queue, a site's end of it, and workers to hire."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from crew import Hire, Site, hiring


@pytest.fixture
def site(empty_valkey: str) -> Iterator[Site]:
    """The other end of the workers' queue."""
    found = Site(empty_valkey)
    yield found
    found.redis.close()


@pytest.fixture
def hire(empty_valkey: str, site: Site, tmp_path: Path) -> Iterator[Hire]:
    """Starts workers, and ends them with the test."""
    with hiring(site, empty_valkey, tmp_path) as start:
        yield start
