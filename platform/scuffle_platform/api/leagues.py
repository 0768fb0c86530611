"""Leagues: made, joined, run, left; and the table for their owner."""

from datetime import UTC, datetime
from typing import Annotated, Any

from flask import Response
from pydantic import Field, StringConstraints

from scuffle_platform import league_table, leagues
from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.lookup import find_bot
from scuffle_platform.api.paging import PageQuery, page_of
from scuffle_platform.api.shapes import Body, Shape, Word
from scuffle_platform.auth import current_account, is_admin, required_account
from scuffle_platform.context import store
from scuffle_platform.store import Session
from scuffle_platform.store import leagues as rows
from scuffle_platform.store.leagues import Plan
from scuffle_platform.store.models import Account, League, Replays, Visibility
from scuffle_platform.store.pages import leagues as pages
from scuffle_platform.store.pages.leagues import Listed, Mate

Sight = Annotated[
    Visibility, Field(description="`public`; or `private`: for its owner and its members alone.")
]


class NewLeague(Body):
    """A league to be made."""

    game: Word
    name: Annotated[str, StringConstraints(max_length=200)] = Field(
        description="2 to 60 characters of any script."
    )
    closes: datetime = Field(description="When its final begins; UTC if no zone.")
    visibility: Sight = Visibility.PRIVATE
    replays: Replays = Field(
        Replays.AT_ONCE, description="When the replays of other members' matches may be watched."
    )


class Code(Body):
    """What lets one in."""

    code: Annotated[str, StringConstraints(max_length=64)]


class Choice(Body):
    """The bot that plays."""

    bot: Word | None = Field(description="A bot of the caller, by id or name; null: none.")


class Close(Body):
    """When a league closes."""

    closes: datetime | None = Field(description="UTC if no zone; null: now.")


class LeagueItem(Shape):
    """A league as lists show it."""

    id: str = Field(description="Also its ladder's: `GET ladders/{id}/leaderboard`.")
    game: str
    name: str
    owner: str
    visibility: Visibility
    replays: Replays
    opens: datetime
    closes: datetime
    members: int
    playing: int = Field(description="Members' bots that are in it.")
    final: str | None = Field(description="The tournament that is its final, once it has begun.")


class LeaguePage(Shape):
    """The caller's leagues, then those that everybody may see."""

    items: list[LeagueItem]
    next: str | None


class MemberItem(Shape):
    """A member."""

    account: str
    joined: datetime
    bot: str | None = Field(description="The id of the bot that plays.")
    name: str | None


class ReadItem(Shape):
    """Something of the caller's that the owner has read."""

    at: datetime
    reader: str
    what: str = Field(description="`league-read-log` or `league-read-source`.")
    detail: dict[str, Any] = Field(description="Bot; and match and seat, or the version's number.")


class LeagueDetail(LeagueItem):
    """A league with what concerns the caller."""

    bot: str | None = Field(description="Member: the id of the bot with which you play.")
    read: list[ReadItem] | None = Field(description="Member: what of yours the owner has read.")
    code: str | None = Field(description="Owner: what lets one in.")
    mates: list[MemberItem] | None = Field(description="Owner: its members, by name.")


@endpoint("/leagues", tag="leagues")
def list_leagues(query: PageQuery) -> LeaguePage:
    """The caller's leagues, then those that everybody may see."""
    account = current_account()
    with store().reading() as session:
        mine = pages.of(session, account.id) if account else []
        own = {row.league.ladder_id for row in mine}
        others = [row for row in pages.public(session) if row.league.ladder_id not in own]
        shown, following = page_of(mine + others, query)
        return LeaguePage(items=[LeagueItem(**_facts(row)) for row in shown], next=following)


@endpoint("/leagues", tag="leagues", method="POST", status=201, scope="submit")
def make_league(json: NewLeague) -> LeagueDetail:
    """Make a league; whoever has its code may join."""
    plan = Plan(json.name, json.visibility, json.replays, _utc(json.closes))
    made = leagues.create(required_account(), json.game, plan, is_admin=is_admin())
    return _detail(made)


@endpoint("/leagues/<league>", tag="leagues")
def get_league(league: str) -> LeagueDetail:
    """One league."""
    return _detail(league)


@endpoint("/leagues/join", tag="leagues", method="POST", scope="submit")
def join_league(json: Code) -> LeagueDetail:
    """Become a member by a code; its owner may then read your bot's logs and sources there."""
    return _detail(leagues.join(required_account(), json.code))


@endpoint("/leagues/<league>/bot", tag="leagues", method="POST", scope="submit")
def choose_bot(league: str, json: Choice) -> LeagueDetail:
    """Play with a bot of one's own, in place of the one before."""
    with store().reading() as session:
        found = leagues.found(session, league, current_account(), is_admin=False)
        bot = find_bot(session, json.bot, found.ladder.game).id if json.bot else None
    leagues.enter(required_account(), league, bot)
    return _detail(league)


@endpoint("/leagues/<league>/leave", tag="leagues", method="POST", scope="submit")
def leave_league(league: str) -> LeagueItem:
    """End one's membership; one's bot plays there no more, what was played counts."""
    with store().reading() as session:
        leagues.found(session, league, current_account(), is_admin=False)
        before = LeagueItem(**_facts(pages.one(session, league)))
    leagues.leave(required_account(), league)
    return before


@endpoint("/leagues/<league>/code", tag="leagues", method="POST", scope="submit", told_once=True)
def renew_code(league: str) -> LeagueDetail:
    """Owner: make a new code; the old one leads nowhere from then on."""
    leagues.renew_code(required_account(), league, is_admin=is_admin())
    return _detail(league)


@endpoint("/leagues/<league>/closes", tag="leagues", method="POST", scope="submit")
def set_close(league: str, json: Close) -> LeagueDetail:
    """Owner: say when it closes, or close it now; then its final begins."""
    closes = _utc(json.closes) if json.closes else None
    leagues.set_close(required_account(), league, closes, is_admin=is_admin())
    return _detail(league)


@endpoint("/leagues/<league>/members/<name>", tag="leagues", method="DELETE", scope="submit")
def remove_member(league: str, name: str) -> LeagueDetail:
    """Owner: end somebody's membership; only a code made since lets that account in again."""
    leagues.remove(required_account(), league, name, is_admin=is_admin())
    return _detail(league)


@endpoint("/leagues/<league>/table.csv", tag="leagues", scope="read", media="text/csv")
def get_table(league: str) -> Response:
    """Owner: a line for each member, with rating, games, failures and chances, as CSV in UTF-8."""
    return league_table.table_file(league)


def _detail(league_id: str) -> LeagueDetail:
    account = current_account()
    with store().reading() as session:
        found = leagues.found(session, league_id, account, is_admin())
        runs = account is not None and (account.id == found.account_id or is_admin())
        return LeagueDetail(
            **_facts(pages.one(session, found.ladder_id)),
            **_own(session, found, account),
            code=found.code if runs else None,
            mates=[_mate(one) for one in pages.members(session, found.ladder_id)] if runs else None,
        )


def _own(session: Session, league: League, account: Account | None) -> dict[str, Any]:
    if account is None or rows.member(session, league.ladder_id, account.id) is None:
        return {"bot": None, "read": None}
    bot = rows.entrant(session, league.ladder_id, account.id)
    read = rows.readings(session, account.id, league.ladder_id)
    items = [
        ReadItem(at=row.at, reader=name, what=row.action, detail=row.detail) for row, name in read
    ]
    return {"bot": bot.id if bot else None, "read": items}


def _facts(row: Listed) -> dict[str, Any]:
    ladder = row.league.ladder
    return {
        "id": ladder.id,
        "game": ladder.game,
        "name": ladder.name,
        "owner": row.league.account.name,
        "visibility": ladder.visibility,
        "replays": row.league.replays,
        "opens": ladder.opens,
        "closes": ladder.closes,
        "members": row.members,
        "playing": row.playing,
        "final": row.league.final_id,
    }


def _mate(one: Mate) -> MemberItem:
    return MemberItem(
        account=one.account.name,
        joined=one.joined,
        bot=one.bot.id if one.bot else None,
        name=one.bot.name if one.bot else None,
    )


def _utc(when: datetime) -> datetime:
    return when if when.tzinfo else when.replace(tzinfo=UTC)
