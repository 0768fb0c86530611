"""Manning: tells an operator when nobody whose work it is takes matches."""

from datetime import datetime, timedelta

from scuffle.jobs import MATCHES
from scuffle_platform.store import Session, abilities, alerts, workers

UNMANNED = timedelta(minutes=1)
"""A worker that starts anew, or a site that does, is given so long to show itself."""


class Manning:
    """Remembers since when the scheduler has seen nobody take matches but who stands in."""

    def __init__(self) -> None:
        self._since: datetime | None = None

    def look(self, session: Session, at: datetime) -> None:
        """Raise the alert, bring it up to date or end it."""
        crew = abilities.crew(session)
        if crew.has and not crew.stands_in:
            self._since = None
            alerts.resolve(session, "workers", MATCHES, at)
            return
        self._since = min(self._since or at, at)
        away = [one.name for one in workers.every(session) if MATCHES in one.queues]
        if away and at - self._since >= UNMANNED:
            sentence = f"{abilities.unmanned(crew)} {_mend(away)}"
            alerts.sound(session, "workers", MATCHES, sentence, at)


def _mend(away: list[str]) -> str:
    names = ", ".join(away[:5])
    return f"The Queue page says what became of {names}; scuffle doctor on its host, what it lacks."
