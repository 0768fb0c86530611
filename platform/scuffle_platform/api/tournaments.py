"""Tournaments: held, entered, watched."""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from scuffle.tournament import Kind, Line
from scuffle_platform import tournaments
from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.filters import GameFilter
from scuffle_platform.api.game_settings import typed
from scuffle_platform.api.lookup import find_bot, find_tournament
from scuffle_platform.api.paging import PageQuery, pack_cursor, read_cursor
from scuffle_platform.api.shapes import Body, Shape, Word
from scuffle_platform.auth import is_admin, required_account
from scuffle_platform.context import store
from scuffle_platform.store import tournament_play
from scuffle_platform.store.models import (
    Ending,
    Entry,
    MatchStatus,
    Meeting,
    Tournament,
    TournamentStatus,
)
from scuffle_platform.store.pages import tournaments as pages
from scuffle_platform.store.pages.tournaments import Narrowed, Played
from scuffle_platform.store.tournaments import SETS, Plan


class TournamentsQuery(PageQuery):
    """Which tournaments are listed; filters narrow together."""

    game: GameFilter | None = None
    status: TournamentStatus | None = None
    mine: bool = Field(False, description="Only those that the caller holds.")


class NewTournament(Body):
    """A tournament to be held."""

    game: Word
    name: Annotated[str, StringConstraints(max_length=100)]
    kind: Kind
    size: int = Field(2, ge=2, le=4, description="How many sit at a table.")
    sets: int = Field(SETS, ge=1, le=tournaments.MOST_SETS, description="Sets a table plays.")
    settings: dict[str, Any] | None = Field(
        None, description="Left out: in turn what the ladder plays."
    )
    entry_until: datetime = Field(description="When the entry ends and it starts; UTC if no zone.")


class NewEntry(Body):
    """A bot to be entered."""

    bot: Word = Field(description="A bot of the caller: id or name.")


class TournamentItem(Shape):
    """A tournament as lists show it."""

    id: str
    game: str
    name: str
    organiser: str
    kind: Kind
    size: int = Field(description="How many sit at a table.")
    sets: int = Field(description="How many sets a table plays.")
    settings: dict[str, Any] | None
    status: TournamentStatus
    sentence: str = Field(description="Why it ended early, if it did.")
    entry_until: datetime
    created: datetime
    started: datetime | None
    ended: datetime | None


class TournamentPage(Shape):
    """A page of tournaments, the newest first."""

    items: list[TournamentItem]
    next: str | None


class EntrantItem(Shape):
    """A bot in a tournament."""

    bot: str
    name: str
    owner: str
    version: int | None = Field(description="Bound at the start.")
    number: int | None = Field(description="Its draw number; null before the start.")
    place: int | None = Field(description="From 1; shared in a bracket; null before the end.")
    left: datetime | None = Field(description="When it was withdrawn or found to be gone.")


class LineItem(Shape):
    """A line of a round robin's table, the best first."""

    number: int = Field(description="Draw number.")
    points: float = Field(description="A match gives the share of the others left behind.")
    direct: float = Field(description="Share of the points among those with as many points.")
    berger: float = Field(description="Taken from each opponent, times its points.")
    firsts: int = Field(description="Matches won alone.")


class TableMatch(Shape):
    """A match of a table."""

    id: str
    status: MatchStatus


class TableItem(Shape):
    """One table."""

    round: int
    number: int
    members: list[int] = Field(description="Draw numbers of who came to it.")
    seated: list[int] = Field(description="Of those, who plays.")
    ending: Ending | None = Field(description="Why it is decided; null: not yet.")
    winner: int | None = Field(description="In a bracket, who goes on.")
    matches: list[TableMatch]


class TournamentDetail(TournamentItem):
    """A tournament with everything in it."""

    entrants: list[EntrantItem]
    table: list[LineItem] = Field(description="Of a round robin; empty for a bracket.")
    meetings: list[TableItem]


@endpoint("/tournaments", tag="tournaments")
def list_tournaments(query: TournamentsQuery) -> TournamentPage:
    """Tournaments, the newest first."""
    account = required_account().id if query.mine else None
    with store().reading() as session:
        narrowed = Narrowed(query.game, account, query.status)
        rows = pages.page(session, narrowed, read_cursor(query.cursor), query.limit + 1)
    shown = rows[: query.limit]
    last = shown[-1] if len(rows) > query.limit else None
    return TournamentPage(
        items=[TournamentItem(**_facts(row)) for row in shown],
        next=pack_cursor(last.created, last.id) if last else None,
    )


@endpoint("/tournaments", tag="tournaments", method="POST", status=201, scope="submit")
def hold_tournament(json: NewTournament) -> TournamentDetail:
    """Hold a tournament; it starts by itself when the entry ends."""
    settings = json.settings and typed(json.game, json.settings)
    until = json.entry_until
    plan = Plan(json.game, json.name, json.kind, json.size, json.sets, settings)
    until = until.replace(tzinfo=UTC) if until.tzinfo is None else until
    return _detail(tournaments.hold(required_account(), plan, until, is_admin=is_admin()))


@endpoint("/tournaments/<tournament>", tag="tournaments")
def get_tournament(tournament: str) -> TournamentDetail:
    """One tournament: entrants, table or bracket, matches."""
    return _detail(tournament[:64])


@endpoint("/tournaments/<tournament>/entries", tag="tournaments", method="POST", scope="submit")
def enter_tournament(tournament: str, json: NewEntry) -> TournamentDetail:
    """Enter a bot of one's own; one that was entered before makes room for it."""
    with store().reading() as session:
        game = find_tournament(session, tournament).game
        bot = find_bot(session, json.bot, game).id
    tournaments.enter(required_account(), tournament[:64], bot)
    return _detail(tournament[:64])


@endpoint("/tournaments/<tournament>/entries", tag="tournaments", method="DELETE", scope="submit")
def leave_tournament(tournament: str) -> TournamentDetail:
    """Take one's entry back; after the start, what is left of it is lost."""
    tournaments.withdraw(required_account(), tournament[:64])
    return _detail(tournament[:64])


@endpoint("/tournaments/<tournament>/start", tag="tournaments", method="POST", scope="submit")
def start_tournament(tournament: str) -> TournamentDetail:
    """End the entry now; its organiser may."""
    tournaments.start(required_account(), tournament[:64], is_admin=is_admin())
    return _detail(tournament[:64])


@endpoint("/tournaments/<tournament>/cancel", tag="tournaments", method="POST", scope="submit")
def cancel_tournament(tournament: str) -> TournamentDetail:
    """End it without a result; its organiser may."""
    tournaments.cancel(required_account(), tournament[:64], is_admin=is_admin())
    return _detail(tournament[:64])


def _detail(tournament_id: str) -> TournamentDetail:
    with store().reading() as session:
        found = find_tournament(session, tournament_id)
        entrants = pages.entries(session, found.id)
        meetings = tournament_play.meetings(session, found.id)
        matches = pages.matches_of(session, found.id, meetings)
        return TournamentDetail(
            **_facts(found),
            entrants=[_entrant(entry) for entry in entrants],
            table=[_line(line) for line in tournament_play.lines_of(found, meetings, entrants)],
            meetings=[_table(one, matches[one.round, one.number]) for one in meetings],
        )


def _facts(found: Tournament) -> dict[str, Any]:
    facts = {name: getattr(found, name, None) for name in TournamentItem.model_fields}
    return {**facts, "organiser": found.account.name}


def _entrant(entry: Entry) -> EntrantItem:
    return EntrantItem(
        bot=entry.bot_id,
        name=entry.bot.name,
        owner=entry.account.name,
        version=entry.version.number if entry.version else None,
        number=entry.number,
        place=entry.place,
        left=entry.left,
    )


def _line(line: Line) -> LineItem:
    return LineItem(
        number=line.entrant,
        points=round(float(line.points), 3),
        direct=round(float(line.direct), 3),
        berger=round(float(line.berger), 3),
        firsts=line.firsts,
    )


def _table(meeting: Meeting, played: list[Played]) -> TableItem:
    return TableItem(
        round=meeting.round,
        number=meeting.number,
        members=meeting.members,
        seated=meeting.seated,
        ending=meeting.ending,
        winner=meeting.winner,
        matches=[TableMatch(id=match.id, status=match.status) for match in played],
    )
