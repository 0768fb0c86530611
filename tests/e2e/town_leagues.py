"""A town's leagues: one that ada runs, one in which she plays, one that she may join."""

from datetime import datetime, timedelta

from e2e.town_matches import play
from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle import registry
from scuffle_platform.matchmaker import pairing_of
from scuffle_platform.store import fits, ladders, leagues, sets, standings
from scuffle_platform.store.leagues import READ_LOG, READ_SOURCE, Plan, Reading
from scuffle_platform.store.models import (
    Account,
    Bot,
    League,
    Match,
    MatchKind,
    Replays,
    Version,
    Visibility,
)
from scuffle_platform.store.sets import SetOrder

GAME = "virus-war"


def run_leagues(session: Session, needle: str, hammer: str, at: datetime) -> dict[str, str]:
    """Three leagues of ada (needle) and grace (hammer); what paths of pages are filled with."""
    bots = [session.get_one(Bot, bot) for bot in (needle, hammer)]
    ada, grace = (bot.account for bot in bots)
    own = _league(session, ada, "Клас 7-Б", at)
    other = _league(session, grace, "Programming club of the evening school", at)
    free = _league(session, grace, "Open winter league", at, Visibility.PUBLIC)
    for league in (own, other):
        for account, bot in zip((ada, grace), bots, strict=True):
            if account.id != league.account_id:
                leagues.join(session, league, account.id, at)
                leagues.enter(session, league.ladder_id, bot, at)
    match = _played(session, other, bots[0], at)
    for action, detail in ((READ_LOG, {"match": match, "seat": 0}), (READ_SOURCE, {"version": 1})):
        read = Reading(action, other.ladder_id, needle, "needle", detail)
        leagues.note_reading(session, grace.id, ada.id, read)
    return {
        "own_league": own.ladder_id,
        "league": other.ladder_id,
        "free_league": free.ladder_id,
        "league_code": free.code,
    }


def _league(
    session: Session,
    owner: Account,
    name: str,
    at: datetime,
    visibility: Visibility = Visibility.PRIVATE,
) -> League:
    plan = Plan(name, visibility, Replays.AFTER_CLOSE, at + timedelta(days=60))
    return leagues.create(session, registry.game(GAME), owner.id, plan, at)


def _played(session: Session, league: League, bot: Bot, at: datetime) -> str:
    """A set of a bot against each house bot, and the fit over them; the id of one match."""
    ladders.reconcile(session, league.ladder, at)
    query = select(Version).join(Bot, Bot.active_version_id == Version.id)
    playing = {one.bot_id: one for one in session.scalars(query.where(Bot.game == GAME))}
    match = ""
    for rival in ladders.entrants(session, league.ladder):
        if rival.id == bot.id:
            continue
        pair = [playing[bot.id], playing[rival.id]]
        pairing = pairing_of([one.id for one in pair], "2:{}")
        order = SetOrder(
            MatchKind.LADDER, GAME, {"size": 6}, pair, f"league-{rival.name}", pairing,
            ladder=league.ladder,
        )  # fmt: skip
        made = sets.create_set(session, order, at)
        for one in session.scalars(select(Match).where(Match.set_id == made.id)).all():
            play(session, one, at)
            match = one.id
    found = standings.material(session, league.ladder_id)
    fitted = standings.solve(found)
    fits.save(session, found, fitted, standings.explain(found, fitted), at)
    return match
