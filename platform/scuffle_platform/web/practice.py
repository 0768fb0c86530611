"""Practice: write a Python bot on a page, and play it there or, once, in a cage."""

from pathlib import Path
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WsgiResponse

import scuffle
from scuffle import registry
from scuffle.contract import Format, Game
from scuffle_platform import intake
from scuffle_platform.auth import current_account, required_account
from scuffle_platform.context import store
from scuffle_platform.headers import policy
from scuffle_platform.problems import Problem
from scuffle_platform.reasons import REASONS
from scuffle_platform.store.models import BotState
from scuffle_platform.store.pages import bots as read
from scuffle_platform.web import uploads
from scuffle_platform.web.browser_python import browser_python
from scuffle_platform.web.games import known_game
from scuffle_platform.web.opened import LANGUAGE, Opened, opened_version
from scuffle_platform.web.samples import first_bot, starters
from scuffle_platform.web.words import settings_words, unusual

bp = Blueprint("practice", __name__)

_SDK = Path(scuffle.__file__).parent
_NOTE = "Written in Practice."


@bp.get("/practice")
def practice() -> Response:
    """The page; ``game`` says for which game, ``copy`` what to begin with.

    That is a house bot's name, or ``bot@number``, a version that whoever asks may read.
    """
    return _page(None, opened_version(request.args.get("copy", "")))


def _page(problem: Problem | None, opened: Opened | None = None) -> Response:
    asked = request.values.get("game") or next(iter(registry.games()))
    game = known_game(opened.version.bot.game if opened else asked)
    word = request.args.get("copy", "")
    copied = opened.code if opened else starters(game.id).get(word)
    sample = first_bot(game.id)
    body = render_template(
        "practice.html",
        section="practice",
        problem=problem,
        game=game,
        games=registry.games(),
        house=list(starters(game.id)),
        copied=word if copied is not None else "",
        opened=opened,
        sample=sample,
        code=request.form.get("code", sample if copied is None else copied),
        formats=[_format(game.id, one) for one in game.ladder_formats],
        comes_along=(along := _comes_along(game)),
        python=browser_python() if along else None,
        own=_own_bots(game.id),
        language=LANGUAGE,
        reasons=REASONS,
    )
    response = make_response(body, problem.status if problem else 200)
    # The one page that may start a worker; what that may do, its own policy says.
    response.headers["Content-Security-Policy"] = policy(worker_src="'self'")
    return response


def _comes_along(game: type[Game[Any]]) -> bool:
    """Whether a game is in the SDK that browsers are given; one of another package is not."""
    return registry.folder(game.id).is_relative_to(_SDK)


def _format(game_id: str, one: Format) -> dict[str, Any]:
    words = settings_words(unusual(one.settings, game_id), one.num_players)
    return {"words": words, "players": one.num_players, "settings": one.settings}


def _own_bots(game_id: str) -> list[read.Owned]:
    account = current_account()
    if account is None:
        return []
    gone = (BotState.RETIRED, BotState.DISABLED)
    with store().reading() as session:
        bots = read.owned(session, account.id)
    return [one for one in bots if one.bot.game == game_id and one.bot.state not in gone]


@bp.post("/practice/submit")
def submit() -> WsgiResponse:
    """Upload what was written: as a version of a bot, or as a new bot."""
    account = required_account()
    bot_id, game = request.form.get("bot", ""), request.form.get("game", "")
    try:
        filename, data = uploads.sent()
        if bot_id:
            return _to_version(intake.take(account, bot_id, filename, data, _NOTE))
        name = request.form.get("name", "")
        return _to_version(intake.take_first(account, game, name, filename, data, _NOTE))
    except Problem as problem:
        return _page(problem)


@bp.post("/practice/try")
def try_once() -> WsgiResponse:
    """Have what was written checked in a cage, with the one match that belongs to a check."""
    account = required_account()
    game = known_game(request.form.get("game", ""))
    try:
        return _to_version(intake.take_trial(account, game.id, *uploads.sent()))
    except Problem as problem:
        return _page(problem)


def _to_version(taken: intake.Taken) -> WsgiResponse:
    version = taken.version
    page = url_for("versions.version", bot_id=version.bot_id, number=version.number)
    return redirect(page, 303)
