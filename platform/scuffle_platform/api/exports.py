"""In bulk: matches line by line, and the replays of a day as one archive."""

import gzip
import json
import tarfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime, timedelta
from typing import Any

from flask import Response, request
from pydantic import BaseModel, ConfigDict, Field

from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.filters import GameFilter
from scuffle_platform.api.lookup import find_bot
from scuffle_platform.api.match_query import MatchFilters, wanted
from scuffle_platform.api.paging import PageQuery, page_of
from scuffle_platform.api.shapes import Shape, Word
from scuffle_platform.context import store
from scuffle_platform.problems import Problem, invalid
from scuffle_platform.secrecy import OVER, shown_replay
from scuffle_platform.store import Session, exports
from scuffle_platform.store.exports import KeptReplay
from scuffle_platform.store.listing import Place, Wanted
from scuffle_platform.store.models import now
from scuffle_platform.store.pages import matches

MOST_LINES = 10_000
_CHUNK = 1000
_REPLAYS = 100
_GZIP = 31
"""What zlib calls a gzip stream with its usual window."""

Reading = Callable[[], AbstractContextManager[Session]]


class ReplaysQuery(BaseModel):
    """Which replays of a day."""

    model_config = ConfigDict(extra="forbid")

    game: GameFilter | None = None
    bot: Word | None = Field(None, description="Only with this bot, by id or name.")


class DayItem(Shape):
    """A day whose replays are kept."""

    day: date = Field(description="In UTC, by when matches finished.")


class DayPage(Shape):
    """Days, the newest first."""

    items: list[DayItem]
    next: str | None


@endpoint("/matches.ndjson", tag="matches", media="application/x-ndjson")
def export_matches(query: MatchFilters) -> Response:
    """Up to 10,000 matches, the oldest first, one JSON object a line; filters as in `matches`.

    To go on, ask again with the `created` of the last line as `since`: that line comes once more.
    Sent gzipped to whoever accepts it.
    """
    with store().reading() as session:
        narrowed = wanted(session, query)
    lines: Iterator[bytes] = _lines(store().reading, narrowed)
    packed = request.accept_encodings.quality("gzip") > 0
    response = Response(_zipped(lines) if packed else lines, mimetype="application/x-ndjson")
    response.vary.add("Accept-Encoding")
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    return response


@endpoint("/replays", tag="matches")
def list_days(query: PageQuery) -> DayPage:
    """The days whose replays can be fetched, the newest first; today's only when it is over."""
    with store().reading() as session:
        first = exports.first_day(session)
    today = now().date()
    days = (today - first).days if first else 0
    shown, following = page_of(range(1, days + 1), query)
    items = [DayItem(day=today - timedelta(days=ago)) for ago in shown]
    return DayPage(items=items, next=following)


@endpoint("/replays/<day>.tar", tag="matches", media="application/x-tar")
def export_replays(day: str, query: ReplaysQuery) -> Response:
    """All public replays of matches that finished on a day (UTC), `MATCH.json.gz` in one tar.

    Matches of leagues are not among them. A seed is "" where it is still withheld.
    """
    wanted_day = _over(day)
    with store().reading() as session:
        bot = find_bot(session, query.bot, query.game).id if query.bot else None
    files = _files(store().reading, wanted_day, query.game, bot)
    response = Response(_tar(files, wanted_day), mimetype="application/x-tar")
    response.headers["Content-Disposition"] = f'attachment; filename="replays-{wanted_day}.tar"'
    return response


def _over(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise invalid(
            f"'{text[:40]}' is no day.", "Ask for one such as replays/2026-11-29.tar."
        ) from None
    if day >= now().date():
        raise Problem(
            409,
            "not-over",
            f"{day} is not over yet.",
            "A day's replays are given from midnight UTC on; GET replays lists the days.",
        )
    return day


def _lines(reading: Reading, narrowed: Wanted) -> Iterator[bytes]:
    """Chunk by chunk, so that no long transaction is held while a slow reader reads."""
    after: Place | None = None
    for _ in range(MOST_LINES // _CHUNK):
        with reading() as session:
            rows = exports.match_rows(session, narrowed, after, _CHUNK)
        yield b"".join(map(_line, rows))
        if len(rows) < _CHUNK:
            return
        after = rows[-1]["created"], rows[-1]["id"]


def _line(row: dict[str, Any]) -> bytes:
    """A match as ``MatchItem`` has it."""
    ended = row.pop("set_ended")
    if not (ended if row["set"] else row["status"] in OVER):
        row["seed"] = None
    for seat in row["seats"]:
        seat["name"] = seat["name"] or f"player {seat['player']}"
    return json.dumps(row, default=_moment, ensure_ascii=False, separators=(",", ":")).encode() + (
        b"\n"
    )


def _moment(value: datetime) -> str:
    return value.isoformat().replace("+00:00", "Z")


def _zipped(parts: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(6, zlib.DEFLATED, _GZIP)
    for part in parts:
        yield packer.compress(part) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()


def _files(
    reading: Reading, day: date, game: str | None, bot: str | None
) -> Iterator[tuple[str, bytes]]:
    after: Place | None = None
    while True:
        with reading() as session:
            found = list(exports.replays_of(session, day, after, _REPLAYS, game, bot))
            files = [(f"{one.match}.json.gz", _told(session, one)) for one in found]
        yield from files
        if len(found) < _REPLAYS:
            return
        after = found[-1].finished, found[-1].match


def _told(session: Session, kept: KeptReplay) -> bytes:
    """The stored bytes as they are, unless something in them is not told, or not any more."""
    if kept.whole:
        return kept.packed
    played = matches.played(session, kept.match)
    assert played is not None, "it was just read"
    return gzip.compress(shown_replay(played.match, kept.packed).to_bytes(), mtime=0)


def _tar(files: Iterable[tuple[str, bytes]], day: date) -> Iterator[bytes]:
    """A tar, file by file: none of it is ever held as a whole."""
    moment = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
    for name, data in files:
        entry = tarfile.TarInfo(name)
        entry.size, entry.mtime = len(data), moment
        yield entry.tobuf() + data + bytes(-len(data) % tarfile.BLOCKSIZE)
    yield bytes(2 * tarfile.BLOCKSIZE)
