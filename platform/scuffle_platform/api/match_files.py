"""What is kept of a match: replay, frames, logs."""

import gzip
from typing import Annotated, Any

from flask import Response
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from scuffle.film import EVERYONE, player_of
from scuffle_platform.api.endpoint import endpoint
from scuffle_platform.api.lookup import find_match
from scuffle_platform.api.shapes import Shape
from scuffle_platform.context import store
from scuffle_platform.problems import Problem, forbidden, invalid, not_found
from scuffle_platform.readers import note_log, reads_log
from scuffle_platform.running import replay_so_far
from scuffle_platform.secrecy import OVER, check_perspective, check_watch, shown_replay
from scuffle_platform.store import Session
from scuffle_platform.store.models import MatchStatus
from scuffle_platform.store.pages import matches
from scuffle_platform.store.pages.matches import Played

Perspective = Annotated[str, StringConstraints(pattern=r"^(all|[0-9])$")]


class FramesQuery(BaseModel):
    """Through whose eyes."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, frozen=True)

    as_: Perspective | None = Field(
        None, alias="as", description="`all`, or a seat from 0; left out: all that you may see."
    )


class LogQuery(BaseModel):
    """Which seat's log, and which part of it."""

    model_config = ConfigDict(extra="forbid")

    seat: int = Field(ge=0, le=15, description="From 0.")
    offset: int = Field(0, ge=0, lt=2**31, description="How many requests are passed over.")
    limit: int | None = Field(
        None, ge=1, lt=2**31, description="How many are given at most; left out: all that follow."
    )


class Frame(Shape):
    """What was seen after a number of steps."""

    step: int = Field(description="How many steps were taken before.")
    view: dict[str, Any]


class Frames(Shape):
    """A match as one player, or everybody, saw it."""

    items: list[Frame]
    next: str | None = None


@endpoint("/matches/<match>/replay", tag="matches", media="application/json")
def get_replay(match: str) -> Response:
    """The replay, `scuffle-replay/1`; its seed is "" until the match's set has ended."""
    with store().reading() as session:
        replay = _replay(session, find_match(session, match))
    return Response(replay.to_bytes(), mimetype="application/json")


@endpoint(
    "/matches/<match>/attempts/<int(min=1):number>/replay", tag="matches", media="application/json"
)
def get_partial(match: str, number: int) -> Response:
    """What an attempt played before it came to nothing, once the match is over."""
    with store().reading() as session:
        found = find_match(session, match)
        check_watch(found.match)
        if found.match.status not in OVER:
            raise _not_over(found)
        packed = matches.partial_bytes(session, found.match.id, number) if number < 2**31 else None
    if packed is None:
        raise not_found("replay of this attempt", "GET matches/{id} says which attempts have one.")
    replay = shown_replay(found.match, packed)
    return Response(replay.to_bytes(), mimetype="application/json")


@endpoint("/matches/<match>/frames", tag="matches")
def get_frames(match: str, query: FramesQuery) -> Frames:
    """What a player, or everybody, saw after each step; cut by the engine.

    Of a match that is being played what there is of it; `events` streams the rest.
    """
    with store().reading() as session:
        found = find_match(session, match)
        _check_seat(query.as_, found.match.num_players)
        perspective = check_perspective(found.match, query.as_)
        playing = found.match.status is MatchStatus.PLAYING
        replay = replay_so_far(found.match) if playing else _replay(session, found)
    player = player_of(len(replay.players), perspective)
    return Frames(items=[Frame(step=step, view=view) for step, view in replay.frames(player)])


def _check_seat(perspective: Perspective | None, players: int) -> None:
    if perspective not in (None, EVERYONE) and int(perspective) >= players:
        raise invalid(
            f"There is no seat {perspective}; the match has {players}, from 0.",
            "Send as=all or a seat of the match.",
        )


@endpoint("/matches/<match>/log", tag="matches", scope="read", media="application/x-ndjson")
def get_log(match: str, query: LogQuery) -> Response:
    """A seat's log, one JSON object a request; for the bot's owner only.

    Whatever part of it is asked for, the header `X-Requests` tells how many requests the whole log
    has, and `X-Log-Bytes` how long it is.
    """
    with store().reading() as session:
        found = find_match(session, match)
        packed = _log(session, found, query.seat)
    log = gzip.decompress(packed)
    lines = log.splitlines(keepends=True)
    last = None if query.limit is None else query.offset + query.limit
    response = Response(b"".join(lines[query.offset : last]), mimetype="application/x-ndjson")
    response.headers["X-Requests"] = str(len(lines))
    response.headers["X-Log-Bytes"] = str(len(log))
    response.headers["Cache-Control"] = "no-store, private"
    return response


def _replay(session: Session, found: Played) -> Any:
    check_watch(found.match)
    if found.match.status != MatchStatus.FINISHED:
        raise _not_over(found)
    packed = matches.replay_bytes(session, found.match.id)
    if packed is None:
        raise not_found(
            "replay of this match any more",
            "Replays are kept for a time; GET limits tells how long.",
        )
    return shown_replay(found.match, packed)


def _not_over(found: Played) -> Problem:
    return Problem(
        409,
        "not-over",
        f"The match is {found.match.status}.",
        "Come back when it has finished; GET matches/{id} says how far it is.",
    )


def _log(session: Session, found: Played, player: int) -> bytes:
    seat = next((one for one in found.match.seats if one.player == player), None)
    if seat is None or not reads_log(found.match, seat):
        raise forbidden(
            "A log is for the owner of the bot that wrote it.", "Ask for the seat of your own bot."
        )
    packed = matches.log_bytes(session, found.match.id, player)
    if packed is None:
        raise not_found("log of this seat", "Logs are kept for 14 days or a bot's last 200.")
    note_log(found.match, seat)
    return packed
