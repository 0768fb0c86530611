"""Series: begun, carried on set by set until the test has decided, ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scuffle import registry
from scuffle.bench_stats import place_points
from scuffle.sequential import MOST_SETS, Answer, Judgement, judge
from scuffle_platform.matchmaker import OPENING_TURNS, seed_of
from scuffle_platform.store import contests, inbox
from scuffle_platform.store.contests import Bout, Round
from scuffle_platform.store.inbox import News
from scuffle_platform.store.models import (
    Account,
    MatchKind,
    NoticeKind,
    Series,
    SeriesStatus,
    Version,
)

SETS_AT_ONCE = 4
"""Sets that wait or are played at a time; the test still looks at them in their order."""
PATIENCE = timedelta(days=7)
OPENING = "opening_turns"
BOTH, NEW, OLD = "both", "new", "old"
"""The tables of a series: the two against each other, or each of them among the field."""

TWINS = (
    "No difference: both are one and the same program, so nothing had to be played to know that "
    "neither is better."
)
PLAYING = "Sets are played until the test has decided."


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody wants to know.

    Attributes:
        new: is this one better
        old: than that one?
        field: whom both meet, by seat; none where the two meet each other.
        settings: ``None``: in turn what the ladder plays.
    """

    new: Version
    old: Version
    field: Sequence[Version] = ()
    settings: dict[str, Any] | None = None

    @property
    def size(self) -> int:
        """How many play in a match."""
        return 1 + len(self.field) if self.field else 2


def begin(session: Session, account_id: str, question: Question, at: datetime) -> Series:
    """A series; of two programs that are one and the same it is known how it ends."""
    made = Series(
        account_id=account_id,
        game=question.new.bot.game,
        new=question.new,
        old=question.old,
        field=[version.id for version in question.field],
        settings=question.settings,
        sentence=PLAYING,
        created=at,
        deadline=at + PATIENCE,
    )
    session.add(made)
    session.flush()
    if question.new.source_hash == question.old.source_hash:
        made.low = made.high = 0.0
        _end(session, made, Answer.NOT_BETTER, TWINS, at)
    return made


def going(session: Session) -> Sequence[str]:
    """Ids of the series that are being played, the oldest first."""
    query = select(Series.id).where(Series.status == SeriesStatus.PLAYING)
    return session.scalars(query.order_by(Series.created, Series.id)).all()


def count_going(session: Session, account_id: str) -> int:
    """How many series of an account are being played."""
    query = select(func.count()).where(
        Series.account_id == account_id, Series.status == SeriesStatus.PLAYING
    )
    return session.scalar(query) or 0


def step(session: Session, series_id: str, matches_a_day: int, at: datetime) -> None:
    """Count what was played, decide, or have more played.

    Args:
        session: a transaction that may write.
        series_id: whose turn it is; does nothing for one that has ended.
        matches_a_day: how many matches of series its account may have in 24 hours.
        at: this moment.
    """
    one = session.get_one(Series, series_id, with_for_update=True)
    if one.status is not SeriesStatus.PLAYING:
        return
    played = contests.rounds(session, one.id, len(one.gains))
    found = _count(one, played)
    if found.answer is not None:
        _end(session, one, found.answer, "", at)
        _tell(session, one, at)
    elif why := _hindrance(session, one, at):
        _end(session, one, Answer.UNDECIDED, f"It ended early: {why}.", at)
        _tell(session, one, at)
    else:
        contests.replay_void(session, one.id, at)
        _top_up(session, one, played, matches_a_day, at)


def stop(session: Session, series_id: str, who: str, at: datetime) -> bool:
    """End a series before it has an answer, as ``who`` wants; whether it was still being played."""
    one = session.get_one(Series, series_id)
    # Read anew under the lock: whoever asks has looked at it before, and it may have ended since.
    session.refresh(one, with_for_update=True)
    if one.status is not SeriesStatus.PLAYING:
        return False
    why = f"Stopped by {who} before the test had decided."
    _end(session, one, Answer.UNDECIDED, why, at)
    one.status = SeriesStatus.STOPPED
    session.flush()
    return True


def _count(one: Series, played: Sequence[Round]) -> Judgement:
    """Add the sets that are complete, in their order: a quick one does not overtake a slow one."""
    tables = {(round_.table, round_.number): round_.places for round_ in played}
    gains = list(one.gains)
    while (gain := _gain(tables, len(gains))) is not None:
        gains.append(gain)
    one.gains = gains
    found = judge(gains)
    one.counted, one.gain, one.low, one.high = found.sets, found.gain, found.low, found.high
    return found


Tables = dict[tuple[str, int], tuple[tuple[int, ...] | None, ...] | None]


def _gain(tables: Tables, number: int) -> float | None:
    """What the new one gained in a set; ``None`` while that is not played to its end."""
    if both := tables.get((BOTH, number)):
        return _points(both) - 0.5
    new, old = tables.get((NEW, number)), tables.get((OLD, number))
    return _points(new) - _points(old) if new and old else None


def _points(matches: Sequence[tuple[int, ...] | None]) -> float:
    """Mean points of whoever sits first in the set's order, by rotation."""
    size = len(matches)
    won = [place_points(places, -rotation % size) for rotation, places in enumerate(matches)]
    return sum(won) / size


def _hindrance(session: Session, one: Series, at: datetime) -> str:
    """Why a series cannot go on, if it cannot."""
    if left := contests.gone(session, [one.new_version_id, one.old_version_id, *one.field]):
        return f"{' and '.join(left)} left the site"
    account = session.get_one(Account, one.account_id)
    if account.disabled is not None or account.deleted is not None:
        return "the account that asked is closed"
    return f"it took more than {PATIENCE.days} days" if one.deadline < at else ""


def _top_up(
    session: Session, one: Series, played: Sequence[Round], matches_a_day: int, at: datetime
) -> None:
    """Have as many sets under way as may be, unless the account had its matches for today."""
    numbers = {round_.number for round_ in played}
    under_way = sum(number >= len(one.gains) for number in numbers)
    following = max(numbers, default=len(one.gains) - 1) + 1
    wanted = range(following, min(following + SETS_AT_ONCE - under_way, MOST_SETS))
    question = _question(session, one)
    room = contests.room_today(session, one.account_id, MatchKind.SERIES, matches_a_day, at)
    one.sentence = PLAYING
    for number in wanted:
        bouts = _bouts(one, question, number)
        room -= sum(len(bout.versions) for bout in bouts)
        if room < 0:
            again = contests.room_again(session, one.account_id, MatchKind.SERIES, at)
            one.sentence = (
                f"Goes on at {again:%H:%M} UTC: its account had {matches_a_day:,} matches of "
                f"series in 24 hours, which is the limit."
            )
            return
        for bout in bouts:
            contests.order(session, bout, at)


def _question(session: Session, one: Series) -> Question:
    field = [session.get_one(Version, version) for version in one.field]
    return Question(one.new, one.old, field, one.settings)


def _bouts(one: Series, question: Question, number: int) -> list[Bout]:
    """One set of the series: one table for two, two on the same seed, seats and field for more."""
    settings = settings_of(one.game, question.size, question.settings, number)
    field = list(question.field)
    tables = {NEW: [question.new, *field], OLD: [question.old, *field]}
    if not field:
        tables = {BOTH: [question.new, question.old]}
    return [
        Bout(
            contest=one.id,
            kind=MatchKind.SERIES,
            game=one.game,
            table=table,
            number=number,
            versions=versions,
            settings=settings,
            seed=seed_of(one.secret, "series", number),
            asked_by=one.account_id,
        )
        for table, versions in tables.items()
    ]


def settings_of(
    game_id: str, size: int, given: dict[str, Any] | None, number: int, *, bare: bool = True
) -> dict[str, Any]:
    """What a set is played with: in turn what the ladder plays for so many, or what was given.

    The first set of each starts from the bare start (unless not ``bare``), later ones with an
    opening drawn from the seed, in games that know openings; two bots without chance would play
    one match for ever.
    """
    game = registry.game(game_id)
    formats = [dict(one.settings) for one in game.ladder_formats if one.num_players == size]
    if given is not None or not formats:
        formats = [dict(given or {})]
    settings = formats[number % len(formats)]
    if OPENING in game.Settings.model_fields and OPENING not in (given or {}):
        settings[OPENING] = 0 if bare and number < len(formats) else OPENING_TURNS
    return settings


def _tell(session: Session, one: Series, at: datetime) -> None:
    news = News(one.account_id, NoticeKind.SERIES, f"series/{one.id}", {"series": one.id})
    inbox.tell(session, [news], at)


def _end(session: Session, one: Series, answer: Answer, sentence: str, at: datetime) -> None:
    one.status, one.answer, one.sentence, one.ended = SeriesStatus.ENDED, answer, sentence, at
    contests.cancel_queued(session, one.id, "Cancelled: its series has ended.", at)
