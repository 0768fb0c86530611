"""Whose bot was overtaken on a ladder: found when a fit is stored, told once a day at most."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from sqlalchemy.orm import Session

from scuffle_platform.store import inbox, ladders
from scuffle_platform.store.inbox import News
from scuffle_platform.store.ladders import Entered
from scuffle_platform.store.models import Fit, Ladder, NoticeKind

PAUSE = timedelta(days=1)
"""Bots of equal strength change places all day; their owners hear of it once."""


def tell(
    session: Session,
    ladder: Ladder,
    fit: Fit,
    before: Mapping[str, int],
    after: Mapping[str, int],
) -> None:
    """Tell the owners of bots that have a worse place than before, as others passed them.

    Nobody hears of it again within a day, nor while he has not read of the last time.

    Args:
        session: the transaction that stores the fit.
        ladder: which.
        fit: the new one.
        before: places from 1 by version, as they were.
        after: the same as they are.
    """
    slipped = [version for version in before if after.get(version, 0) > before[version]]
    if not slipped or ladder.archived is not None:
        return
    playing = {one.active_version_id: one for one in ladders.entrants(session, ladder)}
    news = [
        _news(ladder, fit, playing[version], playing[passer], (before[version], after[version]))
        for version, passer in _passed(slipped, playing, before, after)
    ]
    since = fit.created - PAUSE
    owners = {one.account for one in news}
    lately = inbox.told_lately(session, owners, NoticeKind.OVERTAKEN, since) if owners else ()
    told = {one.about["bot"] for one in lately}
    inbox.tell(session, [one for one in news if one.about["bot"] not in told], fit.created)


def _passed(
    slipped: list[str],
    playing: Mapping[str, Entered],
    before: Mapping[str, int],
    after: Mapping[str, int],
) -> Iterator[tuple[str, str]]:
    """Each version that was overtaken, with the nearest one above it that was below it before."""
    order = sorted(after, key=lambda version: after[version])
    for version in slipped:
        mine = playing[version]
        for other in reversed(order[: after[version] - 1]):
            foreign = playing[other].account_id != mine.account_id
            if foreign and before.get(other, len(order) + 1) > before[version]:
                if not mine.house:
                    yield version, other
                break


def _news(ladder: Ladder, fit: Fit, one: Entered, other: Entered, places: tuple[int, int]) -> News:
    was, now_is = places
    about = {"bot": one.id, "other": other.id, "ladder": ladder.id, "was": was, "place": now_is}
    return News(one.account_id, NoticeKind.OVERTAKEN, f"overtaken/{one.id}/{fit.id}", about)
