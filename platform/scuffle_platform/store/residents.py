"""The house's own rows: its account and its bots."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle_platform.store.models import Account, Bot, Version

HOUSE = "house"


def house_account(session: Session, at: datetime) -> Account:
    """The account of the house bots, made if need be; nobody can log in to it."""
    house = session.scalar(select(Account).where(Account.is_house))
    if house is None:
        house = Account(name=HOUSE, name_key=HOUSE, is_house=True, created=at)
        session.add(house)
        session.flush()
    return house


def house_bot(session: Session, house: Account, game: str, name: str, at: datetime) -> Bot:
    """A house bot, made if need be."""
    bot = session.scalar(
        select(Bot).where(Bot.account_id == house.id, Bot.game == game, Bot.name == name)
    )
    if bot is None:
        bot = Bot(account_id=house.id, game=game, name=name, name_key=name, created=at)
        session.add(bot)
        session.flush()
    return bot


def newest_version(session: Session, bot: Bot) -> Version | None:
    """A bot's version with the highest number."""
    query = select(Version).where(Version.bot_id == bot.id).order_by(Version.number.desc())
    return session.scalar(query.limit(1))
