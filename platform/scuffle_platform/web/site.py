"""Puts the pages together: blueprints, filters, what every template knows."""

from importlib import metadata
from typing import Any

from flask import Flask, request
from jinja2 import StrictUndefined
from markupsafe import Markup

from scuffle_platform.auth import current_account
from scuffle_platform.context import settings
from scuffle_platform.store.models import now
from scuffle_platform.web import (
    account,
    announcements,
    assets,
    bots,
    browser_python,
    challenges,
    community,
    device,
    docs,
    docs_search,
    films,
    games,
    home,
    inbox,
    leagues,
    markdown,
    match_lists,
    matches,
    operations,
    own_pages,
    people,
    person,
    plain,
    play,
    play_on,
    practice,
    queue,
    series,
    signin,
    sources,
    tournaments,
    version_changes,
    versions,
    wheel,
)
from scuffle_platform.web.kept import Kept
from scuffle_platform.web.packing import register_packing
from scuffle_platform.web.results import result_words
from scuffle_platform.web.words import FILTERS

THEMES = ("light", "dark")
"""What the theme cookie may say; anything else is the system's choice."""

_PAGES = (
    account,
    announcements,
    assets,
    bots,
    browser_python,
    challenges,
    community,
    device,
    docs,
    docs_search,
    films,
    games,
    home,
    inbox,
    leagues,
    match_lists,
    matches,
    operations,
    own_pages,
    person,
    plain,
    play,
    play_on,
    practice,
    queue,
    series,
    signin,
    sources,
    tournaments,
    version_changes,
    versions,
    wheel,
)


def register(app: Flask) -> None:
    """Add every page to ``app``."""
    app.extensions["scuffle.kept"] = Kept()
    # The pages of people are Operations' own, and share its blueprint.
    assert people.bp is operations.bp
    for page in _PAGES:
        app.register_blueprint(page.bp)
    register_packing(app)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(FILTERS, result=result_words, markdown=_markdown)
    app.jinja_env.globals.update(asset=assets.asset, now=now, engine=metadata.version("scuffle"))
    app.context_processor(_shared)


def _markdown(text: str, top: int = 2) -> Markup:
    return Markup(markdown.words(text, top))  # noqa: S704 (cleaned)


def _shared() -> dict[str, Any]:
    theme = request.cookies.get("theme")
    return {
        "account": current_account(),
        "section": "",
        "takes_accounts": settings().signup != "closed",
        "theme": theme if theme in THEMES else "",
        "own_pages": own_pages.present,
        "unread": inbox.unread,
    }
