"""The kinds of contests that the scheduler carries on, one step at a time.

Each step is one transaction over the contest's rows: it counts what was played since, and has more
sets played by way of ``store.contests``. A further kind is one more entry here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from scuffle_platform.settings import Settings
from scuffle_platform.store import Session, league_final, series, tournament_play, tournaments


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of contest.

    Attributes:
        name: what an alert calls it.
        going: ids of those that are due.
        step: carries one on; does nothing for one that has ended.
    """

    name: str
    going: Callable[[Session, datetime], Sequence[str]]
    step: Callable[[Session, str, Settings, datetime], None]


def _step_series(session: Session, series_id: str, settings: Settings, at: datetime) -> None:
    series.step(session, series_id, settings.series_matches_a_day, at)


def _step_tournament(session: Session, tournament_id: str, _: Settings, at: datetime) -> None:
    tournament_play.step(session, tournament_id, at)


def _step_league(session: Session, league_id: str, _: Settings, at: datetime) -> None:
    league_final.step(session, league_id, at)


KINDS = (
    Kind("series", lambda session, _: series.going(session), _step_series),
    Kind("tournament", tournaments.going, _step_tournament),
    Kind("league", league_final.going, _step_league),
)
