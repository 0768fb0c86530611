"""The same without a page around it: documentation and rules as Markdown, and ``/llms.txt``."""

from flask import Blueprint, Response, abort, url_for

from scuffle import registry
from scuffle_platform.api.document import routes
from scuffle_platform.api.endpoint import PREFIX
from scuffle_platform.web import docs
from scuffle_platform.web.games import known_game

bp = Blueprint("plain", __name__)


@bp.get("/docs/<name>.md")
def page(name: str) -> Response:
    """One page of the documentation."""
    if name not in docs.PAGES:
        abort(404, f"The documentation has no page '{name}'.")
    return _markdown(docs.source(name))


@bp.get("/games/<game_id>/rules.md")
def rules(game_id: str) -> Response:
    """A game's rules; its boards are drawn in characters."""
    return _markdown(registry.rules_markdown(known_game(game_id).id))


@bp.get("/llms.txt")
def llms() -> Response:
    """What a language model, or a person in a hurry, needs to know (llmstxt.org)."""
    pages = [
        f"- [{title}]({url_for('plain.page', name=name, _external=True)})"
        for name, title in docs.PAGES.items()
    ]
    games = [
        f"- [{game.name}]({url_for('plain.rules', game_id=game.id, _external=True)}):"
        f" {game.tagline} Fields: `{PREFIX}/games/{game.id}/schema`."
        for game in registry.games().values()
    ]
    parts = [_OPENING, "## Documentation\n", *pages, "\n## Rules\n", *games, "\n## API\n"]
    return Response("\n".join([*parts, *routes(), _CLOSING]), mimetype="text/plain")


def _markdown(text: str) -> Response:
    return Response(text, mimetype="text/markdown")


_OPENING = """# Scuffle

> Upload a bot, watch it play, climb the leaderboard. A bot is one file with a function
> `get_action(state, api)` that returns one of `state["legal_actions"]`, or any program that
> answers JSON lines.
"""

_CLOSING = f"""
The whole description is `{PREFIX}/openapi.json`. GETs need no token except those about one's own
things; writes need `Authorization: Bearer scf_…` from the Account page. Errors are RFC 9457 problem
JSON whose `hint` says what to do next. Lists are `{{"items": […], "next": cursor or null}}`.
"""
