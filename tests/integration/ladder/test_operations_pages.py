"""Operations and the Queue: who may see them, what each button does, what is noted."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from flask import Flask
from flask.testing import FlaskClient
from integration.site.conftest import send
from ladder_town import Town
from sqlalchemy import select

from scuffle_platform.app import create_app
from scuffle_platform.passwords import hash_password
from scuffle_platform.problems import Problem
from scuffle_platform.scheduler import SWEEP_EVERY
from scuffle_platform.seating import seat
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store, audit, contests
from scuffle_platform.store.models import (
    Account,
    Bot,
    BotState,
    Ladder,
    Match,
    MatchKind,
    MatchStatus,
    Worker,
)

PAGES = ("/operations", "/operations/void", "/operations/people", "/operations/trail")
ACTS = ("/operations/act/pause", "/operations/void", "/operations/people/promote")
PASSWORD = "correct horse battery"
HASH = hash_password(PASSWORD)


@dataclass
class Site:
    """A small site: matches were played on w1, w2 is there as well, and one match waits."""

    town: Town
    app: Flask
    hammer: str

    @property
    def store(self) -> Store:
        """The application's store."""
        return self.town.store


@pytest.fixture
def site(quiet: Town, valkey: str) -> Iterator[Site]:
    for name in ("ada", "grace"):
        quiet.person(name)
    with quiet.store.session() as session:
        for account in session.scalars(select(Account).where(Account.is_house.is_(False))):
            account.password_hash = HASH
            account.is_admin = account.name == "grace"
            owner = account.id
    hammer = quiet.bot("hammer", owner)
    quiet.show_card("w2")
    for _ in range(2):
        quiet.match()
    quiet.tick()
    quiet.work()
    quiet.record()
    quiet.match(MatchKind.SERIES)
    quiet.match()
    app = create_app(Settings(data=quiet.folder, redis_url=valkey), TESTING=True)
    yield Site(quiet, app, hammer)
    app.extensions["scuffle.store"].close()


@pytest.fixture
def stranger(site: Site) -> FlaskClient:
    return site.app.test_client()


@pytest.fixture
def enter(site: Site) -> Callable[[str], FlaskClient]:
    def log_in(name: str) -> FlaskClient:
        client = site.app.test_client()
        answer = send(client, "/log-in", "/log-in", name=name, password=PASSWORD)
        assert answer.status_code == 303, answer.text
        return client

    return log_in


@pytest.fixture
def root(enter: Callable[[str], FlaskClient]) -> FlaskClient:
    """A browser of an administrator."""
    return enter("grace")


def newest(site: Site) -> tuple[str, str, str | None]:
    """What was done by hand last: action, subject, by whom."""
    with site.store.reading() as session:
        entry, who = audit.page(session, 1, 1)[0]
        return entry.action, entry.subject, who


@pytest.mark.parametrize("path", PAGES)
def test_operations_is_for_administrators(
    path: str, stranger: FlaskClient, enter: Callable[[str], FlaskClient], root: FlaskClient
) -> None:
    assert stranger.get(path).status_code == 401
    answer = enter("ada").get(path)
    assert answer.status_code == 403
    assert "scuffle admin user promote" in answer.text
    shown = root.get(path)
    assert shown.status_code == 200
    assert len(shown.data) < 30_000


@pytest.mark.parametrize("path", ACTS)
def test_nobody_else_acts(
    path: str, enter: Callable[[str], FlaskClient], site: Site, stranger: FlaskClient
) -> None:
    fields = {"subject": "all", "worker": "w1", "name": "ada"}
    assert send(enter("ada"), "/account", path, **fields).status_code == 403
    assert send(stranger, "/log-in", path, **fields).status_code == 401
    with site.store.reading() as session:
        assert not session.scalars(select(Account).where(Account.name == "ada")).one().is_admin


def test_a_pause_is_told_on_queue_and_game_and_ends(root: FlaskClient, site: Site) -> None:
    act = "/operations/act/"
    fields = {"subject": "virus-war", "why": "Its board is being mended."}
    answer = send(root, "/operations", f"{act}pause", **fields)
    assert answer.status_code == 303
    assert newest(site) == ("pause", "virus-war", "grace")
    for path in ("/queue", "/games/virus-war", "/operations"):
        assert "Its board is being mended." in root.get(path).text
    assert "Its board is being mended." not in root.get("/games/virus-war-fog").text
    send(root, "/operations", f"{act}resume", subject="virus-war")
    assert "Its board is being mended." not in root.get("/queue").text
    answer = send(root, "/operations", f"{act}resume", subject="virus-war")
    assert answer.status_code == 422
    assert "does not rest" in answer.text


def test_a_ladder_rests_and_is_rebuilt(root: FlaskClient, site: Site) -> None:
    with site.store.reading() as session:
        ladder = session.scalars(select(Ladder).where(Ladder.game == "virus-war-fog")).one()
    send(root, "/operations", "/operations/act/pause", subject=ladder.id)
    send(root, "/operations", "/operations/act/rebuild", subject=ladder.id)
    with site.store.reading() as session:
        found = session.get_one(Ladder, ladder.id)
        assert (found.paused, found.stale) == (True, ladder.stale + 2)
    send(root, "/operations", "/operations/act/resume", subject=ladder.id)
    with site.store.reading() as session:
        assert not session.get_one(Ladder, ladder.id).paused


def test_a_worker_is_drained_and_quarantined_and_comes_back(root: FlaskClient, site: Site) -> None:
    for act, undo, mark in (("drain", "undrain", "drained"), ("quarantine", "release", "quarant")):
        send(root, "/operations", f"/operations/act/{act}", subject="w2")
        assert newest(site) == (act, "w2", "grace")
        assert mark in root.get("/queue").text
        send(root, "/operations", f"/operations/act/{undo}", subject="w2")
        assert newest(site) == (undo, "w2", "grace")
    with site.store.reading() as session:
        worker = session.get_one(Worker, "w2")
        assert (worker.drained, worker.quarantined, worker.why) == (None, None, "")
    answer = send(root, "/operations", "/operations/act/drain", subject="nobody")
    assert "known are w1, w2" in answer.text


def test_people_are_shut_out_and_let_in(
    root: FlaskClient, site: Site, enter: Callable[[str], FlaskClient]
) -> None:
    ada = enter("ada")
    page = "/operations/people"
    send(root, page, f"{page}/disable", name="ada")
    assert ada.get("/bots").status_code == 401
    shown = root.get(f"{page}?name=ad").text
    assert "disabled" in shown
    assert "Log-in link" not in shown
    assert "let it in first" in send(root, page, f"{page}/link", name="ada").text
    for password, told in ((PASSWORD, "shut this account out"), ("wrong horse", "not belong")):
        tried = send(site.app.test_client(), "/log-in", "/log-in", name="ada", password=password)
        assert told in tried.text
    send(root, page, f"{page}/enable", name="ada")
    assert enter("ada").get("/bots").status_code == 200
    answer = send(root, page, f"{page}/demote", name="grace")
    assert "your own account" in answer.text
    shown = send(root, page, f"{page}/link", name="ada").text
    assert "/log-in/" in shown
    assert newest(site) == ("link", "ada", "grace")


def test_a_bot_is_taken_out_and_let_back(root: FlaskClient, site: Site) -> None:
    hammer = site.hammer
    page = "/operations/people"
    send(root, page, "/operations/bots/disable", bot=hammer, why="It shouts.")
    with site.store.reading() as session:
        bot = session.get_one(Bot, hammer)
        assert (bot.state, bot.why) == (BotState.DISABLED, "It shouts.")
    seen = root.get(f"/bots/{hammer}").text
    assert "It shouts." in seen
    for offer in ("Play one match", "Start a series", "Upload a version"):
        assert offer not in seen
    send(root, page, "/operations/bots/enable", bot="hammer")
    with site.store.reading() as session:
        assert session.get_one(Bot, hammer).state is BotState.ACTIVE
    answer = send(root, page, "/operations/bots/disable", bot="hammer@9")
    assert "no version 9" in answer.text
    answer = send(root, page, "/operations/bots/disable", bot="hammer@x")
    assert "wanted a version&#39;s number" in answer.text


def test_a_version_taken_out_says_why_everywhere_and_plays_nothing(
    root: FlaskClient, site: Site, stranger: FlaskClient, enter: Callable[[str], FlaskClient]
) -> None:
    town, hammer = site.town, site.hammer
    waiting = town.match_of(hammer)
    send(root, "/operations/people", "/operations/bots/disable", bot="hammer@1", why="Too slow.")
    version = stranger.get(f"/bots/{hammer}/versions/1").text
    assert "Too slow." in version
    assert ">out of play</span>" in version
    assert ">out of play</span>" in stranger.get(f"/bots/{hammer}").text
    assert stranger.get(f"/api/v1/bots/{hammer}/versions/1").json["reason"] == "Too slow."
    assert "Too slow." in root.get("/operations/trail").text
    with site.store.reading() as session:
        owner = session.get_one(Bot, hammer).account.name
    assert "Too slow." in enter(owner).get("/inbox").text
    town.tick(SWEEP_EVERY.total_seconds())
    match = town.read(Match, waiting)
    assert match.status is MatchStatus.CANCELLED
    assert "left" in match.sentence
    with site.store.session() as session, pytest.raises(Problem, match=r"out of play\. Too slow"):
        seat(session, "virus-war", hammer, 1)
    with site.store.session() as session:
        assert contests.gone(session, town.versions(hammer)) == ["hammer"]


def test_void_and_replay_says_how_many_first(root: FlaskClient, site: Site) -> None:
    span = "since=2020-01-01T00:00&until=2100-01-01T00:00"
    shown = root.get(f"/operations/void?worker=w1&{span}").text
    with site.store.reading() as session:
        query = select(Match).where(Match.worker == "w1", Match.ladder_id.is_not(None))
        played = session.scalars(query).all()
    assert f"{len(played)} matches of worker w1" in shown
    answer = send(
        root,
        f"/operations/void?worker=w1&{span}",
        "/operations/void",
        worker="w1",
        since="2020-01-01T00:00",
        until="2100-01-01T00:00",
        why="It was slow.",
    )
    assert answer.status_code == 303
    assert newest(site) == ("void", "worker w1", "grace")
    one = played[0].id
    with site.store.reading() as session:
        match = session.get_one(Match, one)
        assert match.status is MatchStatus.VOID
    page = root.get(f"/matches/{one}").text
    assert "an administrator took its result back. It was slow." in page
    assert f"/matches/{match.replaced_by_id}" in page
    assert "Watch what was played" in page
    again = root.get(f"/matches/{match.replaced_by_id}").text
    assert f"in the stead of match {one}" in again
    assert "of those that wait" in again
    assert "void" in root.get("/operations/trail").text


def test_the_queue_says_what_a_match_belongs_to(stranger: FlaskClient) -> None:
    shown = stranger.get("/queue")
    assert len(shown.data) < 30_000
    assert "ladder, ranked" in shown.text
    assert "series, not ranked" in shown.text
    assert "Virus War" in shown.text
