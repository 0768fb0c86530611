"""The page from which a match that has ended is played on."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scuffle.registry import text_renderer
from scuffle_platform import playing_on
from scuffle_platform.auth import current_account, required_account
from scuffle_platform.context import store
from scuffle_platform.numbers import whole_number
from scuffle_platform.playing_on import ME, check, turn_at
from scuffle_platform.problems import Problem
from scuffle_platform.store import hands
from scuffle_platform.store.models import Match, MatchKind
from scuffle_platform.store.pages import bots as read
from scuffle_platform.web.again import Again, again
from scuffle_platform.web.films import finished_replay, found_match

bp = Blueprint("play_on", __name__)


@bp.get("/matches/<match_id>/play-on")
def choose(match_id: str) -> str:
    """Which step, and who sits where."""
    return _page(found_match(match_id), None)


def _page(match: Match, problem: Problem | None) -> str:
    check(match)
    replay = finished_replay(match)
    word = request.values.get("step", "")
    asked = whole_number(word)
    step = len(replay.steps) if asked is None else asked
    turn = turn_at(replay, step)
    account = current_account()
    own = hands.seat_of(match, account.id) if account else None
    with store().reading() as session:
        rivals = read.rivals(session, match.game, account.id if account else "")
        return render_template(
            "play_on.html",
            section="play",
            problem=problem,
            match=match,
            turn=turn,
            text=text_renderer(match.game).render(turn.view),
            mine=own.player if own else max(turn.player, 0),
            me=ME,
            rivals=rivals,
            open=hands.are_open(session),
        )


@bp.post("/matches/<match_id>/play-on")
def begin(match_id: str) -> Response | Again:
    """Begin, and go to the board or to the challenge's page."""
    account, match = required_account(), found_match(match_id)
    asked = whole_number(request.form.get("step", ""))
    step = -1 if asked is None else asked
    seats = [request.form.get(f"seat{seat.player}", "") for seat in match.seats]
    try:
        made = playing_on.begin(account, match, finished_replay(match), step, seats)
    except Problem as problem:
        return again(_page(match, problem), problem)
    page = "play.board" if made.kind is MatchKind.HAND else "matches.match"
    return redirect(url_for(page, match_id=made.id), 303)
