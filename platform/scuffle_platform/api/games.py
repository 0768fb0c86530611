"""Games, their schemas and leaderboards; ladders; languages."""

from typing import Any

from pydantic import Field

from scuffle.contract import Format, Game
from scuffle.languages import languages as known_languages
from scuffle.limits import Limits
from scuffle.protocol import schemas
from scuffle.registry import UnknownGame
from scuffle.registry import game as game_class
from scuffle.registry import games as all_games
from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.paging import PageQuery, page_of
from scuffle_platform.api.shapes import Shape
from scuffle_platform.context import store
from scuffle_platform.problems import unknown_game
from scuffle_platform.store import languages


class FormatItem(Shape):
    """How many play, under which settings."""

    num_players: int
    settings: dict[str, Any]


class GameItem(Shape):
    """A game."""

    id: str
    name: str
    tagline: str
    source: str = Field(description="Where the rules come from.")
    difficulty: str = Field(description="For a bot author: `easy`, `medium` or `hard`.")
    players: list[int] = Field(description="The numbers of players that it takes.")
    rules_hash: str = Field(description="Names this version of the rules.")


class GameDetail(GameItem):
    """A game with its settings and limits."""

    settings: dict[str, Any] = Field(description="The settings when nothing is said.")
    settings_schema: dict[str, Any] = Field(description="JSON Schema of the settings.")
    ladder_formats: list[FormatItem] = Field(description="What its public ladder plays in turn.")
    limits: Limits = Field(description="What a bot may use in one match.")


class GamePage(Shape):
    """All games."""

    items: list[GameItem]
    next: str | None


class GameSchemas(Shape):
    """The JSON Schemas of a game's messages."""

    game: str
    schemas: dict[str, Any] = Field(
        description="By name: settings, action, state, and the messages of the protocol."
    )


class LanguageItem(Shape):
    """A language that bots may be written in."""

    id: str
    name: str
    suffixes: list[str]
    entry_names: list[str] = Field(description="Entry files looked for, best first.")
    functions: bool = Field(description="Whether a bot may be one function.")
    available: bool = Field(description="Whether a worker that is at work now runs it.")
    toolchain: str = Field(
        description="What builds and runs it here: versions, libraries and flags, if known."
    )
    start_ms: float | None = Field(
        description="CPU time in which an empty program starts here, if known."
    )
    packages: list[str] = Field(description="Debian's packages that a worker's host needs for it.")


class LanguagePage(Shape):
    """All languages."""

    items: list[LanguageItem]
    next: str | None


@endpoint("/games", tag="games")
def list_games(query: PageQuery) -> GamePage:
    """All games."""
    shown, following = page_of(list(all_games().values()), query)
    return GamePage(items=[GameItem(**_item(game)) for game in shown], next=following)


@endpoint("/games/<game>", tag="games")
def get_game(game: str) -> GameDetail:
    """One game with its settings and limits."""
    found = known_game(game)
    return GameDetail(
        **_item(found),
        settings=found.Settings().model_dump(mode="json"),
        settings_schema=found.Settings.model_json_schema(),
        ladder_formats=[_format(one) for one in found.ladder_formats],
        limits=Limits(),
    )


@endpoint("/games/<game>/schema", tag="games")
def get_schema(game: str) -> GameSchemas:
    """The JSON Schemas of a game's settings, actions, states and messages."""
    return GameSchemas(game=game, schemas=schemas(known_game(game)))


@endpoint("/languages", tag="games")
def list_languages(query: PageQuery) -> LanguagePage:
    """The languages that bots may be written in."""
    with store().reading() as session:
        offered = languages.offered(session)
    shown, following = page_of(list(known_languages().values()), query)
    items = [
        LanguageItem(
            id=one.id,
            name=one.name,
            suffixes=list(one.suffixes),
            entry_names=list(one.entry_names),
            functions=one.has_functions,
            available=one.id in offered,
            toolchain=offered[one.id].tools if one.id in offered else "",
            start_ms=offered[one.id].start_ms or None if one.id in offered else None,
            packages=list(one.packages),
        )
        for one in shown
    ]
    return LanguagePage(items=items, next=following)


def known_game(game_id: str) -> type[Game[Any]]:
    """The class of a game.

    Raises:
        Problem: 404 with the names that come close.
    """
    try:
        return game_class(game_id)
    except UnknownGame as unknown:
        raise unknown_game(str(unknown), 404) from None


def _item(game: type[Game[Any]]) -> dict[str, Any]:
    return {
        "id": game.id,
        "name": game.name,
        "tagline": game.tagline,
        "source": game.source,
        "difficulty": game.difficulty,
        "players": list(game.players),
        "rules_hash": game.rules_hash(),
    }


def _format(one: Format) -> FormatItem:
    return FormatItem(num_players=one.num_players, settings=one.settings)
