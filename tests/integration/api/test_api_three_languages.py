"""Three people's bots in Python, JavaScript and C++ on a ladder of two to four players.

Uploaded through the API, checked and played by a real worker in real cages, recorded, rated,
watched.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from scuffle.languages import languages
from scuffle_platform import house
from scuffle_platform.queue import Queue
from scuffle_platform.recorder import Recorder, make_worker
from scuffle_platform.scheduler import Scheduler
from scuffle_platform.settings import Settings
from scuffle_platform.store import Store
from scuffle_platform.store.languages import offered
from scuffle_platform.store.models import Bot, BotState, Ladder, Match, MatchKind, Worker, now
from scuffle_platform.supervisor.waiting import wait_until

GAME = "virus-roll-write"
SCUFFLE = Path(sys.executable).with_name("scuffle")
CHECK_S, LADDER_S = 180, 400


class Backstage:
    """Scheduler and recorder, run whenever something is waited for."""

    def __init__(self, store: Store, queue: Queue, settings: Settings) -> None:
        self.store = store
        self.scheduler = Scheduler(store, queue, settings)
        self.recorder = Recorder(store, queue)

    def until(self, condition: Callable[[], bool], limit_s: float, what: str) -> None:
        """Let the site run until ``condition`` holds."""

        def holds() -> bool:
            self.scheduler.tick(now())
            make_worker(self.recorder).work(burst=True, logging_level="ERROR")
            return condition()

        wait_until(holds, limit_s, what)

    def finished(self, players: int) -> list[Match]:
        """Ladder matches of so many players that have ended, seats included."""
        with self.store.reading() as session:
            query = select(Match).where(
                Match.kind == MatchKind.LADDER,
                Match.num_players == players,
                Match.status == "finished",
            )
            found = list(session.scalars(query).unique())
            assert all(len(match.seats) == players for match in found)
            return found


@pytest.fixture
def backstage(store: Store, settings: Settings, empty_valkey: str) -> Iterator[Backstage]:
    """A site with one ladder and one house bot, so that four play."""
    house.seed(store)
    with store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = ladder.game != GAME
        for bot in session.scalars(select(Bot).where(Bot.name != "greedy")):
            bot.state = BotState.BENCHED
    with Queue(empty_valkey) as queue:
        yield Backstage(store, queue, settings)


@pytest.fixture
def worker(empty_valkey: str, tmp_path: Path) -> Iterator[None]:
    """A real worker, with the cages of this host."""
    with open(tmp_path / "worker.log", "wb") as log:
        started = subprocess.Popen(
            [SCUFFLE, "worker", "--redis", empty_valkey, "--name", "w1"],
            env=os.environ | {"SCUFFLE_RUN": tmp_path.name},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    yield
    started.kill()
    started.wait()


def test_bots_of_three_languages_play_three_and_four_and_are_watched_and_ranked(
    backstage: Backstage, worker: None, person: Any, stranger: FlaskClient
) -> None:
    def shown() -> bool:
        with backstage.store.reading() as session:
            return {"javascript", "cpp"} <= set(offered(session))

    backstage.until(shown, CHECK_S, "the worker has tried its languages")
    bots = {}
    for name, language in (("anna", "python"), ("ben", "javascript"), ("cara", "cpp")):
        found, owner = languages()[language], person(name)
        bots[f"{name}-{language}"] = owner.bot(f"{name}-{language}", GAME)
        sent = owner.upload(
            bots[f"{name}-{language}"], found.starter.encode(), found.entry_names[0]
        )
        assert sent.status_code == 201, sent.text

    def all_ready() -> bool:
        shown = [stranger.get(f"/api/v1/bots/{bot}").json for bot in bots.values()]
        return all(one["active_version"] == 1 for one in shown)

    backstage.until(all_ready, CHECK_S, "three uploads are checked and ready")
    backstage.until(
        lambda: len(backstage.finished(3)) >= 3 and len(backstage.finished(4)) >= 4,
        LADDER_S,
        "a set of three players and a set of four are played",
    )
    for players in (3, 4):
        for match in backstage.finished(players):
            assert [seat.verdict for seat in match.seats] == ["ok"] * players
            assert match.ranked
        watch(stranger, match.id, players)
    assert {seat.bot_id for match in backstage.finished(4) for seat in match.seats} > set(
        bots.values()
    )

    def standings() -> list[dict[str, Any]]:
        return stranger.get(f"/api/v1/games/{GAME}/leaderboard").json["items"]

    # A fit follows the matches by a second or two.
    backstage.until(
        lambda: len(standings()) == 4 and all(row["games"] > 0 for row in standings()),
        LADDER_S,
        "all four have games in a fit",
    )
    rows = standings()
    assert {row["name"] for row in rows} == {*bots, "greedy"}
    assert all(row["games"] == row["wins"] + row["draws"] + row["losses"] for row in rows)
    assert [row["rank"] for row in rows] == [1, 2, 3, 4]
    with backstage.store.reading() as session:
        assert session.scalars(select(Worker)).one().backend in ("bubblewrap", "docker")


def watch(stranger: FlaskClient, match: str, players: int) -> None:
    """The page, the film and each player's frames, as a browser asks for them."""
    assert stranger.get(f"/matches/{match}").status_code == 200
    film = stranger.get(f"/matches/{match}/film.json").json
    assert len(film["players"]) == players
    assert film["outcome"]["reason"] == "final-score"
    frames = stranger.get(f"/api/v1/matches/{match}/frames?as=all").json["items"]
    assert len(frames) == len(film["steps"]) + 1
    assert frames[-1]["view"]["phase"] == "over"
    for player in range(players):
        seen = stranger.get(f"/api/v1/matches/{match}/frames?as={player}").json["items"]
        assert seen[-1]["view"]["player_idx"] == player
