"""A match: its replay, what it changed, and for an owner the bot's own log."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from scuffle import registry
from scuffle.film import perspective_frames
from scuffle.replay import Replay
from scuffle_platform.api.lookup import find_match, owns
from scuffle_platform.auth import become_stranger
from scuffle_platform.context import store
from scuffle_platform.readers import reads_log
from scuffle_platform.secrecy import OVER, may_watch, perspectives_of, shown_seed
from scuffle_platform.store.models import Match, MatchStatus, SeatRow, now
from scuffle_platform.store.pages import matches, queue
from scuffle_platform.store.pages.matches import Played
from scuffle_platform.web import evidence
from scuffle_platform.web.films import finished_replay, found_match, of_now, own_log
from scuffle_platform.web.kept import kept
from scuffle_platform.web.paging import page_number, with_args
from scuffle_platform.web.results import headline, name_of, verdict_words

bp = Blueprint("matches", __name__)

REQUESTS = 25
"""Requests of a log on one page."""


@dataclass(frozen=True, slots=True)
class Record:
    """The match in words, for readers without JavaScript."""

    board: str
    sentences: list[str]


@bp.get("/matches/<match_id>")
def match(match_id: str) -> str:
    """One match."""
    with store().reading() as session:
        played = find_match(session, match_id)
        waits = played.match.status is MatchStatus.QUEUED
        place = queue.position(session, played.match, now()) if waits else None
        same = matches.other_rotations(session, played.match)
    return render_template("match.html", place=place, same=same, **_shown(played))


@bp.get("/matches/<match_id>/embed")
def embed(match_id: str) -> Response:
    """The player alone, for a frame on any page; whoever looks, it shows what a stranger sees."""
    become_stranger()
    with store().reading() as session:
        played = find_match(session, match_id)
    shown = _shown(played)
    response = make_response(render_template("embed.html", **shown))
    response.embeddable = True  # type: ignore[attr-defined]
    return response


def _shown(played: Played) -> dict[str, Any]:
    one = played.match
    open_ = may_watch(one)
    eyes = perspectives_of(one)
    playing = one.status is MatchStatus.PLAYING
    watchable = eyes and (playing or (one.status == MatchStatus.FINISHED and played.replay_kept))
    installed = one.game in registry.games()
    return {
        "match": one,
        "played": played,
        "headline": headline(one),
        "live": one.status in (MatchStatus.QUEUED, MatchStatus.PLAYING),
        "record": _kept_record(one, eyes[0]) if watchable and installed else None,
        "playing": playing,
        "seed": shown_seed(one),
        "verdict_words": verdict_words,
        "name_of": name_of,
        "over": one.status in OVER,
        "evidence": evidence,
        "own": [seat for seat in one.seats if owns(seat.bot)],
        "readable": [seat for seat in one.seats if reads_log(one, seat)],
        "closed_until": None if open_ or one.league is None else one.league.ladder.closes,
        "notation": installed and registry.notation(one.game) is not None,
    }


def _kept_record(one: Match, perspective: str) -> Record:
    """A replay never changes; to fold it costs more than the rest of the page."""
    if one.status not in OVER:
        return of_now(one, ("record", perspective), lambda replay: _record(replay, perspective))
    # The name of a person goes with the account, and must not be found here after that.
    people = [seat.name for seat in one.seats if seat.account_id is not None]
    whole, fresh = ("record", one.id), (one.finished, people)
    return kept().get(whole, fresh, lambda: _record(finished_replay(one), perspective))


def _record(replay: Replay, perspective: str) -> Record:
    frames = perspective_frames(replay, perspective)
    last = registry.text_renderer(replay.game).render(frames[-1]["view"])
    return Record(last, [frame["sentence"] for frame in frames[1:]])


@bp.get("/matches/<match_id>/log/<int:player>")
def log(match_id: str, player: int) -> str:
    """A seat's log, request by request; for its owner alone."""
    one = found_match(match_id)
    lines = own_log(one, player)
    last = max(1, -(-len(lines) // REQUESTS))
    page = last if request.args.get("page") == "last" else page_number()
    first = (page - 1) * REQUESTS
    return render_template(
        "match_log.html",
        match=one,
        seat=_seat(one, player),
        total=len(lines),
        first=first,
        lines=lines[first : first + REQUESTS],
        newer=with_args(page=page - 1) if page > 1 else None,
        older=with_args(page=page + 1) if first + REQUESTS < len(lines) else None,
        cpu_ms=sum(line["cpu_us"] for line in lines) / 1000,
    )


def _seat(one: Match, player: int) -> SeatRow:
    return next(seat for seat in one.seats if seat.player == player)
