"""Series in a town: begun between versions that differ, played by workers who know the best."""

from typing import Any

from ladder_players import any_action, crash, played
from sqlalchemy import select

from scuffle.jobs import PlayJob
from scuffle_platform.store import series
from scuffle_platform.store.models import Match, MatchSet, Series, SeriesStatus, Version
from scuffle_platform.store.series import Question

SMALL = {"size": 6, "can_pass": False}


def versions_of(town: Any, bot: str) -> list[str]:
    """Two versions of a bot that are not the same program."""
    town.version(bot)
    with town.store.session() as session:
        query = select(Version).where(Version.bot_id == bot).order_by(Version.number)
        found = session.scalars(query).all()
        found[1].source_hash = found[1].upload_hash
        return [one.id for one in found]


def begin(town: Any, account: str, new: str, old: str, *field: str, **given: Any) -> str:
    """A series between versions, by their ids."""
    with town.store.session() as session:
        seated = [session.get_one(Version, one) for one in (new, old, *field)]
        question = Question(seated[0], seated[1], seated[2:], **given)
        return str(series.begin(session, account, question, town.now).id)


def pair(town: Any, account: str, **given: Any) -> str:
    """A series of a new bot's two versions."""
    old, new = versions_of(town, town.bot("needle", account))
    return begin(town, account, new, old, **given)


def play_with(town: Any, strong: str, series_id: str, rounds: int = 400) -> Series:
    """Work until the series has ended; whoever plays for the version ``strong`` never fails."""
    seat_players(town, strong)
    for _ in range(rounds):
        found = town.read(Series, series_id)
        if found.status is not SeriesStatus.PLAYING:
            return found
        town.show_card()
        town.tick(3)
        town.work()
        town.record()
    raise AssertionError(f"not ended after {rounds} rounds: {town.read(Series, series_id).gains}")


def seat_players(town: Any, strong: str) -> None:
    """Every version but ``strong`` crashes at once; with ``""`` all play alike."""

    def play(payload: dict[str, Any]) -> dict[str, Any]:
        job = PlayJob.model_validate(payload)
        town.jobs.append(job)
        match = town.read(Match, job.match_id)
        players = [any_action if strong in ("", seat.version_id) else crash for seat in match.seats]
        return played(job, *players, at=town.now).model_dump(mode="json")

    town._play = play


def matches_of(town: Any, series_id: str) -> list[Match]:
    with town.store.reading() as session:
        query = select(Match).join(MatchSet).where(MatchSet.contest_id == series_id)
        return list(session.scalars(query.order_by(MatchSet.number, Match.rotation, Match.created)))


def sets_of(town: Any, series_id: str) -> list[MatchSet]:
    with town.store.reading() as session:
        query = select(MatchSet).where(MatchSet.contest_id == series_id)
        return list(session.scalars(query.order_by(MatchSet.number, MatchSet.pairing)))
