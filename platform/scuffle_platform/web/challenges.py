"""The challenge button: one unranked match, as the ladder plays the game with so many bots."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scuffle import registry
from scuffle_platform import challenges
from scuffle_platform.auth import required_account
from scuffle_platform.challenges import Challenge
from scuffle_platform.context import store
from scuffle_platform.problems import invalid
from scuffle_platform.web import settings_form
from scuffle_platform.web.bots import found_bot

bp = Blueprint("challenges", __name__)

LONGEST_SEED = 128


@bp.post("/bots/<bot_id>/challenge")
def make(bot_id: str) -> Response:
    """Queue the match and go to its page."""
    account = required_account()
    with store().reading() as session:
        game = found_bot(session, bot_id).game
    with_bot = request.form.get("with", "")
    seats = [bot_id, with_bot] if request.form.get("first") == "other" else [with_bot, bot_id]
    seats += [bot for bot in request.form.getlist("also") if bot]
    formats = sorted(registry.game(game).ladder_formats, key=lambda one: one.num_players)
    seats += [bot_id] * (formats[0].num_players - len(seats))
    # With a number of bots that the ladder never plays, the challenge says what is wanted.
    settings = next((one.settings for one in formats if one.num_players == len(seats)), {})
    wanted = {**settings, **settings_form.read(request.form)}
    seed = request.form.get("seed", "").strip()
    if len(seed) > LONGEST_SEED:
        raise invalid(
            f"The seed has {len(seed):,} characters; the most is {LONGEST_SEED}.",
            "Shorten it, or leave it empty to have one drawn.",
        )
    asked = Challenge(game, [(bot, None) for bot in seats], wanted, seed)
    match = challenges.ask(account, asked)
    return redirect(url_for("matches.match", match_id=match.id), 303)
