"""A tournament being played: results counted, the absent settled, winners seated, sets ordered.

Everything follows from rows, so a step may be repeated and a restart loses nothing.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from scuffle.tournament import Kind, Line, Score, feeders, forfeited, is_tied, rank
from scuffle_platform.matchmaker import seed_of
from scuffle_platform.store import contests, tournaments
from scuffle_platform.store.contests import Bout
from scuffle_platform.store.models import (
    Ending,
    Entry,
    MatchKind,
    Meeting,
    Tournament,
    TournamentStatus,
    Version,
)
from scuffle_platform.store.series import settings_of

SETS_AT_ONCE = 16
"""Sets of a tournament that wait or are played at a time."""
SETS_A_BOT = 2
"""Of one entrant; whoever is slow holds up only its own tables."""
FURTHER_SETS = 3
"""In a bracket a table whose first two are level plays so many sets more, one by one."""

Places = Mapping[tuple[str, int], tuple[tuple[int, ...] | None, ...] | None]


def step(session: Session, tournament_id: str, at: datetime) -> None:
    """Start what is due, or carry on what is being played; does nothing for one that has ended."""
    one = session.get_one(Tournament, tournament_id, with_for_update=True)
    if one.status is TournamentStatus.OPEN and one.entry_until <= at:
        tournaments.start(session, one, at)
    if one.status is TournamentStatus.PLAYING:
        _carry_on(session, one, at)


def table_word(meeting: Meeting) -> str:
    """What a meeting's sets are known by; it changes when somebody leaves a bracket's table."""
    return f"{meeting.round}.{meeting.number}:" + "-".join(map(str, meeting.seated))


def score_of(meeting: Meeting) -> Score:
    """What was counted of a meeting."""
    ahead = tuple(tuple(row) for row in meeting.ahead)
    return Score(tuple(meeting.seated), ahead, tuple(meeting.firsts))


def meetings(session: Session, tournament_id: str) -> Sequence[Meeting]:
    """All there are so far, by round and number."""
    query = select(Meeting).where(Meeting.tournament_id == tournament_id)
    return session.scalars(query.order_by(Meeting.round, Meeting.number)).all()


def lines_of(
    one: Tournament, played: Sequence[Meeting], entries: Sequence[Entry]
) -> Sequence[Line]:
    """The table of a round robin as it stands, the best first; of a bracket there is none."""
    if one.kind is not Kind.ROUND_ROBIN:
        return ()
    numbers = [entry.number for entry in entries if entry.number is not None]
    return rank(map(score_of, played), numbers)


def _carry_on(session: Session, one: Tournament, at: datetime) -> None:
    entries = _entries(session, one)
    left = _left(session, entries, at)
    open_ones = _undecided(session, one)
    places = _places(session, one, open_ones)
    for meeting in open_ones:
        _count(meeting, places)
        _decide(one, meeting)
        if meeting.ending is None and left.intersection(meeting.seated):
            _settle_absent(session, one, meeting, (left, places), at)
            _decide(one, meeting)
    still = [meeting for meeting in open_ones if meeting.ending is None]
    under_way = [table_word(meeting) for meeting in still if meeting.ordered]
    contests.replay_void(session, one.id, at, under_way)
    if one.kind is Kind.ELIMINATION:
        _seat_winners(session, one)
        session.flush()
        still = list(_undecided(session, one))
    if still:
        _order(session, one, still, entries, at)
    else:
        _end(session, one, entries, at)


def _entries(session: Session, one: Tournament) -> dict[int, Entry]:
    """Those who were drawn, by their number."""
    query = select(Entry).where(Entry.tournament_id == one.id, Entry.number.is_not(None))
    return {entry.number or 0: entry for entry in session.scalars(query.order_by(Entry.number))}


def _left(session: Session, entries: Mapping[int, Entry], at: datetime) -> set[int]:
    """Numbers of those who have left, by now or earlier."""
    versions = [entry.version_id for entry in entries.values() if entry.version_id]
    absent = contests.absent(session, versions)
    for entry in entries.values():
        if entry.left is None and entry.version_id in absent:
            entry.left = at
    return {number for number, entry in entries.items() if entry.left is not None}


def _undecided(session: Session, one: Tournament) -> Sequence[Meeting]:
    query = select(Meeting).where(Meeting.tournament_id == one.id, Meeting.ending.is_(None))
    return session.scalars(query.order_by(Meeting.round, Meeting.number)).all()


def _places(session: Session, one: Tournament, open_ones: Sequence[Meeting]) -> Places:
    """Of every set under way the places of its matches, or ``None`` while it is not complete."""
    words = [table_word(meeting) for meeting in open_ones if meeting.ordered > meeting.counted]
    found = contests.rounds(session, one.id, tables=words) if words else []
    return {(each.table, each.number): each.places for each in found}


def _count(meeting: Meeting, places: Places) -> None:
    """Add the sets that are complete, in their order."""
    word, score, counted = table_word(meeting), score_of(meeting), meeting.counted
    while (played := places.get((word, counted))) is not None:
        score, counted = _with_set(score, played), counted + 1
    if counted > meeting.counted:
        _note(meeting, score, counted)


def _with_set(score: Score, played: Sequence[tuple[int, ...] | None]) -> Score:
    """With the matches of one set; in rotation ``r`` member ``i`` sat in seat ``i - r``."""
    size = len(score.members)
    for rotation, by_seat in enumerate(played):
        turned = by_seat and tuple(by_seat[(one - rotation) % size] for one in range(size))
        score = score.plus(turned)
    return score


def _note(meeting: Meeting, score: Score, counted: int) -> None:
    meeting.ahead = [list(row) for row in score.ahead]
    meeting.firsts = list(score.firsts)
    meeting.counted = counted


def _settle_absent(
    session: Session,
    one: Tournament,
    meeting: Meeting,
    known: tuple[Collection[int], Places],
    at: datetime,
) -> None:
    """What becomes of a table that somebody left before it was decided."""
    left, places = known
    words = [table_word(meeting)]
    contests.cancel_queued(session, one.id, "Cancelled: a bot left the tournament.", at, words)
    if one.kind is Kind.ROUND_ROBIN:
        _forfeit(one, meeting, left, places)
        return
    stayed = [member for member in meeting.seated if member not in left]
    meeting.seated, meeting.ordered = stayed, 0
    _note(meeting, Score.nothing(stayed), 0)
    if len(stayed) < 2:
        meeting.ending = Ending.FORFEIT
        meeting.winner = stayed[0] if stayed else None


def _forfeit(one: Tournament, meeting: Meeting, left: Collection[int], places: Places) -> None:
    """Sets that were not played to their end are lost for whoever left, and shared by the rest."""
    word, score = table_word(meeting), score_of(meeting)
    lost = (forfeited(meeting.seated, left),) * len(meeting.seated)
    for number in range(meeting.counted, one.sets):
        played = places.get((word, number))
        if played is None:
            for match in lost:
                score = score.plus(match)
            meeting.ending = Ending.FORFEIT
        else:
            score = _with_set(score, played)
    _note(meeting, score, one.sets)


def _decide(one: Tournament, meeting: Meeting) -> None:
    if meeting.ending is not None or meeting.counted < _wanted(one, meeting):
        return
    meeting.ending = Ending.PLAYED
    if one.kind is Kind.ELIMINATION:
        meeting.winner = rank([score_of(meeting)], meeting.seated)[0].entrant


def _wanted(one: Tournament, meeting: Meeting) -> int:
    """How many sets a table plays, as far as is known by now."""
    further = meeting.counted - one.sets
    if one.kind is Kind.ROUND_ROBIN or not 0 <= further < FURTHER_SETS:
        return max(one.sets, meeting.counted)
    tied = is_tied(rank([score_of(meeting)], meeting.seated))
    return meeting.counted + tied


def _seat_winners(session: Session, one: Tournament) -> None:
    """Make the tables of the next rounds whose entrants are all known."""
    by_place = {(each.round, each.number): each for each in meetings(session, one.id)}
    round_, tables = 1, sum(place[0] == 1 for place in by_place)
    while tables > 1:
        for number, feeding in enumerate(feeders(tables, one.size)):
            found = [by_place.get((round_, feeder)) for feeder in feeding]
            known = [each for each in found if each is not None and each.ending is not None]
            if (round_ + 1, number) not in by_place and len(known) == len(feeding):
                members = [each.winner for each in known if each.winner is not None]
                place = (round_ + 1, number)
                by_place[place] = tournaments.add_meeting(session, one, place, members)
        round_, tables = round_ + 1, tables // one.size


def _order(
    session: Session,
    one: Tournament,
    still: Sequence[Meeting],
    entries: Mapping[int, Entry],
    at: datetime,
) -> None:
    """Have further sets played, the earliest tables first."""
    busy: Counter[int] = Counter()
    for meeting in still:
        for member in meeting.seated:
            busy[member] += meeting.ordered - meeting.counted
    room = SETS_AT_ONCE - sum(meeting.ordered - meeting.counted for meeting in still)
    for meeting in still:
        wanted = _wanted(one, meeting)
        while room > 0 and meeting.ordered < wanted:
            if any(busy[member] >= SETS_A_BOT for member in meeting.seated):
                break
            seated = [entries[member].version_id for member in meeting.seated]
            contests.order(session, _bout(session, one, meeting, seated), at)
            meeting.ordered += 1
            busy.update(meeting.seated)
            room -= 1


def _bout(
    session: Session, one: Tournament, meeting: Meeting, versions: Sequence[str | None]
) -> Bout:
    """The next set of a table: its seed follows from tournament, round, table and number."""
    word, number = table_word(meeting), meeting.ordered
    return Bout(
        contest=one.id,
        kind=MatchKind.TOURNAMENT,
        game=one.game,
        table=word,
        number=number,
        versions=[session.get_one(Version, version) for version in versions],
        settings=settings_of(one.game, len(versions), one.settings, number, bare=False),
        seed=seed_of(one.secret, word, number),
        asked_by=one.account_id,
    )


def _end(session: Session, one: Tournament, entries: Mapping[int, Entry], at: datetime) -> None:
    for number, place in places_of(one, meetings(session, one.id), entries).items():
        entries[number].place = place
    one.status, one.ended = TournamentStatus.ENDED, at
    tournaments.tell(session, one, "ended", at)
    tournaments.tell_organiser(session, one, "ended", at)


def places_of(
    one: Tournament, played: Sequence[Meeting], numbers: Collection[int]
) -> dict[int, int]:
    """By draw number the place; in a bracket shared by those who came as far."""
    if one.kind is Kind.ROUND_ROBIN:
        lines = rank(map(score_of, played), numbers)
        return {line.entrant: place for place, line in enumerate(lines, 1)}
    reached = {number: found for meeting in played for number, found in _reached(meeting)}
    return {
        number: 1 + sum(other < mine for other in reached.values())
        for number, mine in reached.items()
    }


def _reached(meeting: Meeting) -> list[tuple[int, tuple[int, int]]]:
    """Of everybody at a table the round, negative, and the place at the table."""
    lines = rank([score_of(meeting)], meeting.seated)
    order = [line.entrant for line in lines]
    found = [(member, (-meeting.round, place)) for place, member in enumerate(order, 1)]
    gone = [member for member in meeting.members if member not in order]
    return found + [(member, (-meeting.round, len(order) + 1)) for member in gone]
