"""Fills a store with a large ladder: 1,000 bots and 100,000 matches in half a minute.

  python tests/benchmarks/seeding.py FOLDER [--bots 1000] [--matches 100000]

makes FOLDER/scuffle.db, which `scuffle serve --data FOLDER` then shows. The matches were never
played: their places are drawn from strengths, and the newest thousand share one real replay.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import islice
from math import exp, log
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select

from scuffle.contract import Verdict
from scuffle.function_seat import FunctionSeat
from scuffle.limits import Limits
from scuffle.match import play_match
from scuffle.registry import make
from scuffle.replay import Replay as ReplayFile
from scuffle.replay import ReplayPlayer
from scuffle_platform import house
from scuffle_platform.matchmaker import pairing_of
from scuffle_platform.reports import pack
from scuffle_platform.store import Session, Store, fits, ladders, standings
from scuffle_platform.store.formats import format_key
from scuffle_platform.store.identifiers import ALPHABET
from scuffle_platform.store.migrate import migrate
from scuffle_platform.store.models import (
    Account,
    Attempt,
    AttemptStatus,
    Bot,
    BotState,
    Entrant,
    Fit,
    Ladder,
    Match,
    MatchKind,
    MatchSet,
    MatchStatus,
    RatingPoint,
    Replay,
    SeatRow,
    Version,
    VersionStatus,
    now,
)

GAME = "virus-war"
KEPT_REPLAYS = 1000
SETS_A_FIT = 10
BATCH = 5000

Row = dict[str, Any]


@dataclass
class Town:
    """What is drawn, all of it from one generator.

    Attributes:
        rng: where every number comes from.
        versions: ``(version id, bot id, strength in Elo)``, the house's ``greedy`` first.
        moment: the time of the last set.
        settings: of every match.
        rules_hash: the rules of every match.
        games: by version, how many matches it has had.
    """

    rng: random.Random
    versions: list[tuple[str, str, float]] = field(default_factory=list)
    moment: datetime = field(default_factory=now)
    settings: Row = field(default_factory=dict)
    rules_hash: str = make(GAME, {}).rules_hash()
    games: dict[str, int] = field(default_factory=dict)

    def id(self) -> str:
        """A new identifier."""
        return "".join(self.rng.choices(ALPHABET, k=12))


def seed(url: str, bots: int, matches: int) -> None:
    """Make the tables at ``url`` and fill them; the newest fit is a real one.

    Args:
        url: of an empty database.
        bots: how many bots beside the house's, two to an account.
        matches: how many finished ladder matches, two to a set.
    """
    migrate(url)
    with Store(url) as store:
        house.seed(store)
        town = Town(random.Random(1), settings=make(GAME, {}).settings.model_dump(mode="json"))
        with store.session() as session:
            ladder = ladders.public(session, GAME)
            assert ladder is not None
            _people(session, town, ladder, bots)
            _matches(session, town, ladder, matches)
        with store.session() as session:
            found = standings.material(session, ladder.id)
            fits.save(session, found, standings.solve(found), {}, now())


def _people(session: Session, town: Town, ladder: Ladder, count: int) -> None:
    query = select(Version).join(Bot).where(Bot.game == GAME, Bot.name == "greedy")
    sample = session.scalars(query).one()
    town.versions.append((sample.id, sample.bot_id, 0.0))
    rows: dict[type, list[Row]] = {Account: [], Bot: [], Version: [], Entrant: []}
    strengths = sorted(town.rng.gauss(0, 250) for _ in range(count))
    for number, strength in enumerate(strengths):
        if number % 2 == 0:
            account = town.id()
            name = f"person{number // 2}"
            rows[Account].append({"id": account, "name": name, "name_key": name})
        bot, version, name = town.id(), town.id(), f"bot{number}"
        town.versions.append((version, bot, strength))
        rows[Bot].append(
            {"id": bot, "account_id": account, "game": GAME, "name": name, "name_key": name}
            | {"state": BotState.ACTIVE, "active_version_id": version}
        )
        rows[Version].append(_version(sample, version, bot))
        rows[Entrant].append({"ladder_id": ladder.id, "bot_id": bot})
    rows[Entrant].append({"ladder_id": ladder.id, "bot_id": sample.bot_id})
    for table, values in rows.items():
        session.execute(insert(table), values)


def _version(sample: Version, version: str, bot: str) -> Row:
    same = ("upload_hash", "source", "source_hash", "program", "program_hash", "language", "size")
    return {name: getattr(sample, name) for name in (*same, "files")} | {
        "id": version,
        "bot_id": bot,
        "number": 1,
        "status": VersionStatus.READY,
    }


def _matches(session: Session, town: Town, ladder: Ladder, count: int) -> None:
    replay = _real_replay()
    sets = (_set(town, ladder, number) for number in range(count // 2))
    first_kept, done = count // 2 - KEPT_REPLAYS // 2, 0
    while batch := list(islice(sets, BATCH)):
        rows: dict[type, list[Row]] = {one: [] for one in (MatchSet, Match, SeatRow, Attempt)}
        rows |= {Replay: [], Fit: [], RatingPoint: []}
        for made in batch:
            data = replay if done >= first_kept else None
            _collect(rows, town, ladder, made, done, data)
            done += 1
        for table, values in rows.items():
            if values:
                session.execute(insert(table), values)
    ladder.sets_made = done
    ladder.stale += done


def _collect(
    rows: dict[type, list[Row]],
    town: Town,
    ladder: Ladder,
    made: tuple[Row, list[tuple[str, str, float]]],
    number: int,
    replay: bytes | None,
) -> None:
    """Add the rows of one set, and at every tenth one those of a fit."""
    row, pair = made
    rows[MatchSet].append(row)
    if number % SETS_A_FIT == 0:
        rows[Fit].append(
            {"id": town.id(), "ladder_id": ladder.id, "created": town.moment, "biases": []}
            | {"number": number // SETS_A_FIT + 1, "matches": 2 * number}
        )
    fit = rows[Fit][-1]["id"]
    for rotation, seats in enumerate((pair, pair[::-1])):
        match = _match(town, row, rotation, fit)
        rows[Match].append(match)
        rows[SeatRow] += _seats(town, match, seats)
        rows[Attempt].append(_attempt(town, match))
        rows[Replay].append({"match_id": match["id"], "hash": "0" * 64, "size": 9000})
        rows[Replay][-1] |= {"data": replay, "created": town.moment}
    rows[RatingPoint] += _points(town, ladder, fit, pair, rows[RatingPoint])


def _set(town: Town, ladder: Ladder, number: int) -> tuple[Row, list[tuple[str, str, float]]]:
    """One set of ten against ``greedy``; half of the others against anybody, half near by."""
    town.moment = now() - timedelta(minutes=100_000 - number)
    last = len(town.versions) - 1
    one = town.rng.randint(1, last)
    near = one + town.rng.choice((-3, -2, -1, 1, 2, 3))
    other = town.rng.choices((0, near, town.rng.randint(1, last)), (10, 45, 45))[0]
    pair = [town.versions[one], town.versions[0 if other in (one, last + 1) else other % last]]
    row = {
        "id": town.id(),
        "ladder_id": ladder.id,
        "kind": MatchKind.LADDER,
        "game": GAME,
        "pairing": pairing_of([version for version, _, _ in pair], format_key(2, town.settings)),
        "seed": f"{number:032x}",
        "created": town.moment,
        "ended": town.moment,
    }
    return row, pair


def _match(town: Town, made: Row, rotation: int, fit: str) -> Row:
    same = ("ladder_id", "kind", "game", "seed", "created")
    return {name: made[name] for name in same} | {
        "id": town.id(),
        "set_id": made["id"],
        "settings": town.settings,
        "rules_hash": town.rules_hash,
        "format_key": format_key(2, town.settings),
        "num_players": 2,
        "rotation": rotation,
        "status": MatchStatus.FINISHED,
        "sentence": "One won: shut-in.",
        "ranked": True,
        "started": town.moment,
        "finished": town.moment,
        "attempts": 1,
        "worker": "worker-1",
        "steps": 60,
        "actions_hash": sha256(f"{made['id']}{rotation}".encode()).hexdigest(),
        "fit_id": fit,
    }


def _seats(town: Town, match: Row, pair: list[tuple[str, str, float]]) -> Iterator[Row]:
    gap = (pair[0][2] - pair[1][2]) * log(10) / 400 + 0.2
    won = town.rng.random() < 1 / (1 + exp(-gap))
    places = (1, 2) if won else (2, 1)
    match["outcome"] = {"places": places, "scores": [1.0, 0.0], "reason": "shut-in"}
    for player, (version, bot, _) in enumerate(pair):
        town.games[version] = town.games.get(version, 0) + 1
        yield {
            "match_id": match["id"],
            "player": player,
            "bot_id": bot,
            "version_id": version,
            "place": places[player],
            "score": 1.0 if places[player] == 1 else 0.0,
            "verdict": Verdict.TIMEOUT if town.rng.random() < 0.01 else Verdict.OK,
            "verdict_step": None,
            "change": 1.25,
            "sentence": "The win against another moved it from 1000.0 to 1001.3 (+1.3).",
        }


def _attempt(town: Town, match: Row) -> Row:
    return {
        "id": town.id(),
        "match_id": match["id"],
        "number": 1,
        "job_id": f"match-{match['id']}-1",
        "status": AttemptStatus.REPORTED,
        "worker": "worker-1",
        "created": town.moment,
        "started": town.moment,
        "ended": town.moment,
    }


def _points(
    town: Town, ladder: Ladder, fit: str, pair: list[tuple[str, str, float]], there: list[Row]
) -> Iterator[Row]:
    known = {(row["fit_id"], row["version_id"]) for row in there[-2 * SETS_A_FIT :]}
    for version, bot, strength in pair:
        if (fit, version) not in known:
            games = town.games[version]
            yield {
                "fit_id": fit,
                "version_id": version,
                "ladder_id": ladder.id,
                "bot_id": bot,
                "at": town.moment,
                "rating": 1000 + strength + town.rng.gauss(0, 500 / games**0.5),
                "plus_minus": 510 / games**0.5,
                "games": games,
            }


def _real_replay() -> bytes:
    """One match between players who choose at random, packed as the store keeps it."""
    rng, game = random.Random(2), make(GAME, {})
    choose: Callable[[Any], Any] = lambda state: rng.choice(state["legal_actions"])  # noqa: E731
    record = play_match(game, 2, [FunctionSeat(choose), FunctionSeat(choose)], "1", Limits())
    players = [ReplayPlayer(name=name, version="1") for name in ("one", "other")]
    return pack(ReplayFile.of(game, record, "1", Limits(), players).to_bytes())


def main() -> None:
    """Fill the store that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bots", type=int, default=1000)
    parser.add_argument("--matches", type=int, default=100_000)
    asked = parser.parse_args()
    file = asked.folder.resolve() / "scuffle.db"
    if file.exists():
        sys.exit(f"seeding: {file} is there already; give a new folder")
    began = time.monotonic()
    seed(f"sqlite:///{file}", asked.bots, asked.matches)
    print(f"{file}: {asked.bots} bots, {asked.matches} matches, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
