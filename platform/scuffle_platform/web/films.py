"""What the replay player asks for, and the downloads of a match.

Who may see what is decided where the bytes are served: of a match that is not over what
``secrecy.perspectives_of`` allows, a seed once its set has ended, a log for its owner.
"""

import gzip
import json
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, TypeVar

from flask import Blueprint, Response, request

from scuffle import registry
from scuffle.film import film, perspective_frames
from scuffle.html import replay_html
from scuffle.replay import Replay
from scuffle_platform.api.lookup import find_match
from scuffle_platform.context import store
from scuffle_platform.live import live
from scuffle_platform.problems import forbidden, not_found
from scuffle_platform.readers import note_log, reads_log
from scuffle_platform.running import begun, shown_film
from scuffle_platform.secrecy import (
    OVER,
    check_perspective,
    check_watch,
    perspectives_of,
    shown_replay,
)
from scuffle_platform.store.models import Match, MatchStatus
from scuffle_platform.store.pages import matches as read
from scuffle_platform.web.kept import kept

bp = Blueprint("films", __name__)

_KEEP = "private, max-age=86400"

T = TypeVar("T")


def found_match(match_id: str) -> Match:
    """A match that whoever asks may know of, with its seats.

    Raises:
        Problem: 404.
    """
    with store().reading() as session:
        return find_match(session, match_id).match


def finished_replay(match: Match) -> Replay:
    """A finished match's replay, its seed cut out while it is still a secret.

    Raises:
        Problem: 404, it is not over, or its replay is no longer kept; 403, its league shows it
            later.
    """
    check_watch(match)
    if match.status != MatchStatus.FINISHED:
        raise not_found("replay of this match yet", "It can be watched once the match has ended.")
    with store().reading() as session:
        packed = read.replay_bytes(session, match.id)
    if packed is None:
        raise not_found("replay of this match any more", "Its result stays; replays go in time.")
    return shown_replay(match, packed)


@bp.get("/matches/<match_id>/film.json")
def reel(match_id: str) -> Response:
    """Moves, marks and notation of a match, as far as it was played."""
    match = found_match(match_id)
    check_perspective(match, None)
    eyes, playing = perspectives_of(match), match.status is MatchStatus.PLAYING
    tell = partial(shown_film, perspectives=eyes, playing=playing)
    return _told(match, ("film", eyes), tell)


@bp.get("/matches/<match_id>/frames/<perspective>.json")
def frames(match_id: str, perspective: str) -> Response:
    """What one player, or everyone, saw after each step; cut by the engine, here."""
    match = found_match(match_id)
    check_perspective(match, perspective)
    eyes = ("frames", perspective)
    return _told(match, eyes, lambda replay: perspective_frames(replay, perspective))


def _told(match: Match, question: Hashable, tell: Callable[[Replay], Any]) -> Response:
    """What ``tell`` makes of a match as JSON; while it is played, made once for all who ask."""
    if match.status is not MatchStatus.PLAYING:
        return _json(_pack(tell(finished_replay(match))), _KEEP)
    packed = of_now(match, question, lambda replay: _pack(tell(replay)))
    return _json(packed, "no-store, private")


def of_now(match: Match, question: Hashable, find: Callable[[Replay], T]) -> T:
    """What ``find`` makes of a match that is being played; found anew with its next step."""
    steps = live().steps(match.id, match.attempts)
    facts = (match.attempts, len(steps), [seat.name for seat in match.seats])
    return kept().get((question, match.id), facts, lambda: find(begun(match, steps)))


@bp.get("/matches/<match_id>/replay.json")
def replay_file(match_id: str) -> Response:
    """The replay as a file: all that is needed to play the match again."""
    replay = finished_replay(found_match(match_id))
    return _download(replay.to_bytes(), "application/json", f"{match_id}.json")


@bp.get("/matches/<match_id>/replay.html")
def replay_page(match_id: str) -> Response:
    """The replay as one HTML file that needs no network."""
    replay = finished_replay(found_match(match_id))
    return _download(replay_html(replay).encode(), "text/html", f"{match_id}.html")


@bp.get("/matches/<match_id>/attempts/<int:number>/replay.json")
def partial_file(match_id: str, number: int) -> Response:
    """What an attempt played before it came to nothing, as a replay file."""
    replay = partial_replay(found_match(match_id), number)
    return _download(replay.to_bytes(), "application/json", f"{match_id}-attempt-{number}.json")


@bp.get("/matches/<match_id>/attempts/<int:number>/replay.html")
def partial_page(match_id: str, number: int) -> Response:
    """The same as one HTML file that needs no network."""
    replay = partial_replay(found_match(match_id), number)
    page = replay_html(replay).encode()
    return _download(page, "text/html", f"{match_id}-attempt-{number}.html")


def partial_replay(match: Match, number: int) -> Replay:
    """The replay of an attempt that came to nothing, once the match is over.

    Raises:
        Problem: 404, the match goes on, or the attempt took no step; 403, its league shows it
            later.
    """
    check_watch(match)
    if match.status not in OVER:
        raise not_found("replay of this attempt yet", "It can be watched once the match has ended.")
    with store().reading() as session:
        packed = read.partial_bytes(session, match.id, number) if number < 2**31 else None
    if packed is None:
        raise not_found("replay of this attempt", "An attempt that took no step keeps none.")
    return shown_replay(match, packed)


@bp.get("/matches/<match_id>/notation.txt")
def notation_file(match_id: str) -> Response:
    """The match in the game's notation."""
    replay = finished_replay(found_match(match_id))
    words = film(replay)["notation"]
    if not words:
        name = registry.game(replay.game).name
        raise not_found(f"notation for {name}", "Take the replay as JSON instead.")
    return _download(f"{words}\n".encode(), "text/plain", f"{match_id}.txt")


@bp.get("/matches/<match_id>/log/<int:player>.jsonl")
def log_file(match_id: str, player: int) -> Response:
    """A seat's log, one JSON line a request; for its owner alone."""
    lines = own_log(found_match(match_id), player)
    body = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
    response = _download(body.encode(), "application/x-ndjson", f"{match_id}-log-{player}.jsonl")
    response.headers["Cache-Control"] = "no-store, private"
    return response


def own_log(match: Match, player: int) -> Sequence[dict[str, Any]]:
    """A seat's log, one object a request.

    Raises:
        Problem: 401 or 403, the bot is somebody else's; 404, there is no log of that seat.
    """
    seat = next((seat for seat in match.seats if seat.player == player), None)
    if seat is None or not reads_log(match, seat):
        raise forbidden(
            "A log is for the owner of the bot that wrote it.", "Log in as that bot's owner."
        )
    with store().reading() as session:
        packed = read.log_bytes(session, match.id, player)
    if packed is None:
        raise not_found("log of this seat", "Logs are kept for 14 days or 200 matches.")
    note_log(match, seat)
    return [json.loads(line) for line in gzip.decompress(packed).splitlines() if line]


def _pack(value: Any) -> bytes:
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return gzip.compress(body, 6, mtime=0)


def _json(packed: bytes, keep: str) -> Response:
    response = Response(packed, mimetype="application/json")
    if request.accept_encodings.find("gzip") >= 0:
        response.headers["Content-Encoding"] = "gzip"
    else:
        response.set_data(gzip.decompress(packed))
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = keep
    return response


def _download(body: bytes, kind: str, name: str) -> Response:
    response = Response(body, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="scuffle-{name}"'
    return response
