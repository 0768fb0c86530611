"""What waits since no worker has its language says so wherever it is shown."""

from collections.abc import Callable, Iterator

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site
from sqlalchemy import select

from scuffle_platform.store import workers
from scuffle_platform.store.models import Match, Version, VersionStatus, Worker, now

WHY = "No worker at present has Rust."
Enter = Callable[[str], FlaskClient]


@pytest.fixture
def waiting(site: Site) -> Iterator[Site]:
    """A match and a check wait, as the dispatcher says of them."""
    query = select(Version).where(Version.bot_id == site.town.bots["needle"], Version.number == 2)
    with site.store.session() as session:
        match, version = session.get_one(Match, site.town.queued), session.scalars(query).one()
        before = match.sentence, version.status, version.reason
        match.sentence = f"{WHY} It waits."
        version.status, version.reason = VersionStatus.CHECKING, f"{WHY} Its check waits."
    yield site
    with site.store.session() as session:
        match, version = session.get_one(Match, site.town.queued), session.scalars(query).one()
        match.sentence, version.status, version.reason = before


@pytest.fixture
def drained(site: Site) -> Iterator[Site]:
    """Who plays matches takes none; worker-1 is kept for checks."""
    with site.store.session() as session:
        workers.drain(session.get_one(Worker, "worker-2"), now())
    yield site
    with site.store.session() as session:
        workers.undrain(session.get_one(Worker, "worker-2"))


def test_the_queue_says_who_stands_in(drained: Site, stranger: FlaskClient) -> None:
    page = stranger.get("/queue").text
    assert "Only who is kept for checks plays matches at present, one at a time: worker-1." in page


def test_it_is_said_wherever_one_would_look(
    waiting: Site, stranger: FlaskClient, enter: Enter
) -> None:
    queue = stranger.get("/queue").text
    assert f"{WHY} It waits." in queue
    assert f"{WHY} Its check waits." in queue
    match = waiting.town.queued
    assert f"{WHY} It waits." in stranger.get(f"/matches/{match}").text
    assert stranger.get(f"/api/v1/matches/{match}").json["sentence"] == f"{WHY} It waits."
    bot = waiting.town.bots["needle"]
    assert f"{WHY} Its check waits." in enter("ada").get(f"/bots/{bot}/versions/2").text
    told = enter("ada").get(f"/api/v1/bots/{bot}/versions/2").json
    assert told["reason"] == f"{WHY} Its check waits."
