"""Canaries: house bots play on each worker hourly, to see whether it is fit for others.

A canary that fails is followed at once by one of another game; two in a row speak against the
worker, unless canaries fail on others as well: then it is the house, or the engine.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle.contract import Verdict
from scuffle.registry import games
from scuffle_platform.store import alerts, pauses, sets, workers
from scuffle_platform.store.models import (
    Account,
    Bot,
    Match,
    MatchKind,
    MatchStatus,
    Version,
    VersionStatus,
    Worker,
)
from scuffle_platform.store.secrets import new_cookie

EVERY = timedelta(hours=1)
SOON = timedelta(minutes=5)
"""A worker that is suspected is tried again no sooner."""
IN_A_ROW = 2


def look(session: Session, suspected: set[str], at: datetime) -> None:
    """Judge the canaries that have ended, and have the next ones played."""
    resting = pauses.subjects(session, at)
    if pauses.ALL in resting:
        return
    able = workers.able(session)
    flown = {worker.name: _flown(session, worker) for worker in able}
    fallen = {name for name, matches in flown.items() if _fell(matches)}
    for worker in able:
        matches = flown[worker.name]
        others = set(flown) - {worker.name}
        if worker.name not in fallen:
            if _is_due(worker, matches, worker.name in suspected, at):
                _send(session, worker, matches, resting, at)
        elif others and others <= fallen:
            why = f"Canaries come to nothing on all {len(able)} workers: it is not the workers."
            alerts.sound(session, "canary", "all", f"{why} {matches[0].sentence}", at)
            if _is_due(worker, matches[IN_A_ROW:], True, at) and at - matches[0].created >= SOON:
                _send(session, worker, matches, resting, at)
        else:
            workers.quarantine(session, worker, _why(matches), at)
    if not fallen:
        alerts.resolve(session, "canary", "all", at)


def _flown(session: Session, worker: Worker) -> Sequence[Match]:
    """A worker's last canaries since it was let to work, the newest first."""
    query = select(Match).where(Match.kind == MatchKind.CANARY, Match.worker == worker.name)
    if worker.since is not None:
        query = query.where(Match.created >= worker.since)
    return session.scalars(query.order_by(Match.created.desc(), Match.id).limit(IN_A_ROW + 1)).all()


def _is_due(worker: Worker, matches: Sequence[Match], suspected: bool, at: datetime) -> bool:
    if not matches:
        begun = worker.since or at
        return at >= begun + (SOON if suspected else EVERY)
    last = matches[0]
    if last.status in sets.OPEN:
        return False
    return _failed(last) or at >= last.created + (SOON if suspected else EVERY)


def _fell(matches: Sequence[Match]) -> bool:
    return len(matches) >= IN_A_ROW and all(_failed(match) for match in matches[:IN_A_ROW])


def _failed(match: Match) -> bool:
    if match.status is MatchStatus.FINISHED:
        return any(seat.verdict is not Verdict.OK for seat in match.seats)
    # One whose worker was killed meanwhile, or had no time, says nothing.
    return match.status is MatchStatus.VOID and "was not seen" not in match.sentence


def _why(matches: Sequence[Match]) -> str:
    last = matches[0]
    said = last.sentence if last.status is MatchStatus.VOID else "a house bot failed there."
    return f"House bots could not play on it, {IN_A_ROW} times in a row: {said}"


def _send(
    session: Session,
    worker: Worker,
    matches: Sequence[Match],
    resting: set[str],
    at: datetime,
) -> None:
    """Queue a canary of the next game after the last one's."""
    order = sorted(game for game in games() if game not in resting)
    if not order:
        return
    last = matches[0].game if matches else ""
    game = next((one for one in order if one > last), order[0])
    kind = games()[game].ladder_formats[0]
    pair = _house(session, game)
    if not pair:
        return
    wanted = sets.SetOrder(
        kind=MatchKind.CANARY,
        game=game,
        settings=dict(kind.settings),
        versions=[pair[seat % len(pair)] for seat in range(kind.num_players)],
        seed=new_cookie(),
        pairing=f"canary/{worker.name}",
    )
    sets.create_match(session, wanted, at).worker = worker.name


def _house(session: Session, game: str) -> Sequence[Version]:
    query = (
        select(Version)
        .join(Bot, Bot.active_version_id == Version.id)
        .join(Account, Account.id == Bot.account_id)
        .where(Account.is_house, Bot.game == game, Version.status == VersionStatus.READY)
    )
    return session.scalars(query.order_by(Bot.name).limit(2)).all()
