"""Who plays no more: bots and versions that left or were taken out, and all of a closed account."""

from sqlalchemy import ColumnElement, Select, select

from scuffle_platform.store.models import Account, Bot, BotState, SeatRow, Version

GONE: ColumnElement[bool] = (
    Bot.state.in_((BotState.RETIRED, BotState.DISABLED))
    | Account.disabled.is_not(None)
    | Version.retired.is_not(None)
)
"""Of a version joined with its bot and that bot's account: it plays no more."""


def matches_of_gone() -> Select[str]:
    """Ids of the matches in which somebody sits who plays no more."""
    query = select(SeatRow.match_id).join(Version, Version.id == SeatRow.version_id)
    query = query.join(Bot, Bot.id == Version.bot_id).join(Account, Account.id == Bot.account_id)
    return query.where(GONE)
