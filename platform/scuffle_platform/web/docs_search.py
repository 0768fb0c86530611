"""Search in the documentation, in the rules of all games and in the fields of their states."""

from collections.abc import Iterator, Sequence
from time import monotonic

from flask import Blueprint, render_template, request, url_for
from markdown_it.token import Token
from markupsafe import Markup, escape

from scuffle import registry
from scuffle_platform.store.fulltext import MARK, UNMARK, Section, search
from scuffle_platform.web import docs, markdown, schema
from scuffle_platform.web.kept import kept

bp = Blueprint("docs_search", __name__)

SHOWN = 20
"""Results at most."""
LONGEST = 200
"""Characters of a question."""
FRESH_S = 60
"""How long the text of all pages is kept: it holds figures that change."""


@bp.get("/docs/search")
def found() -> str:
    """What is found, the best first."""
    asked = request.args.get("q", "").strip()[:LONGEST]
    hits = search(_sections(), asked, SHOWN) if asked else []
    return render_template(
        "docs_search.html",
        section="docs",
        name="search",
        pages=docs.PAGES,
        asked=asked,
        hits=[
            (hit.section.address, marked(hit.page), marked(hit.heading), marked(hit.excerpt))
            for hit in hits
        ],
    )


def marked(text: str) -> Markup:
    """Text in which what was found is marked."""
    safe = str(escape(text)).replace(MARK, "<mark>").replace(UNMARK, "</mark>")
    return Markup(safe)  # noqa: S704 (escaped)


def _sections() -> Sequence[Section]:
    now = int(monotonic() / FRESH_S)
    return kept().get(("documentation", request.url_root), now, lambda: list(_all()))


def _all() -> Iterator[Section]:
    for name, title in docs.PAGES.items():
        yield from sections(docs.source(name), title, url_for("docs.page", name=name))
    for game_id, game in registry.games().items():
        rules = url_for("games.overview", game_id=game_id)
        yield from sections(registry.rules_markdown(game_id), f"{game.name}: rules", rules)
        yield from _fields(game_id, game.name)


def sections(source: str, title: str, address: str) -> Iterator[Section]:
    """The sections of a document in Markdown, each with the address of its heading."""
    heading, where, parts = "", address, list[str]()
    tokens = markdown.tokens(source)
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before is not None and before.type == "heading_open" and before.tag != "h1":
            yield Section(where, title, heading, " ".join(parts))
            heading, parts = token.content.replace("`", ""), []
            where = f"{address}#{markdown.slug(heading)}"
        elif token.type in ("inline", "fence", "code_block"):
            parts.append(_words(token))
    yield Section(where, title, heading, " ".join(parts))


def _words(token: Token) -> str:
    if not token.children:
        return token.content
    return "".join(one.content or " " for one in token.children)


def _fields(game_id: str, name: str) -> Iterator[Section]:
    """The fields of a game's settings, state and actions, as its page lists them."""
    address = url_for("games.state", game_id=game_id)
    for part, held in schema.schemas(game_id).items():
        for title, about, fields in schema.variants(held):
            listed = "; ".join(f"{one.path}: {one.meaning}" for one in fields)
            heading = f"{part}: {title}" if part == "action" else part
            yield Section(
                f"{address}#{part}", f"{name}: State & Action", heading, f"{about} {listed}"
            )
