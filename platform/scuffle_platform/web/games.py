"""Games: the list, and three of each game's four tabs; ``match_lists`` has the fourth."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request

from scuffle import registry
from scuffle.contract import Game
from scuffle.languages import languages
from scuffle_platform.auth import current_account
from scuffle_platform.context import store
from scuffle_platform.leaderboard_table import leaderboard_file
from scuffle_platform.problems import Problem, not_found
from scuffle_platform.store import Session, pauses, seasons
from scuffle_platform.store.models import Fit, now
from scuffle_platform.store.pages import leaderboards
from scuffle_platform.web import markdown, samples, schema
from scuffle_platform.web.freshness import tag_of, tagged, unchanged
from scuffle_platform.web.kept import kept
from scuffle_platform.web.paging import LAST, left_out, with_args

bp = Blueprint("games", __name__)

LINES = 40
"""Lines on one page of a leaderboard."""
EVERYBODY = 100_000
"""More lines than a ladder has."""


def known_game(game_id: str) -> type[Game[Any]]:
    """The game's class.

    Raises:
        Problem: 404, there is none of that name; the hint names those that come close.
    """
    try:
        return registry.game(game_id)
    except registry.UnknownGame as error:
        raise Problem(404, "not-found", str(error), "The Games page shows them all.") from None


@bp.get("/games")
def games() -> str:
    """Every game."""
    with store().reading() as session:
        tops = leaderboards.tops(session, 3)
    shown = [(game, samples.position(game.id)) for game in registry.games().values()]
    return render_template("games.html", games=shown, tops=tops)


@bp.get("/games/<game_id>")
def overview(game_id: str) -> str:
    """The rules, with drawn examples."""
    game = known_game(game_id)
    text = markdown.render(registry.rules_markdown(game_id), registry.pictures(game_id))
    with store().reading() as session:
        top = leaderboards.tops(session, 5).get(game_id, [])
        rests = pauses.of_game(session, game_id, now())
    return render_template("game_overview.html", game=game, text=text, top=top, rests=rests)


@bp.get("/games/<game_id>/state")
def state(game_id: str) -> str:
    """What a bot receives and may answer, made from the models."""
    game = known_game(game_id)
    found = schema.schemas(game_id)
    return render_template(
        "game_state.html",
        game=game,
        state=schema.fields(found["state"]),
        settings=schema.fields(found["settings"]),
        actions=schema.variants(found["action"]),
        position=samples.position(game_id),
        starters=samples.starters(game_id),
        languages=[one for one in languages().values() if one.starter],
    )


@bp.get("/games/<game_id>/<any(settings, state, action):part>.schema.json")
def schema_file(game_id: str, part: str) -> Response:
    """One JSON Schema, to download."""
    known_game(game_id)
    response = jsonify(schema.schemas(game_id)[part])
    response.headers["Content-Disposition"] = f'attachment; filename="{game_id}.{part}.schema.json"'
    return response


@bp.get("/games/<game_id>/first-bots/<language_id>")
def first_bot(game_id: str, language_id: str) -> Response:
    """A first bot in one language, to download; it plays every game."""
    known_game(game_id)
    language = languages().get(language_id)
    if language is None or not language.starter:
        abort(404, f"There is no first bot in a language called '{language_id}'.")
    if len(files := language.starter_files) == 1:
        name, content, kind = language.entry_names[0], language.starter.encode(), "text/plain"
    else:
        name, content, kind = f"{language.id}.zip", _zipped(files), "application/zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype=kind, headers=headers)


def _zipped(files: Mapping[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()


@bp.get("/games/<game_id>/bots/<name>.py")
def starter(game_id: str, name: str) -> Response:
    """One starter bot, to download."""
    known_game(game_id)
    path = registry.house_bots(game_id).get(name)
    if path is None:
        abort(404, f"This game has no starter bot called '{name}'.")
    headers = {"Content-Disposition": f'attachment; filename="{name.replace("-", "_")}_bot.py"'}
    return Response(path.read_bytes(), mimetype="text/x-python", headers=headers)


@bp.get("/games/<game_id>/leaderboard")
def leaderboard(game_id: str) -> Response:
    """Who leads, forty at a time."""
    game = known_game(game_id)
    if request.if_none_match and (same := unchanged(tag_of(_fit_lately(game_id)))):
        return same
    after = min(max(0, request.args.get("after", 0, type=int)), LAST)
    with store().reading() as session:
        ladder, fit = leaderboards.shown_fit(session, game_id) or ("", None)
        rows = leaderboards.standing(session, ladder, after, LINES + 1)
        own = _own_lines(session, ladder)
    return tagged(_leaderboard(game, fit, rows, own, after), tag_of(fit.id if fit else None))


@bp.get("/games/<game_id>/leaderboard.csv")
def leaderboard_csv(game_id: str) -> Response:
    """Everybody of a leaderboard, to download."""
    known_game(game_id)
    with store().reading() as session:
        ladder, fit = leaderboards.shown_fit(session, game_id) or ("", None)
        lines = leaderboards.standing(session, ladder, 0, EVERYBODY)
    return leaderboard_file(f"{game_id}-fit-{fit.number if fit else 0}", lines)


def _fit_lately(game_id: str) -> str | None:
    """The fit that a game's leaderboard shows, looked up once a second: no ladder has more."""

    def find() -> str | None:
        with store().reading() as session:
            _, fit = leaderboards.shown_fit(session, game_id) or ("", None)
            return fit.id if fit else None

    return kept().get(("fit", game_id), int(monotonic()), find)


@bp.get("/games/<game_id>/seasons/<ladder_id>")
def season(game_id: str, ladder_id: str) -> str:
    """How an archived ladder of a game ended, forty lines at a time."""
    game = known_game(game_id)
    after = min(max(0, request.args.get("after", 0, type=int)), LAST)
    with store().reading() as session:
        past = {one.id: one for one in seasons.archived(session, game_id)}
        if ladder_id not in past:
            raise not_found("such season", "The game's leaderboard lists those that have ended.")
        fit = leaderboards.newest_fit(session, ladder_id)
        rows = leaderboards.standing(session, ladder_id, after, LINES + 1)
        own = _own_lines(session, ladder_id)
    return _leaderboard(game, fit, rows, own, after, past[ladder_id])


def _own_lines(session: Session, ladder_id: str) -> list[leaderboards.Standing]:
    account = current_account()
    return leaderboards.own_lines(session, ladder_id, account.id) if account else []


def _past(game_id: str) -> Sequence[seasons.Archived]:
    """The archived ladders of a game, looked up once a minute."""

    def find() -> Sequence[seasons.Archived]:
        with store().reading() as session:
            return seasons.archived(session, game_id)

    return kept().get(("seasons", game_id), int(monotonic() / 60), find)


def _leaderboard(
    game: type[Game[Any]],
    fit: Fit | None,
    rows: list[leaderboards.Standing],
    own: list[leaderboards.Standing],
    after: int,
    season: seasons.Archived | None = None,
) -> str:
    account = current_account()
    shown = rows[:LINES]
    return render_template(
        "game_leaderboard.html",
        game=game,
        season=season,
        past=_past(game.id),
        rows=shown,
        elsewhere=[(line, _address_of(line)) for line in own if line not in shown],
        fit=fit,
        low=min((row.rating - row.plus_minus for row in shown), default=0),
        high=max((row.rating + row.plus_minus for row in shown), default=1),
        me=account.id if account else "",
        first=with_args(after=None) if after else None,
        more=with_args(after=shown[-1].rank) if len(rows) > LINES else None,
        left_out=left_out("after"),
    )


def _address_of(line: leaderboards.Standing) -> str:
    """The page of this leaderboard with a line in its middle."""
    return with_args(after=max(0, line.rank - LINES // 2) or None)
