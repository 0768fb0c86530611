"""The challenge button: one unranked match of two bots, as the ladder plays the game."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scuffle import registry
from scuffle_platform import challenges
from scuffle_platform.auth import required_account
from scuffle_platform.challenges import Challenge
from scuffle_platform.context import store
from scuffle_platform.web.bots import found_bot

bp = Blueprint("challenges", __name__)


@bp.post("/bots/<bot_id>/challenge")
def make(bot_id: str) -> Response:
    """Queue the match and go to its page."""
    account = required_account()
    with store().reading() as session:
        game = found_bot(session, bot_id).game
    formats = registry.game(game).ladder_formats
    smallest = min(formats, key=lambda one: one.num_players)
    with_bot = request.form.get("with", "")
    seats = [bot_id, with_bot] if request.form.get("first") == "other" else [with_bot, bot_id]
    seats += [bot_id] * (smallest.num_players - len(seats))
    asked = Challenge(game, [(bot, None) for bot in seats], smallest.settings)
    match = challenges.ask(account, asked)
    return redirect(url_for("matches.match", match_id=match.id), 303)
