"""The documentation: Markdown files beside this module, filled with what this site really does."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Blueprint, abort, current_app, render_template, request, url_for

from scuffle import registry, rl, sequential
from scuffle.cage import BuildLimits
from scuffle.checking import START_MARGIN
from scuffle.contract import Verdict
from scuffle.door import CODES
from scuffle.languages import languages
from scuffle.limits import Limits
from scuffle_platform import ratelimits
from scuffle_platform.context import settings, store
from scuffle_platform.settings import Settings
from scuffle_platform.site_limits import site_limits
from scuffle_platform.store import seasons
from scuffle_platform.store.languages import offered
from scuffle_platform.store.tournament_play import FURTHER_SETS
from scuffle_platform.web import markdown, samples
from scuffle_platform.web.wheel import wheel_name
from scuffle_platform.web.words import VERDICTS

bp = Blueprint("docs", __name__)

FOLDER = Path(__file__).parent / "docs"

PAGES: Mapping[str, str] = {
    "quick-start": "Quick start",
    "practice": "Practice in the browser",
    "protocol": "Protocol",
    "limits": "Limits",
    "languages": "Languages",
    "typed-bots": "Typed bots in Python",
    "strong-bot": "Write a strong bot",
    "train-a-bot": "Train a bot (rl)",
    "port-botpot": "Port a Botpot bot",
    "verdicts": "Verdicts",
    "cli": "Command line",
    "api": "API",
    "ratings": "How ratings work",
    "series": "How a series decides",
    "tournaments": "How tournaments work",
    "leagues": "Run a league for a class",
    "write-a-game": "Write a game",
    "run-a-site": "Run a site",
}


@bp.get("/docs")
def index() -> str:
    """The first page of the documentation."""
    return page("quick-start")


@bp.get("/docs/<name>")
def page(name: str) -> str:
    """One page of the documentation."""
    if name not in PAGES:
        abort(404, f"The documentation has no page '{name}'.")
    text = markdown.render(source(name))
    return render_template("docs.html", section="docs", name=name, pages=PAGES, text=text)


def source(name: str) -> str:
    """A page as Markdown, with the figures of this site filled in."""
    template = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    # Markdown escapes by itself; escaping here as well would show &quot; in listings.
    plain = current_app.jinja_env.overlay(autoescape=False)
    return plain.from_string(template).render(_facts())


def _facts() -> dict[str, Any]:
    with store().reading() as session:
        running = offered(session)
    return {
        "api_limit": ratelimits.API_LIMIT,
        "base": request.url_root,
        "build": BuildLimits(),
        "door_codes": CODES,
        "offered": running,
        "seasons": seasons,
        "sequential": sequential,
        "start_margin": START_MARGIN,
        "further_sets": FURTHER_SETS,
        "settings": settings(),
        "site_limits": site_limits(settings()),
        "limit_fields": Limits.model_fields,
        "settings_fields": Settings.model_fields,
        "languages": languages(),
        "games": registry.games(),
        "wheel": url_for("wheel.wheel", name=wheel_name(), _external=True),
        "verdicts": [(verdict.value, VERDICTS[verdict.value]) for verdict in Verdict],
        "sample": samples.SAMPLE,
        "training": (Path(rl.__file__).parent / "example.py").read_text(encoding="utf-8"),
    }
