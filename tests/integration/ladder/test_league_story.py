"""One term of a class: joined, uploaded, played, closed, marked; in ``./run soak`` by thirty."""

import csv
import io
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from ladder_players import any_action, crash, first_action, played
from sqlalchemy import select

from scuffle_platform.app import create_app
from scuffle_platform.reports import believe
from scuffle_platform.settings import Settings
from scuffle_platform.store import attempts, dispatch, integrity, recording, tokens
from scuffle_platform.store.models import (
    Ladder,
    Match,
    MatchKind,
    MatchStatus,
    Tournament,
    TournamentStatus,
    now,
)

SCRIPTS = ("anna", "борис", "陈伟", "अदिति", "ダニエル", "εύα", "фёдор", "غادة", "חנה", "이준")
"""Names as they are written at home."""
BOT = b"def get_action(state, api):\n    return state['legal_actions'][0]\n# %d\n"
WORKERS, TURNS, HOUSE = 8, 4, 3


class School:
    """The town's site, and everybody who uses it by token."""

    def __init__(self, town: Any, client: FlaskClient) -> None:
        self.town = town
        self.client = client
        self.tokens: dict[str, str] = {}
        self.order: list[str] = []
        """Ids of bots: in a final whoever stands behind fails at once."""
        town.now = now()

    def arrive(self, name: str) -> None:
        """Somebody makes an account and a token."""
        account = self.town.person(name)
        with self.town.store.session() as session:
            _, self.tokens[name] = tokens.make(session, account, "school", ("read", "submit"))

    def ask(self, name: str, method: str, path: str, **kwargs: Any) -> Any:
        """One request to the API."""
        headers = {"Authorization": f"Bearer {self.tokens[name]}"}
        return self.client.open(f"/api/v1/{path}", method=method, headers=headers, **kwargs)

    def done(self, who: str, path: str, **body: Any) -> Any:
        """A POST that succeeds."""
        answer = self.ask(who, "POST", path, json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json

    def upload(self, name: str, bot: str, number: int) -> Any:
        """Upload a version."""
        head = 'Content-Disposition: form-data; name="file"; filename="bot.py"'
        data = f"--edge\r\n{head}\r\n\r\n".encode() + BOT % number + b"\r\n--edge--\r\n"
        kind = "multipart/form-data; boundary=edge"
        return self.ask(name, "POST", f"bots/{bot}/versions", data=data, content_type=kind)

    def check(self) -> None:
        """Workers check what was uploaded, in as many rounds as the queue takes."""
        for number in range(WORKERS):
            self.town.show_card(f"w{number}")
        self.town.tick()
        self.town.work()
        self.town.record()

    def turn(self) -> None:
        """The scheduler makes sets and carries the final on; all that waits is played."""
        at = self.town.later(3)
        self.town.scheduler.make_sets(at)
        self.town.scheduler.carry_on(at)
        with self.town.store.session() as session:
            query = select(Match).where(Match.status == MatchStatus.QUEUED)
            for match in session.scalars(query).all():
                self._play(session, match)

    def _play(self, session: Any, match: Match) -> None:
        """What a worker and the recorder do, without the queue between them."""
        attempt = attempts.open_for_match(session, match, self.town.now)
        job = dispatch.play_job(session, match, attempt, "rlimit")
        report = played(job, *self._players(match), at=self.town.now)
        recording.record(
            session, attempt, report, believe(report, recording.setting_of(match)), self.town.now
        )

    def _players(self, match: Match) -> list[Any]:
        if match.kind is MatchKind.LADDER:
            return [any_action] * len(match.seats)
        places = [self.order.index(seat.bot_id or "") for seat in match.seats]
        return [crash if place == max(places) else first_action for place in places]


@pytest.fixture
def school(sqlite_town: Any, empty_valkey: str) -> Iterator[School]:
    """A site on which nothing plays but leagues."""
    with sqlite_town.store.session() as session:
        for ladder in session.scalars(select(Ladder)):
            ladder.paused = True
    app = create_app(Settings(data=sqlite_town.folder, redis_url=empty_valkey), TESTING=True)
    yield School(sqlite_town, app.test_client())
    app.extensions["scuffle.store"].close()


@pytest.mark.parametrize("size", [12, pytest.param(30, marks=pytest.mark.soak)])
def test_a_term_of_a_class(school: School, size: int) -> None:
    pupils = [f"{SCRIPTS[n % len(SCRIPTS)]}-{n}" for n in range(size)]
    league, bots = begin(school, pupils)
    ladder_plays(school, league)
    final = close(school, league, bots)
    assert sees_final(school, final, pupils[0]) == (200, True)
    assert sees_final(school, final, None) == (404, False)
    mark(school, league, pupils)
    read_and_tell(school, league, pupils[0])


def begin(school: School, pupils: list[str]) -> tuple[Any, dict[str, str]]:
    """The teacher makes the league, all pupils join and upload."""
    school.arrive("teacher")
    closes = now() + timedelta(days=60)
    new = {"game": "virus-war", "name": "Клас 7-Б", "closes": closes.isoformat()}
    league = school.done("teacher", "leagues", **new, replays="after-close")
    bots = {}
    for number, name in enumerate(pupils):
        school.arrive(name)
        assert school.done(name, "leagues/join", code=league["code"])["bot"] is None
        bots[name] = school.done(name, "bots", name=f"{name}.bot", game="virus-war")["id"]
        assert school.upload(name, bots[name], number).status_code == 201
        school.done(name, f"leagues/{league['id']}/bot", bot=bots[name])
    school.order = list(bots.values())
    return league, bots


def ladder_plays(school: School, league: Any) -> None:
    """Checks pass, sets are made, a fit ranks everybody."""
    school.check()
    for _ in range(TURNS):
        school.turn()
    school.town.scheduler.fit(school.town.later(60))
    path = f"ladders/{league['id']}/leaderboard?limit=100"
    board = school.ask("teacher", "GET", path).json
    assert len(board["items"]) == len(school.order) + HOUSE
    matches = school.town.matches(kind=MatchKind.LADDER)
    assert board["as_of"]["matches"] == len(matches) >= TURNS * WORKERS
    assert {match.league_id for match in matches} == {league["id"]}


def close(school: School, league: Any, bots: dict[str, str]) -> str:
    """No upload counts any more, and the final is played to its end."""
    latecomer = next(iter(bots))
    assert school.done("teacher", f"leagues/{league['id']}/closes", closes=None)["closes"]
    late = school.upload(latecomer, bots[latecomer], 99)
    assert (late.status_code, late.json["code"]) == (409, "league-closed")
    assert "closed on" in late.json["detail"]
    for _ in range(60):
        school.turn()
        if final := over(school, league):
            return final
    raise AssertionError("the final did not end")


def over(school: School, league: Any) -> str | None:
    """The final's id once it has ended."""
    final = school.ask("teacher", "GET", f"leagues/{league['id']}").json["final"]
    ended = final and school.town.read(Tournament, final).status is TournamentStatus.ENDED
    return str(final) if ended else None


def sees_final(school: School, final: str, pupil: str | None) -> tuple[int, bool]:
    """How the final answers somebody, and whether a list of matches tells of it."""
    ask = school.client.get if pupil is None else lambda path: school.ask(pupil, "GET", path[8:])
    listed = ask("/api/v1/matches?kind=tournament&limit=1").json["items"]
    return ask(f"/api/v1/tournaments/{final}").status_code, bool(listed)


def mark(school: School, league: Any, pupils: list[str]) -> None:
    """The table holds everybody, and agrees with what was played."""
    text = school.ask("teacher", "GET", f"leagues/{league['id']}/table.csv").get_data(as_text=True)
    rows = {row["account"]: row for row in csv.DictReader(io.StringIO(text))}
    assert set(rows) == set(pupils)
    games = school.town.matches(kind=MatchKind.TOURNAMENT, status=MatchStatus.FINISHED)
    assert len(games) == len(pupils) * (len(pupils) - 1)
    assert sum(int(row["games"]) for row in rows.values()) >= TURNS * WORKERS
    for place, name in enumerate(pupils, 1):
        row = rows[name]
        assert (row["bot"], row["version"]) == (f"{name}.bot", "1")
        assert row["final_place"] == str(place)
        assert row["failures"] == str(2 * (place - 1))
        won, drawn, lost = (int(row[word]) for word in ("wins", "draws", "losses"))
        assert won + drawn + lost == int(row["games"])
        assert 0 < float(row["chance_against_greedy"]) < 1
        assert float(row["plus_minus"]) > 0


def read_and_tell(school: School, league: Any, pupil: str) -> None:
    """The teacher reads a log; the pupil sees that, and nobody else does."""
    bot = school.ask(pupil, "GET", f"leagues/{league['id']}").json["bot"]
    match = school.ask(pupil, "GET", f"matches?bot={bot}&limit=1").json["items"][0]
    seat = next(one["player"] for one in match["seats"] if one["bot"] == bot)
    log = school.ask("teacher", "GET", f"matches/{match['id']}/log?seat={seat}")
    assert log.status_code == 200
    told = school.ask(pupil, "GET", f"leagues/{league['id']}").json["read"]
    assert [(one["reader"], one["detail"]["match"]) for one in told] == [("teacher", match["id"])]
    stranger = school.client.get(f"/api/v1/matches/{match['id']}")
    assert stranger.status_code == 404
    with school.town.store.reading() as session:
        assert integrity.violations(session) == []
