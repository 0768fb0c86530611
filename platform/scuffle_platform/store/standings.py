"""Standings: what the fit is told of a ladder."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.orm import Session

from scuffle_platform.rating import Change, Contestant, Fitted, Result, Tally, changes, fit
from scuffle_platform.store import ladders, seasons
from scuffle_platform.store.models import (
    Account,
    Bot,
    Ladder,
    Match,
    MatchStatus,
    SeatRow,
    Version,
)

ANCHOR = "greedy"
"""The house bot that is 1000 for ever."""


@dataclass(slots=True)
class Record:
    """Games of one version: won alone, first place shared, else lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    def add(self, place: int, places: Sequence[int]) -> None:
        """Count a game in which this version took ``place``."""
        if place > 1:
            self.losses += 1
        elif places.count(1) > 1:
            self.draws += 1
        else:
            self.wins += 1


@dataclass(slots=True)
class Ledger:
    """The results of one ladder, counted as they come.

    Attributes:
        stale: the value of the ladder's counter that it agrees with.
        tally: the pairs of all of them.
        records: by version.
        played: by format, how many matches.
        repeats: ids of those that were played before, action by action, and count once.
        fresh: ids of those that no fit held when they were last read.
    """

    stale: int = -1
    tally: Tally = field(default_factory=Tally)
    records: defaultdict[str, Record] = field(default_factory=lambda: defaultdict(Record))
    played: Counter[str] = field(default_factory=Counter)
    repeats: set[str] = field(default_factory=set)
    fresh: set[str] = field(default_factory=set)

    def add(self, result: Result) -> None:
        """Count one more."""
        self.played[result.format] += 1
        if not self.tally.add(result):
            self.repeats.add(result.match)
        for version, place in zip(result.versions, result.places, strict=True):
            self.records[version].add(place, result.places)

    def agrees(self, stale: int, fresh: set[str]) -> bool:
        """Whether what it lacks of the ladder are the results in ``fresh`` and nothing else.

        Everything that happens to a ladder's results moves its counter by one, so a result that
        was taken back, or that another process has fitted meanwhile, shows in the difference.
        """
        return stale - self.stale == len(fresh - self.fresh)


@dataclass(frozen=True, slots=True)
class Material:
    """Everything that a ladder's fit depends on.

    Attributes:
        ladder_id: the ladder.
        stale: the value of its counter when this was read.
        contestants: every version that plays or has played in it.
        ledger: its ranked matches, counted.
        anchor: the version that is 1000, if there is one.
        unfitted: results that no fit holds yet.
        bots: by version, the id of its bot.
    """

    ladder_id: str
    stale: int
    contestants: tuple[Contestant, ...]
    ledger: Ledger
    anchor: str | None
    unfitted: tuple[Result, ...]
    bots: Mapping[str, str]


def stale(session: Session) -> Sequence[str]:
    """Ids of the ladders whose newest fit does not hold everything."""
    query = select(Ladder.id).where(Ladder.stale != Ladder.fitted)
    return session.scalars(query.order_by(Ladder.id)).all()


def material(session: Session, ladder_id: str, known: Ledger | None = None) -> Material:
    """Read what the fit of a ladder needs.

    Args:
        session: a transaction.
        ladder_id: the ladder.
        known: the ledger of an earlier fit by this process, brought up to date here; without it,
            or where it no longer agrees, all results are read.
    """
    ladder = session.get_one(Ladder, ladder_id)
    unfitted = _results(session, ladder, Match.fit_id.is_(None))
    fresh = {result.match for result in unfitted}
    ledger = known
    if ledger is None or not ledger.agrees(ladder.stale, fresh):
        ledger = Ledger()
        for result in _results(session, ladder, Match.fit_id.is_not(None)):
            ledger.add(result)
    for result in unfitted:
        if result.match not in ledger.fresh:
            ledger.add(result)
    ledger.stale, ledger.fresh = ladder.stale, fresh
    active = set(ladders.roster(session, ladder))
    bots = _bots_of(session, ladder.game, ledger.records.keys() | active)
    return Material(
        ladder_id,
        ladder.stale,
        _contestants(bots, seasons.priors(session, ladder, bots)),
        ledger,
        _anchor(session, ladder.game),
        unfitted,
        bots,
    )


def solve(found: Material) -> Fitted:
    """The fit, from a cold start."""
    return fit(found.contestants, found.ledger.tally, found.anchor)


def explain(found: Material, fitted: Fitted) -> dict[str, tuple[Change, ...]]:
    """What each match that no fit held before changed."""
    ledger = found.ledger
    return changes(ledger.tally, found.anchor, fitted, found.unfitted, ledger.repeats)


def counted(ladder: Ladder) -> ColumnElement[bool]:
    """Which matches a ladder's ratings count: ranked ones that ended, under its present rules."""
    return and_(
        Match.ladder_id == ladder.id,
        Match.ranked,
        Match.status == MatchStatus.FINISHED,
        Match.rules_hash == ladder.rules_hash,
    )


def _results(session: Session, ladder: Ladder, which: ColumnElement[bool]) -> tuple[Result, ...]:
    """What a ladder counts, by id."""
    query = (
        select(Match.id, Match.format_key, Match.actions_hash, SeatRow.version_id, SeatRow.place)
        .join(SeatRow)
        .where(counted(ladder), which)
        .order_by(Match.id, SeatRow.player)
    )
    rows = session.execute(query)
    return tuple(
        _result(match, list(seats)) for match, seats in groupby(rows, key=lambda row: row[0])
    )


def _result(match: str, seats: Sequence[tuple[str, str, str, str | None, int | None]]) -> Result:
    _, key, actions, _, _ = seats[0]
    versions = tuple(version or "" for *_, version, _ in seats)
    return Result(match, key, versions, tuple(place or 0 for *_, place in seats), actions)


def _bots_of(session: Session, game: str, wanted: set[str]) -> dict[str, str]:
    """By wanted version its bot, each bot's versions in the order of their numbers."""
    query = select(Version.id, Version.bot_id).join(Bot, Bot.id == Version.bot_id)
    pairs = session.execute(query.where(Bot.game == game).order_by(Version.bot_id, Version.number))
    return {version: bot for version, bot in pairs if version in wanted}


def _contestants(bots: Mapping[str, str], priors: seasons.Priors) -> tuple[Contestant, ...]:
    """Every version with the one before it, if that has played too."""
    last: dict[str, str] = {}
    found = []
    for version, bot in bots.items():
        found.append(Contestant(version, last.get(bot), priors.get(version)))
        last[bot] = version
    return tuple(found)


def _anchor(session: Session, game: str) -> str | None:
    return session.scalar(
        select(Bot.active_version_id)
        .join(Account)
        .where(Account.is_house, Bot.game == game, Bot.name == ANCHOR)
    )
