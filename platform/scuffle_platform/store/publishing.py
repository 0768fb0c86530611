"""Versions whose source everybody may read: published by their owner, or the house's."""

from datetime import datetime

from scuffle_platform.store.models import BotState, Version, VersionStatus


def publish(version: Version, at: datetime) -> bool:
    """Let everybody read a version from now on; whether that is so, which only a ready one is."""
    if version.status is not VersionStatus.READY:
        return False
    version.published = version.published or at
    return True


def take_back(version: Version) -> None:
    """Let nobody else read a version any more; copies that were made are their owners' own."""
    version.published = None


def is_public(version: Version) -> bool:
    """Whether everybody may read a version now: of who is shut out, nothing is shown."""
    bot = version.bot
    if bot.state is BotState.DISABLED or bot.account.disabled is not None:
        return False
    return version.published is not None or bot.account.is_house
