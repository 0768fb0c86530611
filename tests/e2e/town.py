"""A site's past, made without a worker: people, bots, versions, matches, fits."""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from e2e.town_cups import hold_cups
from e2e.town_leagues import run_leagues
from e2e.town_matches import play, play_queued
from e2e.town_names import name_them
from e2e.town_workers import worker
from quick_passwords import quick_hash
from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle import registry
from scuffle.door import open_upload
from scuffle_platform import house
from scuffle_platform.store import (
    Store,
    accounts,
    audit,
    bots,
    fits,
    ladders,
    lifecycle,
    pauses,
    seasons,
    series,
    sets,
    standings,
    versions,
    workers,
)
from scuffle_platform.store.models import (
    Account,
    Announcement,
    Bot,
    Match,
    MatchKind,
    MatchStatus,
    Version,
    now,
)
from scuffle_platform.store.series import Question
from scuffle_platform.store.sets import SetOrder
from scuffle_platform.store.versions import Sent

PASSWORD = "correct horse battery"

KILLER = """
import random


def get_action(state, api):
    moves = state["legal_actions"]
    kills = [m for m in moves if m["action"] == "kill"]
    api.log(f"turn {state['turn']}: {len(moves)} moves, {len(kills)} kills")
    if kills and len(kills) > 4:
        api.tag("feast")
    return api.random.choice(kills or [m for m in moves if m["action"] != "pass"] or moves)
"""

LAST = """
def get_action(state, api):
    api.log("the last one will do")
    return [m for m in state["legal_actions"] if m["action"] != "pass"][-1]
"""

CRASHER = """
def get_action(state, api):
    if state["turn"] > 8:
        raise KeyError("plan")
    return api.random.choice(state["legal_actions"])
"""

ROLLER = """
def get_action(state, api):
    return api.random.choice(state["legal_actions"])
"""


@dataclass
class Town:
    """What tests look for.

    Attributes:
        bots: ids by name.
        matches: ids of finished matches by game, in the order played.
        crashed: a match in which a bot of ada's crashed.
        queued: a match that waits.
        series: one of ada's that is being played.
        table_series: one for three that has ended.
        cups: an open tournament, a round robin and a bracket that have ended.
        leagues: ids and a code: ada's own, one in which she plays, one that she may join.
        season: the archived ladder of Virus War: Five Steps.
        strange: bots with names that are hard to show, and an announcement.
    """

    bots: dict[str, str] = field(default_factory=dict)
    matches: dict[str, list[str]] = field(default_factory=dict)
    crashed: str = ""
    crashed_seat: int = 0
    queued: str = ""
    series: str = ""
    table_series: str = ""
    cups: tuple[str, str, str] = ("", "", "")
    leagues: dict[str, str] = field(default_factory=dict)
    season: str = ""
    strange: dict[str, str] = field(default_factory=dict)

    @property
    def places(self) -> dict[str, str | int]:
        """What paths of pages are filled with."""
        return {
            **self.bots,
            "finished": self.matches["virus-war"][-1],
            "fog": self.matches["virus-war-fog"][-1],
            "dice": self.matches["virus-roll-write"][-1],
            "queued": self.queued,
            "crashed": self.crashed,
            "crashed_seat": self.crashed_seat,
            "series": self.series,
            "table_series": self.table_series,
            "season": self.season,
            **self.leagues,
            **self.strange,
            **dict(zip(("open_cup", "robin", "bracket"), self.cups, strict=True)),
        }


def settle(store: Store) -> Town:
    """Fill an empty store."""
    town = Town()
    house.seed(store)
    start = now() - timedelta(hours=30)
    with store.session() as session:
        players = _people(session, town, start)
    for hour, game in enumerate(registry.games()):
        for number in range(3 if game == "virus-war" else 1):
            at = start + timedelta(hours=6 * number + hour)
            _round(store, town, game, players, number, at)
    with store.session() as session:
        at = now() - timedelta(hours=2)
        seasons.start(session, registry.game("virus-war-steps"), "Spring 2026", at)
        [past] = seasons.archived(session, "virus-war-steps")
        town.season = past.id
    _fit(store, "virus-war-steps", at)
    with store.session() as session:
        _present(session, town)
        needle, hammer = town.bots["needle"], town.bots["hammer"]
        town.leagues = run_leagues(session, needle, hammer, now() - timedelta(hours=1))
        olga = accounts.by_name(session, "olga")
        assert olga is not None
        town.strange = name_them(session, olga, now())
    return town


def _people(session: Session, town: Town, at: datetime) -> dict[str, dict[str, str]]:
    """Accounts ada and grace with bots; returns sources by bot id and game."""
    ada = accounts.create(session, "ada", quick_hash(PASSWORD))
    accounts.create(session, "olga", quick_hash(PASSWORD), is_admin=True)
    grace = accounts.create(session, "grace", quick_hash(PASSWORD))
    session.flush()
    for owner, name, game, sources in (
        (ada, "needle", "virus-war", [LAST, KILLER]),
        (ada, "glass", "virus-war", [CRASHER]),
        (ada, "lantern", "virus-war-fog", [KILLER]),
        (grace, "hammer", "virus-war", [KILLER]),
        (grace, "strider", "virus-war-steps", [KILLER]),
        (grace, "roller", "virus-roll-write", [ROLLER]),
    ):
        bot = bots.create(session, owner.id, game, name)
        session.flush()
        town.bots[name] = bot.id
        for source in sources:
            _ready(session, bot, source, at)
    return {}


def _ready(session: Session, bot: Bot, source: str, at: datetime) -> Version:
    version = _uploaded(session, bot, source, at)
    version.program, version.program_hash = version.source, version.source_hash
    version.start_ms = [41.0, 38.5, 39.2]
    version.toolchain = "Python 3.11.2"
    version.check_steps = [
        {"name": "build", "passed": True, "sentence": "Nothing to build.", "log": ""},
        {"name": "start", "passed": True, "sentence": "Ready in 41 ms at most.", "log": ""},
        {"name": "match", "passed": True, "sentence": "Played without a failure.", "log": ""},
    ]
    lifecycle.make_ready(session, version, at)
    return version


def _uploaded(session: Session, bot: Bot, source: str, at: datetime) -> Version:
    data = source.encode()
    upload = open_upload(f"{bot.name}.py", data)
    version = versions.add(session, bot, Sent(f"{bot.name}.py", data, "a new idea"), upload)
    version.bot, version.created = bot, at
    session.flush()
    return version


def _round(
    store: Store, town: Town, game: str, _: dict[str, Any], number: int, at: datetime
) -> None:
    """Every pair of active bots meets in one set; then a fit."""
    with store.session() as session:
        ladder = ladders.public(session, game)
        assert ladder is not None
        ladders.reconcile(session, ladder, at)
        for index, (playing, settings) in enumerate(_meetings(session, game)):
            moment = at + timedelta(minutes=index)
            if number:
                settings = settings | {"opening_turns": 2}
            order = SetOrder(
                MatchKind.LADDER, game, settings, playing, f"town-{game}-{number}-{index}",
                pairing="+".join(one.id for one in playing), number=number, ladder=ladder,
            )  # fmt: skip
            made = sets.create_set(session, order, moment)
            for match in session.scalars(select(Match).where(Match.set_id == made.id)):
                play(session, match, moment + timedelta(seconds=20))
                town.matches.setdefault(game, []).append(match.id)
                for seat in match.seats:
                    if seat.verdict == "crash":
                        town.crashed, town.crashed_seat = match.id, seat.player
    _fit(store, game, at + timedelta(hours=1))


def _active(session: Session, game: str) -> list[Version]:
    query = select(Version).join(Bot, Bot.active_version_id == Version.id).where(Bot.game == game)
    return list(session.scalars(query.order_by(Bot.name)))


def _meetings(session: Session, game: str) -> list[tuple[list[Version], dict[str, Any]]]:
    """Pairs of active bots, with as many others as the ladder's formats ask for in turn."""
    playing, formats = _active(session, game), registry.game(game).ladder_formats
    pairs = [(a, b) for i, a in enumerate(playing) for b in playing[i + 1 :]]
    drawn = random.Random(7).sample(pairs, min(8 if len(game_sizes(game)) == 1 else 3, len(pairs)))
    found = []
    for index, pair in enumerate(drawn):
        entry = formats[index % len(formats)]
        others = [version for version in playing if version not in pair]
        found.append(([*pair, *others[: entry.num_players - 2]], entry.settings))
    return found


def game_sizes(game: str) -> tuple[int, ...]:
    """The numbers of players that a game takes."""
    return registry.game(game).players


def _fit(store: Store, game: str, at: datetime) -> None:
    with store.session() as session:
        ladder = ladders.public(session, game)
        assert ladder is not None
        found = standings.material(session, ladder.id)
        fitted = standings.solve(found)
        fits.save(session, found, fitted, standings.explain(found, fitted), at)


def _present(session: Session, town: Town) -> None:
    """What is going on right now: a check, a rejected version, a benched bot, open matches."""
    at = now()
    ada = accounts.by_name(session, "ada")
    assert ada is not None
    fresh = bots.create(session, ada.id, "virus-war-steps", "fresh")
    broken = bots.create(session, ada.id, "virus-war", "broken")
    session.flush()
    town.bots |= {"fresh": fresh.id, "broken": broken.id}
    _uploaded(session, fresh, KILLER, at - timedelta(seconds=4))
    rejected = _uploaded(session, broken, LAST, at - timedelta(minutes=9))
    rejected.check_steps = [
        {"name": "build", "passed": True, "sentence": "Nothing to build.", "log": ""},
        {
            "name": "start",
            "passed": False,
            "sentence": "The program ended before it was ready: exit code 1.",
            "log": "File broken.py, line 3\nNameError: name 'bored' is not defined",
        },
    ]
    lifecycle.reject(session, rejected, "It could not be started; the log names line 3.", at)
    glass = session.get_one(Bot, town.bots["glass"])
    lifecycle.bench(
        glass, "It crashed in 5 of its last 6 matches. Upload a mended version to return."
    )
    session.add(worker("worker-1", ["checks"], at))
    session.add(worker("worker-2", ["checks", "matches"], at))
    session.add(bad := worker("worker-3", ["checks", "matches"], at))
    why = "5 of its last 8 matches came to nothing, for 4 bots, while the same games went well"
    workers.quarantine(session, bad, f"{why} on other workers.", at)
    pauses.begin(session, "virus-war-fog", "Its board is being mended.", at)
    audit.note(session, None, "pause", "virus-war-fog", why="Its board is being mended.")
    _tell_everybody(session, town, at)
    town.queued = _open_matches(session, town, at)
    _series(session, town, ada, at)
    entered = [session.get_one(Bot, town.bots[name]) for name in ("needle", "hammer")]
    ready = partial(_ready, at=at)
    town.cups = hold_cups(session, entered, at, (ready, play, KILLER, LAST, ROLLER))


def _tell_everybody(session: Session, town: Town, at: datetime) -> None:
    """An announcement, and a version that may be read and copied."""
    text = "The *spring* season of Five Steps has begun.\n\n- bring your bots\n- have fun"
    session.add(Announcement(title="Spring season", text=text, created=at))
    strider = session.get_one(Bot, town.bots["strider"])
    session.get_one(Version, strider.active_version_id).published = at


def _open_matches(session: Session, town: Town, at: datetime) -> str:
    ladder = ladders.public(session, "virus-war")
    assert ladder is not None
    playing = _active(session, "virus-war")[:2]
    order = SetOrder(
        MatchKind.LADDER, "virus-war", {}, playing, "town-open", pairing="open", ladder=ladder
    )
    made = sets.create_set(session, order, at)
    one, other = session.scalars(select(Match).where(Match.set_id == made.id)).all()
    one.status, one.sentence, one.started = MatchStatus.PLAYING, "Being played.", at
    return other.id


def _series(session: Session, town: Town, ada: Account, at: datetime) -> None:
    """Two questions: one of two versions under way, one among three that has its answer."""
    begun = at - timedelta(minutes=4)
    compass = bots.create(session, ada.id, "virus-war-steps", "compass")
    session.flush()
    town.bots["compass"] = compass.id
    old, new = (_ready(session, compass, source, begun) for source in (LAST, KILLER))
    one = series.begin(session, ada.id, Question(new, old), begun)
    query = select(Version).where(Version.bot_id == town.bots["roller"])
    roller = session.scalars(query).one()
    house = [one for one in _active(session, "virus-roll-write") if one.bot.account.is_house]
    asked = Question(roller, house[0], house[:2])
    other = series.begin(session, roller.bot.account_id, asked, begun)
    town.series, town.table_series = one.id, other.id
    session.flush()
    for _ in range(2):
        for found in (one, other):
            series.step(session, found.id, 2000, begun)
            play_queued(session, found.id, begun)
    other.gains = [0.25, 0.5, 0.0, 0.25] * 10
    series.step(session, other.id, 2000, at)
    series.step(session, one.id, 2000, at)
