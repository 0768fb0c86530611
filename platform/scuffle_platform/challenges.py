"""Challenges: unranked matches that somebody asked for, from the site's form or the API."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from scuffle.registry import BadSettings, UnknownGame
from scuffle.registry import game as game_class
from scuffle_platform.context import store
from scuffle_platform.problems import Problem, invalid
from scuffle_platform.quotas import CHALLENGES_AN_HOUR, over_quota
from scuffle_platform.store import Session, listing, sets, versions
from scuffle_platform.store.identifiers import new_secret
from scuffle_platform.store.models import (
    Account,
    Bot,
    BotState,
    Match,
    MatchKind,
    Version,
    VersionStatus,
    now,
)

HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Challenge:
    """What somebody asks for.

    Attributes:
        game: the game's id.
        players: by seat, a bot's id and the number of its version; ``None``: the active one.
        settings: what is left out keeps the game's default.
        seed: of the match; ``""``: one is drawn.
    """

    game: str
    players: Sequence[tuple[str, int | None]]
    settings: dict[str, Any] = field(default_factory=dict)
    seed: str = ""


def ask(account: Account, wanted: Challenge) -> Match:
    """Queue one match of these bots; it counts for no ladder.

    Raises:
        Problem: game, players or settings do not go together, a bot has no version that could
            play, or the account asked for 60 in the last hour.
    """
    check_size(wanted.game, len(wanted.players))
    with store().session() as session:
        _check_quota(session, account)
        seated = [_seat(session, wanted.game, bot, number) for bot, number in wanted.players]
        order = sets.SetOrder(
            kind=MatchKind.CHALLENGE,
            game=wanted.game,
            settings=wanted.settings,
            versions=seated,
            seed=wanted.seed or new_secret()[:32],
            asked_by=account.id,
        )
        try:
            return sets.create_match(session, order, now())
        except BadSettings as error:
            raise invalid(str(error), "Mend the settings; the game's page lists them.") from None


def check_size(game: str, count: int) -> None:
    """Whether a game takes that many players.

    Raises:
        Problem: 422, it does not, or there is no such game.
    """
    try:
        sizes = game_class(game).players
    except UnknownGame as unknown:
        raise invalid(str(unknown), "Choose one of the games; the Games page lists them.") from None
    if count not in sizes:
        raise invalid(
            f"{count} players were named; '{game}' is for {' or '.join(map(str, sizes))}.",
            "Name one bot for each seat; the same bot may sit twice.",
        )


def _check_quota(session: Session, account: Account) -> None:
    times = listing.challenge_times(session, account.id, now() - HOUR)
    if len(times) >= CHALLENGES_AN_HOUR:
        raise over_quota(
            f"You asked for {len(times)} challenges in the last hour; the limit is "
            f"{CHALLENGES_AN_HOUR}.",
            times[-CHALLENGES_AN_HOUR] + HOUR,
        )


def _seat(session: Session, game: str, bot_id: str, number: int | None) -> Version:
    bot = session.get(Bot, bot_id)
    if bot is None or bot.game != game:
        raise invalid(
            f"'{bot.name if bot else bot_id}' is no bot of '{game}'.",
            "Choose bots of the game that is played.",
        )
    if bot.state in (BotState.RETIRED, BotState.DISABLED):
        raise _cannot_play(f"'{bot.name}' is {bot.state}.")
    if number is None:
        version = session.get(Version, bot.active_version_id) if bot.active_version_id else None
    else:
        version = versions.by_number(session, bot.id, number)
    if version is None:
        raise _cannot_play(
            f"'{bot.name}' has no version {number}."
            if number
            else f"'{bot.name}' has no version that is ready."
        )
    if version.status != VersionStatus.READY:
        raise _cannot_play(f"Version {version.number} of '{bot.name}' is {version.status}.")
    return version


def _cannot_play(sentence: str) -> Problem:
    return Problem(409, "cannot-play", sentence, "Choose a bot with a version that is ready.")
