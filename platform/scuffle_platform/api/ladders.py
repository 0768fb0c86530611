"""Ladders and their leaderboards."""

from datetime import datetime
from typing import Any

from pydantic import Field

from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.games import known_game
from scuffle_platform.api.lookup import find_ladder
from scuffle_platform.api.paging import PageQuery, page_of, read_place
from scuffle_platform.api.shapes import Shape
from scuffle_platform.auth import current_account
from scuffle_platform.context import store
from scuffle_platform.store import Session, listing
from scuffle_platform.store.ladders import roster
from scuffle_platform.store.models import Fit, Ladder, LadderKind, Visibility
from scuffle_platform.store.pages import leaderboards


class LadderItem(Shape):
    """A ladder."""

    id: str
    game: str
    kind: LadderKind
    name: str
    visibility: Visibility = Field(
        description="`public`; `unlisted`: for whoever knows its id; `private`: for its members."
    )
    formats: list[dict[str, Any]] = Field(description="What it plays in turn.")
    entrants: int = Field(
        description="How many bots play in it; once it is archived, how many had a rank."
    )
    opens: datetime
    closes: datetime | None
    archived: datetime | None = Field(description="When a newer epoch replaced it.")
    rules_hash: str


class LadderPage(Shape):
    """Ladders that the caller may see."""

    items: list[LadderItem]
    next: str | None


class Standing(Shape):
    """A line of a leaderboard."""

    rank: int = Field(description="From 1, by the lower end of the interval.")
    bot: str = Field(description="The bot's id.")
    name: str
    owner: str
    version: int
    language: str
    rating: float = Field(description="Elo; the house bot `greedy` is 1000.")
    plus_minus: float = Field(description="1.96 standard deviations, Elo.")
    games: int
    wins: int
    draws: int
    losses: int


class AsOf(Shape):
    """The fit that a leaderboard shows."""

    fit: int = Field(description="Its number within the ladder.")
    at: datetime
    matches: int = Field(description="How many matches it holds.")
    biases: list[dict[str, Any]] = Field(description="What a seat is worth, by format.")


class Leaderboard(Shape):
    """Who leads a ladder."""

    game: str
    ladder: str | None = Field(description="The ladder's id.")
    as_of: AsOf | None = Field(description="The fit shown; null before the first one.")
    items: list[Standing]
    next: str | None


class LeaderboardQuery(PageQuery):
    """Which lines of a leaderboard are asked for."""


@endpoint("/games/<game>/leaderboard", tag="ladders")
def get_game_leaderboard(game: str, query: LeaderboardQuery) -> Leaderboard:
    """Who leads a game's public ladder."""
    known_game(game)
    after = read_place(query.cursor)
    with store().reading() as session:
        found = leaderboards.shown_fit(session, game)
        if found is None:
            return Leaderboard(game=game, ladder=None, as_of=None, items=[], next=None)
        ladder_id, fit = found
        return _leaderboard(session, game, ladder_id, fit, after, query.limit)


@endpoint("/ladders", tag="ladders")
def list_ladders(query: PageQuery) -> LadderPage:
    """The ladders that everybody may see, and your leagues; the open ones first."""
    with store().reading() as session:
        shown, following = page_of(listing.ladders(session, _viewer()), query)
        items = [_item(ladder, len(roster(session, ladder))) for ladder in shown]
        return LadderPage(items=items, next=following)


@endpoint("/ladders/<ladder>/leaderboard", tag="ladders")
def get_leaderboard(ladder: str, query: LeaderboardQuery) -> Leaderboard:
    """Who leads a ladder, or led it when it was archived."""
    after = read_place(query.cursor)
    with store().reading() as session:
        found = find_ladder(session, ladder)
        fit = leaderboards.newest_fit(session, ladder)
        return _leaderboard(session, found.game, ladder, fit, after, query.limit)


def _viewer() -> str | None:
    account = current_account()
    return account.id if account else None


def _leaderboard(
    session: Session, game: str, ladder_id: str, fit: Fit | None, after: int, limit: int
) -> Leaderboard:
    rows = leaderboards.standing(session, ladder_id, after, limit + 1)
    shown = rows[:limit]
    return Leaderboard(
        game=game,
        ladder=ladder_id,
        as_of=AsOf(fit=fit.number, at=fit.created, matches=fit.matches, biases=fit.biases)
        if fit
        else None,
        items=[_standing(row) for row in shown],
        next=str(shown[-1].rank) if len(rows) > len(shown) else None,
    )


def _standing(row: leaderboards.Standing) -> Standing:
    return Standing.model_validate({name: getattr(row, name) for name in Standing.model_fields})


def _item(ladder: Ladder, entrants: int) -> LadderItem:
    return LadderItem(
        id=ladder.id,
        game=ladder.game,
        kind=ladder.kind,
        name=ladder.name,
        visibility=ladder.visibility,
        formats=ladder.formats,
        entrants=entrants,
        opens=ladder.opens,
        closes=ladder.closes,
        archived=ladder.archived,
        rules_hash=ladder.rules_hash,
    )
