"""Series: "is this version better than that one?", asked from the site's form or the API."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scuffle import registry
from scuffle.registry import BadSettings
from scuffle_platform import quotas
from scuffle_platform.context import store
from scuffle_platform.problems import forbidden, invalid, not_found
from scuffle_platform.seating import check_size, seat
from scuffle_platform.store import Session
from scuffle_platform.store import series as rows
from scuffle_platform.store.models import Account, Series, Version, now
from scuffle_platform.store.pages import series as read
from scuffle_platform.store.series import Question

Named = tuple[str, int | None]
"""A bot's id and the number of its version; ``None``: the active one."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asks.

    Attributes:
        game: the game's id.
        new: is this one better
        old: than that one?
        field: whom both meet in a game for more than two.
        settings: ``None``: in turn what the ladder plays.
    """

    game: str
    new: Named
    old: Named
    field: Sequence[Named] = ()
    settings: dict[str, Any] | None = None


def ask(account: Account, wish: Wish) -> Series:
    """Begin a series; the scheduler has it played.

    Raises:
        Problem: a bot cannot play, the new one is somebody else's, players or settings do not go
            together, or a limit is reached.
    """
    check_field(wish.game, len(wish.field))
    with store().session() as session:
        quotas.check_series(session, account.id)
        new, old, *field = (
            seat(session, wish.game, bot, number)
            for bot, number in (wish.new, wish.old, *wish.field)
        )
        _check_own(account, new)
        question = Question(new, old, field, wish.settings)
        _check_settings(question)
        made = rows.begin(session, account.id, question, now())
        return _found(session, made.id)


def stop(account: Account, series_id: str, *, is_admin: bool = False) -> Series:
    """End a series of one's own before it has an answer; one that has ended stays as it is.

    Raises:
        Problem: there is none of that id, or it is somebody else's.
    """
    with store().session() as session:
        found = _found(session, series_id)
        if found.account_id != account.id and not is_admin:
            raise forbidden("This is somebody else's series.", "Stop only series of your own.")
        who = "its owner" if found.account_id == account.id else "an administrator"
        rows.stop(session, series_id, who, now())
        return found


def _found(session: Session, series_id: str) -> Series:
    found = read.one(session, series_id)
    if found is None:
        raise not_found("such series", "GET /api/v1/series lists them.")
    return found


def check_field(game: str, others: int) -> None:
    """Whether a series in ``game`` may have so many others in its field.

    Raises:
        Problem: 422, the game takes another number of players, or there is no such game.
    """
    if others == 1:
        raise invalid(
            "One bot was named as the field.",
            "Name none, and the two versions play each other; or name two or three others.",
        )
    check_size(game, 1 + others if others else 2)


def _check_own(account: Account, new: Version) -> None:
    if new.bot.account_id != account.id:
        raise forbidden(
            f"'{new.bot.name}' is another account's bot.",
            "Ask about a bot of yours; the one it is compared with may be anybody's.",
        )


def _check_settings(question: Question) -> None:
    game = question.new.bot.game
    try:
        registry.make(game, rows.settings_of(game, question.size, question.settings, 0))
    except BadSettings as error:
        raise invalid(str(error), "Mend the settings; the game's page lists them.") from None
