"""Ladders and their leaderboards."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic import Field

from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.games import known_game
from scuffle_platform.api.shapes import Shape
from scuffle_platform.context import store
from scuffle_platform.problems import not_found
from scuffle_platform.store import Session, listing
from scuffle_platform.store.models import Ladder, LadderKind, Rating
from scuffle_platform.store.pages import leaderboards


class LadderItem(Shape):
    """A ladder."""

    id: str
    game: str
    kind: LadderKind
    name: str
    formats: list[dict[str, Any]] = Field(description="What it plays in turn.")
    opens: datetime
    closes: datetime | None
    archived: datetime | None = Field(description="When a newer epoch replaced it.")
    rules_hash: str


class LadderPage(Shape):
    """Ladders that everybody may see."""

    items: list[LadderItem]
    next: str | None = None


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
    next: str | None = None


@endpoint("/games/<game>/leaderboard", tag="ladders")
def get_game_leaderboard(game: str) -> Leaderboard:
    """Who leads a game's public ladder."""
    known_game(game)
    with store().reading() as session:
        ladder = leaderboards.public_ladder(session, game)
        return _leaderboard(session, ladder) if ladder else _empty(game)


@endpoint("/ladders", tag="ladders")
def list_ladders() -> LadderPage:
    """The ladders that everybody may see, the open ones first."""
    with store().reading() as session:
        return LadderPage(items=[_item(ladder) for ladder in listing.ladders(session)])


@endpoint("/ladders/<ladder>/leaderboard", tag="ladders")
def get_leaderboard(ladder: str) -> Leaderboard:
    """Who leads a ladder, or led it when it was archived."""
    with store().reading() as session:
        found = listing.ladder(session, ladder)
        if found is None:
            raise not_found("such ladder", "GET /api/v1/ladders lists them.")
        return _leaderboard(session, found)


def _leaderboard(session: Session, ladder: Ladder) -> Leaderboard:
    rows = leaderboards.standing(session, ladder.id)
    return Leaderboard(
        game=ladder.game,
        ladder=ladder.id,
        as_of=_as_of(rows),
        items=[_standing(row) for row in rows],
    )


def _empty(game: str) -> Leaderboard:
    return Leaderboard(game=game, ladder=None, as_of=None, items=[])


def _as_of(rows: Sequence[Rating]) -> AsOf | None:
    if not rows:
        return None
    fit = rows[0].fit
    return AsOf(fit=fit.number, at=fit.created, matches=fit.matches, biases=fit.biases)


def _standing(row: Rating) -> Standing:
    return Standing(
        rank=row.rank or 0,
        bot=row.bot_id,
        name=row.bot.name,
        owner=row.bot.account.name,
        version=row.version.number,
        language=row.version.language,
        rating=row.rating,
        plus_minus=row.plus_minus,
        games=row.games,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
    )


def _item(ladder: Ladder) -> LadderItem:
    return LadderItem(
        id=ladder.id,
        game=ladder.game,
        kind=ladder.kind,
        name=ladder.name,
        formats=ladder.formats,
        opens=ladder.opens,
        closes=ladder.closes,
        archived=ladder.archived,
        rules_hash=ladder.rules_hash,
    )
