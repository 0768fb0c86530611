"""What several answers are made of."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from scuffle_platform.store.models import Bot, BotState, Rating

Word = Annotated[str, StringConstraints(min_length=1, max_length=64)]
BotName = Annotated[
    str,
    StringConstraints(min_length=1, max_length=200),
    Field(description="2 to 32 letters, digits, '-', '_', '.'; unique within its game."),
]


class Shape(BaseModel):
    """The parent of every answer."""

    model_config = ConfigDict(frozen=True)


class Body(BaseModel):
    """The parent of everything that is sent."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class BotItem(Shape):
    """A bot."""

    id: str = Field(description="12 characters; stands for the bot in paths.")
    name: str
    game: str
    owner: str = Field(description="The account's name; `house` for the bots of the site.")
    state: BotState
    why: str = Field(description="Why it is benched or disabled, and how it returns.")
    active_version: int | None = Field(description="The number of the version that plays.")
    language: str | None = Field(description="What the active version is written in.")
    rank: int | None = Field(description="Place on the public ladder, from 1.")
    rating: float | None = Field(description="Elo; the house bot `greedy` is 1000.")
    plus_minus: float | None = Field(description="1.96 standard deviations, Elo.")
    created: datetime


class BotPage(Shape):
    """A page of bots, the newest first."""

    items: list[BotItem]
    next: str | None = Field(description="The cursor of the next page, if there is one.")


def bot_item(bot: Bot, rating: Rating | None) -> BotItem:
    """A bot as the API shows it."""
    version = bot.active_version
    return BotItem(
        id=bot.id,
        name=bot.name,
        game=bot.game,
        owner=bot.account.name,
        state=bot.state,
        why=bot.why,
        active_version=version.number if version else None,
        language=version.language if version else None,
        rank=rating.rank if rating else None,
        rating=rating.rating if rating else None,
        plus_minus=rating.plus_minus if rating else None,
        created=bot.created,
    )
