"""Ladders: opened for every game, kept true to who may play, seen by the matchmaker."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scuffle.contract import Game
from scuffle_platform.matchmaker import Player, Proposal, Table
from scuffle_platform.store import abilities, sets
from scuffle_platform.store.formats import format_key
from scuffle_platform.store.models import (
    Account,
    Bot,
    BotState,
    Entrant,
    Ladder,
    LadderKind,
    Match,
    MatchKind,
    MatchSet,
    Rating,
    Version,
)

MOST_BOTS_AN_ACCOUNT = 3
"""How many active bots of one account play in a ladder; the house has no such limit."""
UNRATED = (1000.0, 510.0, 0)
"""What a version without a fit is taken for: rating, interval and games of a newcomer."""
HOUR = timedelta(hours=1)


def open_public(session: Session, game: type[Game[Any]], at: datetime) -> Ladder:
    """The public ladder of a game, made if there is none.

    Rules that changed open a new epoch: the old ladder is archived with all it holds, and its
    ratings say nothing of the new one's.
    """
    ladder = public(session, game.id)
    if ladder is not None and ladder.rules_hash == game.rules_hash():
        ladder.formats = formats_of(game)
        return ladder
    if ladder is not None:
        ladder.name = f"Epoch {ladder.epoch}, under earlier rules"
    return succeed(session, game, ladder, at)


def succeed(session: Session, game: type[Game[Any]], old: Ladder | None, at: datetime) -> Ladder:
    """Open a game's next public ladder; the old one is archived.

    What is being played still counts for the old one; its last fit holds it.
    """
    if old is not None:
        old.archived = at
        # Only one may be open at any moment: the archived one goes first.
        session.flush()
    fresh = Ladder(
        game=game.id,
        name=game.name,
        formats=formats_of(game),
        rules_hash=game.rules_hash(),
        epoch=old.epoch + 1 if old else 1,
        opens=at,
        created=at,
    )
    session.add(fresh)
    session.flush()
    return fresh


def follow_rules(session: Session, game: type[Game[Any]], at: datetime) -> None:
    """Open a new epoch in each open league of a game whose rules have changed.

    A league is one ladder for its whole term, so its matches stay where they are; those under the
    earlier rules are not counted any more. One that has closed stays as it ended.
    """
    query = select(Ladder).where(
        Ladder.game == game.id,
        Ladder.kind == LadderKind.LEAGUE,
        Ladder.closes > at,
        Ladder.rules_hash != game.rules_hash(),
    )
    for ladder in session.scalars(query):
        ladder.rules_hash, ladder.formats = game.rules_hash(), formats_of(game)
        ladder.epoch, ladder.stale = ladder.epoch + 1, ladder.stale + 1


def public(session: Session, game: str) -> Ladder | None:
    """The running public ladder of a game."""
    return session.scalar(
        select(Ladder).where(
            Ladder.game == game, Ladder.kind == LadderKind.PUBLIC, Ladder.archived.is_(None)
        )
    )


def running(session: Session, at: datetime) -> Sequence[Ladder]:
    """All ladders that play now, oldest first."""
    query = select(Ladder).where(
        Ladder.archived.is_(None),
        Ladder.paused.is_(False),
        Ladder.opens <= at,
        Ladder.closes.is_(None) | (Ladder.closes > at),
    )
    return session.scalars(query.order_by(Ladder.created, Ladder.id)).all()


def reconcile(session: Session, ladder: Ladder, at: datetime) -> None:
    """Let newly active bots into a public ladder; a changed roster makes the fit due.

    Into a league come the house bots alone by themselves, once a member plays: they are what its
    ratings are measured by.
    """
    if ladder.kind is LadderKind.PUBLIC:
        _enter_active(session, ladder, at)
    elif ladder.kind is LadderKind.LEAGUE and _has_entrant(session, ladder):
        _enter_active(session, ladder, at, house_only=True)
    playing = sorted((bot.id, bot.active_version_id) for bot in entrants(session, ladder))
    digest = sha256(repr(playing).encode()).hexdigest()
    if digest != ladder.roster:
        ladder.roster = digest
        ladder.stale = Ladder.stale + 1
        session.flush()


def roster(session: Session, ladder: Ladder) -> list[str]:
    """Ids of the versions that have a rank; of an archived ladder those that had one at its end."""
    if ladder.archived is None:
        return [bot.active_version_id for bot in entrants(session, ladder)]
    ranked = Rating.rank.is_not(None)
    query = select(Rating.version_id).where(Rating.ladder_id == ladder.id, ranked)
    return list(session.scalars(query))


class Entered(NamedTuple):
    """A bot that plays in a ladder now."""

    id: str
    name: str
    account_id: str
    active_version_id: str
    house: bool


def entrants(
    session: Session, ladder: Ladder, states: Collection[BotState] = (BotState.ACTIVE,)
) -> list[Entered]:
    """The bots that play in a ladder now, at most three an account, the first come first.

    Args:
        session: any transaction.
        ladder: which.
        states: of a bot; those on the bench may be wanted, too.
    """
    query = (
        select(Bot.id, Bot.name, Bot.account_id, Bot.active_version_id, Account.is_house)
        .join(Entrant, Entrant.bot_id == Bot.id)
        .join(Account, Account.id == Bot.account_id)
        .where(
            Entrant.ladder_id == ladder.id,
            Entrant.left.is_(None),
            Bot.state.in_(states),
            Bot.active_version_id.is_not(None),
            Account.disabled.is_(None),
        )
        .order_by(Entrant.joined, Bot.id)
    )
    kept: list[Entered] = []
    mates: Counter[str] = Counter()
    for bot_id, name, account_id, version, house in session.execute(query):
        bot = Entered(bot_id, name, account_id, version or "", house)
        mates[bot.account_id] += 1
        if bot.house or mates[bot.account_id] <= MOST_BOTS_AN_ACCOUNT:
            kept.append(bot)
    return kept


def table_of(session: Session, ladder: Ladder, at: datetime) -> Table:
    """A ladder as the matchmaker sees it."""
    ratings, away = _ratings(session, ladder), abilities.away(session, ladder.game)
    players = []
    for bot in entrants(session, ladder) if ladder.archived is None else ():
        version = bot.active_version_id
        if version in away:
            continue
        rating, plus_minus, games = ratings.get(version, UNRATED)
        players.append(
            Player(
                version=version,
                account=bot.account_id,
                rating=rating,
                plus_minus=plus_minus,
                games=games,
                house=bot.house,
            )
        )
    keys = [
        (format_key(one["num_players"], one["settings"]), one["num_players"])
        for one in ladder.formats
    ]
    return Table(
        secret=ladder.secret,
        formats=keys,
        sets_made=ladder.sets_made,
        last_hour=_made_since(session, ladder, at - HOUR),
        players=players,
        met=_Met(session, ladder),
        open=_open_pairings(session, ladder),
    )


def carry_out(
    session: Session, ladder: Ladder, proposal: Proposal, settings: dict[str, Any], at: datetime
) -> MatchSet:
    """Make the set that the matchmaker proposed; ``settings`` include its opening."""
    found = select(Version).where(Version.id.in_(proposal.versions))
    versions = {version.id: version for version in session.scalars(found)}
    order = sets.SetOrder(
        kind=MatchKind.LADDER,
        game=ladder.game,
        settings=settings,
        versions=[versions[one] for one in proposal.versions],
        seed=proposal.seed,
        pairing=proposal.pairing,
        number=proposal.number,
        ladder=ladder,
    )
    return sets.create_set(session, order, at)


def open_matches(session: Session, resting: Collection[str] = ()) -> int:
    """How many ladder matches are queued or playing, but of the ``resting`` games.

    Those that nobody can play at present keep no others from being made.
    """
    query = select(Match.id).where(
        Match.kind == MatchKind.LADDER, Match.status.in_(sets.OPEN), Match.game.not_in(resting)
    )
    return len(set(session.scalars(query)) - abilities.stuck(session))


def formats_of(game: type[Game[Any]]) -> list[dict[str, Any]]:
    """What a game's ladders play in rotation."""
    return [
        {"num_players": one.num_players, "settings": dict(one.settings)}
        for one in game.ladder_formats
    ]


def _has_entrant(session: Session, ladder: Ladder) -> bool:
    query = select(Entrant.bot_id).where(Entrant.ladder_id == ladder.id, Entrant.left.is_(None))
    return session.scalar(query.limit(1)) is not None


def _enter_active(
    session: Session, ladder: Ladder, at: datetime, *, house_only: bool = False
) -> None:
    inside = select(Entrant.bot_id).where(Entrant.ladder_id == ladder.id)
    query = select(Bot.id).where(
        Bot.game == ladder.game,
        Bot.state == BotState.ACTIVE,
        Bot.active_version_id.is_not(None),
        Bot.id.not_in(inside),
    )
    if house_only:
        query = query.where(Bot.account.has(Account.is_house))
    for bot_id in session.scalars(query.order_by(Bot.created, Bot.id)).all():
        session.add(Entrant(ladder_id=ladder.id, bot_id=bot_id, joined=at))
    session.flush()


def _ratings(session: Session, ladder: Ladder) -> dict[str, tuple[float, float, int]]:
    """By version rating, interval and games."""
    query = select(Rating.version_id, Rating.rating, Rating.plus_minus, Rating.games)
    rows = session.execute(query.where(Rating.ladder_id == ladder.id))
    return {version: (rating, plus_minus, games) for version, rating, plus_minus, games in rows}


def _open_pairings(session: Session, ladder: Ladder) -> Sequence[str]:
    """The pairings of its sets that have not ended."""
    still = select(Match.set_id).where(Match.ladder_id == ladder.id, Match.status.in_(sets.OPEN))
    return session.scalars(select(MatchSet.pairing).where(MatchSet.id.in_(still))).all()


def _made_since(session: Session, ladder: Ladder, since: datetime) -> int:
    return (
        session.scalar(
            select(func.count()).where(Match.ladder_id == ladder.id, Match.created > since)
        )
        or 0
    )


class _Met(Mapping[str, int]):
    """By pairing, how many sets it had: counted when asked, which a full hour never does."""

    def __init__(self, session: Session, ladder: Ladder) -> None:
        self._session = session
        self._ladder = ladder

    @cached_property
    def _counts(self) -> dict[str, int]:
        query = (
            select(MatchSet.pairing, func.count())
            .where(MatchSet.ladder_id == self._ladder.id)
            .group_by(MatchSet.pairing)
        )
        return {pairing: int(count) for pairing, count in self._session.execute(query)}

    def __getitem__(self, pairing: str) -> int:
        return self._counts[pairing]

    def __iter__(self) -> Iterator[str]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)
