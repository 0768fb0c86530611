"""Bots: listed, made, measured."""

from datetime import datetime

from pydantic import Field

from scuffle_platform import roster
from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.filters import GameFilter
from scuffle_platform.api.lookup import find_bot
from scuffle_platform.api.paging import PageQuery, pack_cursor, read_cursor
from scuffle_platform.api.shapes import Body, BotItem, BotName, BotPage, Shape, Word, bot_item
from scuffle_platform.auth import required_account
from scuffle_platform.context import store
from scuffle_platform.store import bots, listing
from scuffle_platform.store.models import RatingPoint
from scuffle_platform.store.pages import bots as pages
from scuffle_platform.store.pages.bots import Count


class BotQuery(PageQuery):
    """Which bots are listed; retired ones only among one's own or an owner's."""

    game: GameFilter | None = Field(None, description="Only bots of this game.")
    owner: Word | None = Field(None, description="Only bots of the account of this name.")
    name: Word | None = Field(None, description="Only bots of this name.")
    mine: bool = Field(False, description="Only the caller's bots.")


class NewBot(Body):
    """A bot to be made."""

    name: BotName
    game: Word = Field(description="The id of the game that it plays.")


class RatingItem(Shape):
    """A version's rating after one fit."""

    version: int
    fit: int
    at: datetime
    rating: float
    plus_minus: float
    games: int


class RatingPage(Shape):
    """A bot's rating over time, the newest first."""

    items: list[RatingItem]
    next: str | None = None


class Tally(Shape):
    """Ranked results under one heading."""

    label: str = Field(description="Format or version.")
    seat: int | None = Field(description="The bot's seat, where results are told apart by it.")
    wins: int
    draws: int
    losses: int


class Against(Shape):
    """What two bots made of each other, from the first one's side."""

    bot: str
    other: str
    by_version: list[Tally]
    by_seat: list[Tally]


@endpoint("/bots", tag="bots")
def list_bots(query: BotQuery) -> BotPage:
    """Bots, the newest first."""
    owner = required_account().name if query.mine else query.owner
    with store().reading() as session:
        rows = bots.page(
            session,
            game=query.game,
            owner=owner,
            name=query.name,
            after=read_cursor(query.cursor),
            limit=query.limit + 1,
        )
    shown = rows[: query.limit]
    more = len(rows) > query.limit
    return BotPage(
        items=[bot_item(bot, rating) for bot, rating in shown],
        next=pack_cursor(shown[-1][0].created, shown[-1][0].id) if more else None,
    )


@endpoint("/bots", tag="bots", method="POST", status=201, scope="submit")
def make_bot(json: NewBot) -> BotItem:
    """Make a bot; it plays once a version of it is ready."""
    bot = roster.make_bot(required_account(), json.game, json.name)
    return bot_item(bot, None)


@endpoint("/bots/<bot>", tag="bots")
def get_bot(bot: str) -> BotItem:
    """One bot, by its id or a name that only one bot has."""
    with store().reading() as session:
        found = find_bot(session, bot)
        return bot_item(found, listing.active_rating(session, found))


@endpoint("/bots/<bot>/ratings", tag="bots")
def list_ratings(bot: str, query: PageQuery) -> RatingPage:
    """A bot's rating after each fit that held new matches of it."""
    after = read_cursor(query.cursor)
    with store().reading() as session:
        found = find_bot(session, bot)
        rows = listing.rating_points(session, found.id, after, query.limit + 1)
    shown = rows[: query.limit]
    last = shown[-1][0] if len(rows) > query.limit else None
    return RatingPage(
        items=[_rating_item(*row) for row in shown],
        next=last and pack_cursor(last.at, last.fit_id + last.version_id),
    )


def _rating_item(point: RatingPoint, version: int, fit: int) -> RatingItem:
    return RatingItem(
        version=version,
        fit=fit,
        at=point.at,
        rating=point.rating,
        plus_minus=point.plus_minus,
        games=point.games,
    )


@endpoint("/bots/<bot>/against/<other>", tag="bots")
def get_against(bot: str, other: str) -> Against:
    """Two bots' ranked results against each other."""
    with store().reading() as session:
        one = find_bot(session, bot)
        two = find_bot(session, other, one.game)
        return Against(
            bot=one.id,
            other=two.id,
            by_version=[_tally(row) for row in pages.by_version(session, one.id, two.id)],
            by_seat=[_tally(row) for row in pages.by_seat_against(session, one.id, two.id)],
        )


def _tally(row: Count) -> Tally:
    return Tally(label=row.label, seat=row.seat, wins=row.wins, draws=row.draws, losses=row.losses)
