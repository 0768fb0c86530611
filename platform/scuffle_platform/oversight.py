"""Oversight: what the scheduler does about workers and games on which nothing goes well.

Who is to blame is judged in ``blame``; here the judged worker is taken out, the judged game rests
for a while and is then tried again, and each is told to an operator.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from scuffle.languages import languages
from scuffle_platform import blame
from scuffle_platform.store import (
    Session,
    abilities,
    alerts,
    canaries,
    judging,
    pauses,
    voiding,
    workers,
)

EVERY = timedelta(seconds=10)
REST = timedelta(minutes=10)
"""How long a broken game rests before it is tried again."""


def oversee(session: Session, at: datetime) -> None:
    """Look at what was run lately, and act on it."""
    able = workers.able(session)
    runs = judging.runs(session, at)
    found = blame.judge(runs)
    for worker in able:
        if worker.name in found.workers:
            workers.quarantine(session, worker, found.workers[worker.name], at)
        else:
            workers.flag_slow(session, worker, found.slow.get(worker.name), at)
    _let_games_rest(session, found.games, runs, at)
    canaries.look(session, found.unsure, at)
    _tell_of_languages(session, at)
    for worker in workers.every(session):
        # A worker that was just taken out may have taken one more before it heard of it.
        if worker.quarantined is not None and worker.quarantined > at - judging.WINDOW:
            voiding.replay_void(session, worker.name, worker.quarantined - judging.WINDOW, at)


def _tell_of_languages(session: Session, at: datetime) -> None:
    """What waits since no worker has its language is for an operator to mend."""
    wanting = abilities.wanting(session)
    for id, count in wanting.items():
        language = languages()[id]
        waits = "match or check waits" if count == 1 else "matches or checks wait"
        sentence = (
            f"{abilities.LACK}{language.name}, and {count} {waits} for it. It takes a worker with "
            f"a control group and Debian's {' '.join(language.packages)}, started after they came; "
            "scuffle doctor says on its host what is missing."
        )
        alerts.sound(session, "language", id, sentence, at)
    for id in alerts.subjects(session, "language"):
        if id not in wanting:
            alerts.resolve(session, "language", id, at)


def _let_games_rest(
    session: Session, broken: dict[str, str], runs: Sequence[blame.Run], at: datetime
) -> None:
    for game, why in broken.items():
        if pauses.of_game(session, game, at) is None:
            pauses.begin(session, game, f"{why} It is tried again by itself.", at, at + REST)
            alerts.sound(session, "game", game, f"{game} rests for 10 minutes: {why}", at)
    for game in pauses.ended(session, at):
        if any(run.came for run in runs if run.game == game):
            alerts.resolve(session, "game", game, at)
