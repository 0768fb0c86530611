"""Challenges: unranked matches asked for."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from scuffle_platform import challenges
from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.game_settings import typed
from scuffle_platform.api.lookup import find_bot, find_match, split_player
from scuffle_platform.api.matches import MatchItem, match_item
from scuffle_platform.api.shapes import Body, Word
from scuffle_platform.auth import required_account
from scuffle_platform.challenges import Challenge
from scuffle_platform.context import store
from scuffle_platform.seating import check_size

Player = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Seed = Annotated[str, StringConstraints(min_length=1, max_length=128)]


class NewMatch(Body):
    """A challenge."""

    game: Word
    settings: dict[str, Any] = Field({}, description="What is left out keeps its default.")
    seed: Seed | None = Field(None, description="Drawn by the site if left out.")
    players: Annotated[list[Player], Field(min_length=1, max_length=16)] = Field(
        description="By seat: a bot's id or name, or `bot@version`."
    )


@endpoint("/matches", tag="matches", method="POST", status=201, scope="submit")
def ask_match(json: NewMatch) -> MatchItem:
    """Ask for an unranked match of any bots; at most 60 an hour."""
    check_size(json.game, len(json.players))
    settings = typed(json.game, json.settings)
    with store().reading() as session:
        words = [split_player(word) for word in json.players]
        players = [(find_bot(session, bot, json.game).id, number) for bot, number in words]
    asked = Challenge(json.game, players, settings, json.seed or "")
    match = challenges.ask(required_account(), asked)
    with store().reading() as session:
        return match_item(find_match(session, match.id).match)
