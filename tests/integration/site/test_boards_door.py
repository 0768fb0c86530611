"""Who can be played by hand is asked at the door, by what the processes that play boards have."""

from collections.abc import Callable, Iterator
from html import unescape

import pytest
from flask.testing import FlaskClient
from integration.site.conftest import Site, send
from sqlalchemy import delete, select

from scuffle.hand import HANDS
from scuffle_platform.store import hands
from scuffle_platform.store.models import Bot, Version, Worker, WorkerState, now

GAME = "virus-war"


@pytest.fixture
def player(site: Site) -> FlaskClient:
    """A browser of somebody who would like to play."""
    return site.enter("grace")


@pytest.fixture
def boards(site: Site) -> Iterator[Callable[..., None]]:
    """Shows processes that play boards, each by the languages that it plays."""

    def show(*processes: tuple[str, ...]) -> None:
        with site.store.session() as session:
            session.execute(delete(Worker).where(Worker.name.like("boards-%")))
            for number, plays in enumerate(processes):
                name = f"boards-{number}"
                row = {"host": "town", "queues": [HANDS], "backend": "auto", "layer": ""}
                row |= {"languages": [], "plays": list(plays), "seen": now()}
                session.add(Worker(name=name, state=WorkerState.IDLE, **row))

    write(site, needle="go", hammer="java")
    yield show
    show()
    write(site, needle="python", hammer="python")


def write(site: Site, **languages: str) -> None:
    """As if bots of the town were written in these."""
    with site.store.session() as session:
        for name, language in languages.items():
            bot = session.get_one(Bot, site.town.bots[name])
            session.get_one(Version, bot.active_version_id).language = language


def refusal(site: Site, player: FlaskClient, bot: str) -> str:
    """What the door says to whoever wants to play against a bot; nothing is made."""
    before = asked(site)
    answer = send(player, "/play", "/play", game=GAME, against=site.town.bots[bot])
    assert (answer.status_code, asked(site)) == (409, before), answer.text
    return unescape(answer.text)


def asked(site: Site) -> int:
    """How many boards are asked for or in use."""
    with site.store.reading() as session:
        return len(hands.going(session))


def house_bot(site: Site, name: str) -> str:
    with site.store.reading() as session:
        query = select(Bot.id).where(Bot.game == GAME, Bot.name == name)
        return session.scalars(query).one()


def test_a_bot_in_a_language_that_boards_lack_is_refused_in_words(
    site: Site, player: FlaskClient, boards: Callable[..., None]
) -> None:
    boards(("c", "python"))
    told = refusal(site, player, "needle")
    assert "'needle' cannot be played by hand now: it is written in Go, which is not" in told
    assert "those that come with the games can always be played" in told
    boards(())
    assert "the process that plays boards has no cage" in refusal(site, player, "hammer")
    boards()
    gone = send(player, "/account", "/play", game=GAME, against=site.town.bots["needle"])
    assert (gone.status_code, "not running" in gone.text) == (503, True)


def test_one_process_must_have_the_languages_of_all(
    site: Site, boards: Callable[..., None]
) -> None:
    def lack(*names: str) -> str:
        with site.store.reading() as session:
            bots = [session.get_one(Bot, site.town.bots[name]) for name in names]
            return hands.lack(
                session, [None, *(session.get_one(Version, bot.active_version_id) for bot in bots)]
            )

    boards(("go",), ("java", "python"))
    assert (lack("needle"), lack("hammer"), lack()) == ("", "", "")
    assert "cannot sit at one board now" in lack("needle", "hammer")
    boards(("go", "java"), ())
    assert lack("needle", "hammer") == ""


def test_a_house_bot_needs_no_cage(site: Site, boards: Callable[..., None]) -> None:
    boards(())
    before = asked(site)
    answer = send(site.enter("ada"), "/play", "/play", game=GAME, against=house_bot(site, "random"))
    assert (answer.status_code, asked(site)) == (303, before + 1)


def test_a_process_that_ends_closes_the_door_for_its_own_part(
    site: Site, player: FlaskClient, boards: Callable[..., None]
) -> None:
    boards(("go",))
    with site.store.session() as session:
        session.get_one(Worker, "boards-0").state = WorkerState.ENDING
    closed = send(player, "/account", "/play", game=GAME, against=site.town.bots["needle"])
    assert (closed.status_code, "was told to take no more" in closed.text) == (503, True)
