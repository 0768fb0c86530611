"""Playing by hand: choosing an opponent, and the board."""

import random
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from flask import (
    Blueprint,
    Response,
    flash,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as WsgiResponse

from scuffle import registry
from scuffle.hand import ASKS_AFTER_S, ENDS_AFTER_S
from scuffle_platform import hand_play
from scuffle_platform.api.lookup import find_match
from scuffle_platform.auth import current_account, required_account
from scuffle_platform.boards import boards
from scuffle_platform.context import store
from scuffle_platform.hand_play import Wish
from scuffle_platform.numbers import whole_number
from scuffle_platform.problems import Problem, forbidden, not_found
from scuffle_platform.secrecy import OVER
from scuffle_platform.store import hands
from scuffle_platform.store.models import Match, SeatRow
from scuffle_platform.store.pages import bots as read
from scuffle_platform.web import settings_form
from scuffle_platform.web.scene import names_of, scene

bp = Blueprint("play", __name__)

FIRST_GAME = "virus-war"
DRAWN = "drawn"
_MARK = re.compile(r"[0-9]{1,20}-[0-9]{1,20}")


@bp.get("/play")
def choose() -> Response:
    """Which game, against whom; asked for anew on the way back, since it says what goes on now."""
    response = make_response(_choose_page(None))
    response.headers["Cache-Control"] = "no-store, private"
    return response


def _choose_page(problem: Problem | None) -> str:
    account = current_account()
    with store().reading() as session:
        wanted = read.bot(session, request.values.get("bot", "")[:12])
        game_id = wanted.game if wanted else request.values.get("game", "")
        game_id = game_id if game_id in registry.games() else _first_game()
        rivals = read.rivals(session, game_id, account.id if account else "")
        going = hands.going(session, account.id) if account else []
        return render_template(
            "play.html",
            section="play",
            problem=problem,
            games=registry.games(),
            game=registry.game(game_id),
            house=[bot for bot in rivals if bot.account.is_house],
            others=[bot for bot in rivals if not bot.account.is_house],
            wanted=wanted.id if wanted else "",
            more_seats=range(2, registry.game(game_id).players[-1]),
            fields=settings_form.fields(game_id),
            going=going[0] if going else None,
            closed=hands.why_closed(session),
        )


def _first_game() -> str:
    games = registry.games()
    return FIRST_GAME if FIRST_GAME in games else next(iter(games))


@bp.post("/play")
def begin() -> WsgiResponse | tuple[str, int, dict[str, str]]:
    """Lay out a board and go there."""
    account = required_account()
    game = request.form.get("game", "")
    rivals = [bot for bot in request.form.getlist("against") if bot]
    wish = Wish(game, _seats(rivals), _settings(game, len(rivals) + 1))
    try:
        match = hand_play.begin(account, wish)
    except Problem as problem:
        return _choose_page(problem), problem.status, problem.headers
    return redirect(url_for("play.board", match_id=match.id), 303)


def _seats(rivals: Sequence[str]) -> list[str | None]:
    """Who sits where: the person as asked, the others in their order."""
    word = request.form.get("seat", "")
    last = len(rivals)
    drawn = random.randint(0, last)
    asked = whole_number(word)
    own = drawn if asked is None else min(asked, last)
    return [*rivals[:own], None, *rivals[own:]]


def _settings(game: str, count: int) -> dict[str, Any]:
    """As the ladder plays it with so many, changed as the form says."""
    known = registry.games().get(game)
    formats = known.ladder_formats if known else ()
    usual = next((one.settings for one in formats if one.num_players == count), {})
    return {**usual, **settings_form.read(request.form)}


@bp.get("/play/<match_id>")
def board(match_id: str) -> str | WsgiResponse:
    """The board, for the person who plays at it; everybody else goes to the match's page."""
    match, own = _seat(match_id)
    if own is None or match.status in OVER:
        return redirect(url_for("matches.match", match_id=match_id), 303)
    now = scene(match, own, boards().shown(match.id))
    return render_template(
        "board.html",
        section="play",
        match=match,
        own=own,
        names=names_of(match),
        scene=now,
        data=_data(match, own) | {"scene": asdict(now)},
    )


def _data(match: Match, own: SeatRow) -> dict[str, Any]:
    return {
        "names": names_of(match),
        "settings": match.settings,
        "chair": own.player,
        "news": url_for("play.news", match_id=match.id),
        "asksAfter": ASKS_AFTER_S,
        "endsAfter": ENDS_AFTER_S,
    }


@bp.get("/play/<match_id>/news.json")
def news(match_id: str) -> Response:
    """What comes after the moment that the page shows; waits for it for two seconds."""
    match, own = _own(match_id)
    mark = request.args.get("after", "")
    if match.status in OVER or not _MARK.fullmatch(mark):
        shown = boards().shown(match.id)
    else:
        shown = boards().news(match.id, mark)
        if shown is None:
            return Response(status=204)
    response = jsonify(asdict(scene(match, own, shown)))
    response.headers["Cache-Control"] = "no-store, private"
    return response


@bp.post("/play/<match_id>/move")
def move(match_id: str) -> WsgiResponse:
    """Play what was typed or chosen."""

    def act(match: Match) -> None:
        shown = boards().shown(match.id)
        if shown is None:
            raise not_found("board yet", "Wait a moment; it is being laid out.")
        hand_play.play(
            match,
            shown,
            whole_number(request.form.get("request", "")) or 0,
            typed=request.form.get("typed", ""),
            chosen=request.form.get("move", ""),
        )

    return _done(match_id, act)


@bp.post("/play/<match_id>/<any(here, leave):word>")
def say(match_id: str, word: str) -> WsgiResponse:
    """Say that one is still there, or give up."""
    tell = {"here": boards().stay, "leave": boards().leave}[word]
    return _done(match_id, lambda match: tell(match.id))


def _done(match_id: str, act: Any) -> WsgiResponse:
    """Do something at one's board; a refusal is a sentence, and nothing was done."""
    match, _ = _own(match_id)
    try:
        if match.status in OVER:
            raise Problem(409, "match-over", "The match is over.", "Its page shows how it ended.")
        act(match)
    except Problem as problem:
        if _wants_json():
            answer = jsonify(problem.document().model_dump())
            answer.status_code = problem.status
            return answer
        flash(f"{problem.detail} {problem.hint}", "bad")
    if _wants_json():
        return Response(status=204)
    return redirect(url_for("play.board", match_id=match_id), 303)


def _wants_json() -> bool:
    return request.accept_mimetypes.best == "application/json"


def _seat(match_id: str) -> tuple[Match, SeatRow | None]:
    account = current_account()
    with store().reading() as session:
        match = find_match(session, match_id).match
    return match, hands.seat_of(match, account.id) if account else None


def _own(match_id: str) -> tuple[Match, SeatRow]:
    """A match that whoever asks plays by hand.

    Raises:
        Problem: 401, 403 or 404.
    """
    required_account()
    match, own = _seat(match_id)
    if own is None:
        raise forbidden("Somebody else plays this match.", "Watch it once it has ended.")
    return match, own
