"""Series: is this version better than that one?"""

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from scuffle.sequential import Answer
from scuffle_platform import series
from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.filters import GameFilter
from scuffle_platform.api.game_settings import typed
from scuffle_platform.api.lookup import find_bot, find_series, split_player
from scuffle_platform.api.paging import PageQuery, pack_cursor, read_cursor
from scuffle_platform.api.shapes import Body, Shape, Word
from scuffle_platform.auth import is_admin, required_account
from scuffle_platform.context import store
from scuffle_platform.series import Named, Wish
from scuffle_platform.store import Session
from scuffle_platform.store.models import MatchStatus, Series, SeriesStatus, Version
from scuffle_platform.store.pages import series as pages
from scuffle_platform.store.pages.series import Narrowed

Player = Annotated[str, StringConstraints(min_length=1, max_length=80)]


class SeriesQuery(PageQuery):
    """Which series are listed; filters narrow together."""

    game: GameFilter | None = None
    bot: Word | None = Field(None, description="A bot that it is about, by id or name.")
    status: SeriesStatus | None = None
    mine: bool = Field(False, description="Only those that the caller asked for.")


class NewSeries(Body):
    """A question: is the new one better than the old one?"""

    game: Word
    new: Player = Field(description="A bot of the caller: id or name, or `bot@version`.")
    old: Player = Field(description="What it is compared with; any bot, or `bot@version`.")
    field: Annotated[list[Player], Field(max_length=15)] = Field(
        [], description="In a game for three or more: the others, whom new and old both meet."
    )
    settings: dict[str, Any] | None = Field(
        None, description="Left out: in turn what the ladder plays."
    )


class Side(Shape):
    """A version in a series."""

    bot: str
    name: str
    version: int


class SeriesItem(Shape):
    """A series as lists show it."""

    id: str
    game: str
    new: Side
    old: Side
    status: SeriesStatus
    sentence: str = Field(description="What its state means; why it ended early, if it did.")
    answer: Answer | None = Field(description="Whether the new one is better; null: not yet.")
    sets: int = Field(description="Sets that the answer rests on.")
    gain: float = Field(description="Points a match that new makes more than old, -1 to 1.")
    interval: tuple[float, float] = Field(description="The gain's 95 % interval.")
    created: datetime
    ended: datetime | None


class SeriesPage(Shape):
    """A page of series, the newest first."""

    items: list[SeriesItem]
    next: str | None


class SetMatch(Shape):
    """A match of a set."""

    id: str
    status: MatchStatus


class SetItem(Shape):
    """One set: all seat rotations on one seed."""

    number: int = Field(description="From 0; the seed follows from it.")
    gain: float | None = Field(description="Null until it is counted.")
    seed: str | None = Field(description="Shown when all its matches have ended.")
    matches: list[SetMatch]


class SeriesDetail(SeriesItem):
    """A series with its sets."""

    field: list[Side]
    settings: dict[str, Any] | None
    played: list[SetItem]


@endpoint("/series", tag="series")
def list_series(query: SeriesQuery) -> SeriesPage:
    """Series, the newest first."""
    account = required_account().id if query.mine else None
    with store().reading() as session:
        bot = find_bot(session, query.bot, query.game).id if query.bot else None
        narrowed = Narrowed(query.game, bot, account, query.status)
        rows = pages.page(session, narrowed, read_cursor(query.cursor), query.limit + 1)
    shown = rows[: query.limit]
    last = shown[-1] if len(rows) > query.limit else None
    return SeriesPage(
        items=[series_item(row) for row in shown],
        next=pack_cursor(last.created, last.id) if last else None,
    )


@endpoint("/series", tag="series", method="POST", status=201, scope="submit")
def ask_series(json: NewSeries) -> SeriesItem:
    """Ask whether a version is better; at most 3 at a time."""
    series.check_field(json.game, len(json.field))
    settings = json.settings and typed(json.game, json.settings)
    with store().reading() as session:
        new, old = _named(session, json.new, json.game), _named(session, json.old, json.game)
        field = [_named(session, word, json.game) for word in json.field]
    wish = Wish(json.game, new, old, field, settings)
    return series_item(series.ask(required_account(), wish))


@endpoint("/series/<series_id>", tag="series")
def get_series(series_id: str) -> SeriesDetail:
    """One series with its sets."""
    with store().reading() as session:
        found = find_series(session, series_id)
        return SeriesDetail(
            **dict(series_item(found)),
            field=[_side(version) for version in pages.field(session, found)],
            settings=found.settings,
            played=_sets(session, found),
        )


@endpoint("/series/<series_id>/stop", tag="series", method="POST", scope="submit")
def stop_series(series_id: str) -> SeriesItem:
    """End a series of one's own early; what was played stays."""
    return series_item(series.stop(required_account(), series_id[:64], is_admin=is_admin()))


def series_item(found: Series) -> SeriesItem:
    """A series as lists show it."""
    return SeriesItem(
        id=found.id,
        game=found.game,
        new=_side(found.new),
        old=_side(found.old),
        status=found.status,
        sentence=found.sentence,
        answer=found.answer,
        sets=found.counted,
        gain=found.gain,
        interval=(found.low, found.high),
        created=found.created,
        ended=found.ended,
    )


def _sets(session: Session, found: Series) -> list[SetItem]:
    return [
        SetItem(
            number=one.number,
            gain=found.gains[one.number] if one.number < found.counted else None,
            seed=one.seed,
            matches=[SetMatch(id=match, status=status) for match, status in one.matches],
        )
        for one in pages.played(session, found.id)
    ]


def _side(version: Version) -> Side:
    return Side(bot=version.bot_id, name=version.bot.name, version=version.number)


def _named(session: Session, word: str, game: str) -> Named:
    bot, number = split_player(word)
    return find_bot(session, bot, game).id, number
