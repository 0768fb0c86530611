"""Markdown to HTML that fits the site: safe, with anchors, framed tables and drawn boards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from scuffle_platform.names import spelt_out
from scuffle_platform.web.board import Picture, draw_blocks, draw_board

_SVG = {
    "svg": {"viewbox", "viewBox", "class", "role", "aria-label"},
    "path": {"d", "class"},
    "circle": {"cx", "cy", "r", "class"},
    "rect": {"x", "y", "width", "height", "class"},
    "text": {"x", "y", "class"},
}
# No pictures: they would tell another host who reads.
_TAGS = nh3.ALLOWED_TAGS - {"img"} | set(_SVG) | {"figure", "figcaption", "section"}
_ATTRIBUTES = {
    **{tag: set(names) for tag, names in nh3.ALLOWED_ATTRIBUTES.items()},
    **_SVG,
    "a": {"href", "class", "aria-label"},
    "div": {"class", "tabindex", "role", "aria-label"},
    "pre": {"class", "tabindex", "role", "aria-label"},
    "code": {"class"},
    "h1": {"id"},
    "h2": {"id"},
    "h3": {"id"},
    "h4": {"id"},
    "th": {"scope", "class"},
    "tr": {"id"},
}


@dataclass(frozen=True, slots=True)
class Text:
    """Rendered Markdown: its HTML, its first heading, and its second-level headings."""

    html: str
    title: str
    sections: tuple[tuple[str, str], ...]


class _Renderer(RendererHTML):
    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        token = tokens[idx]
        picture = env["pictures"].get(token.info.strip().split(" ")[0])
        if picture:
            return draw_blocks(token.content, picture)
        shown = super().fence(tokens, idx, options, env)
        return shown.replace("<pre>", '<pre tabindex="0" role="group" aria-label="Code">', 1)

    code_block = fence

    def table_open(self, *_: object) -> str:
        return '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n'

    def table_close(self, *_: object) -> str:
        return "</table></div>\n"

    def th_open(self, *_: object) -> str:
        return '<th scope="col">'


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt(
        "commonmark", {"html": False, "typographer": False}, renderer_cls=_Renderer
    ).enable("table")


def slug(text: str) -> str:
    """``Two ways to write a bot`` as ``two-ways-to-write-a-bot``."""
    kept = "".join(c if c.isalnum() else " " for c in text.lower())
    return "-".join(kept.split())


def tokens(source: str) -> list[Token]:
    """The tokens of a document, to be looked through."""
    return _parser().parse(source)


def render(source: str, pictures: Mapping[str, Picture] | None = None) -> Text:
    """Render one document; its first heading becomes the title and is left out of the HTML.

    Args:
        source: Markdown.
        pictures: what draws fenced blocks, by their word; ``board`` is always known.
    """
    parser = _parser()
    title, held = _take_title(tokens(source))
    sections = _anchor(held)
    _anchor_codes(held)
    drawn = {"pictures": {"board": draw_board, **(pictures or {})}}
    html = parser.renderer.render(held, parser.options, drawn)
    safe = nh3.clean(html, tags=_TAGS, attributes=_ATTRIBUTES, link_rel=None)
    return Text(safe, title, tuple(sections))


def _take_title(tokens: list[Token]) -> tuple[str, list[Token]]:
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return tokens[1].content, tokens[3:]
    return "", tokens


def _anchor(tokens: list[Token]) -> list[tuple[str, str]]:
    """Give every heading an id; returns ``(id, text)`` of the second level."""
    found: list[tuple[str, str]] = []
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            text = inline.content.replace("`", "")
            opening.attrSet("id", slug(text))
            if opening.tag == "h2":
                found.append((slug(text), text))
    return found


def _anchor_codes(tokens: list[Token]) -> None:
    """Give every row of a table whose first column is headed ``code`` that code as its id."""
    of_codes = False
    for row, cell, inline in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if row.type != "tr_open":
            continue
        if cell.type == "th_open":
            of_codes = inline.content == "code"
        elif of_codes:
            row.attrSet("id", inline.content.strip("`"))


_WORDS = nh3.ALLOWED_TAGS - {"img"}
_FRAME = {"tabindex", "role", "aria-label", "class"}
_WORD_ATTRIBUTES = {
    "a": {"href"},
    "code": {"class"},
    "div": _FRAME,
    "pre": _FRAME,
    "ol": {"start"},
    "th": {"scope"},
}


@cache
def _words_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer)
    return parser.enable("table").disable("image")


def words(source: str, top: int = 2) -> str:
    """What people write, as clean HTML for the middle of a page.

    Headings have no anchors, which could be those of the page; there are no pictures, which would
    be asked of other hosts; links lend no weight to where they lead.

    Args:
        source: Markdown.
        top: the level of its highest headings, one below the heading that they stand under.
    """
    parser = _words_parser()
    tokens = parser.parse(spelt_out(source))
    headings = [token for token in tokens if token.type in ("heading_open", "heading_close")]
    highest = min((int(token.tag[1]) for token in headings), default=top)
    for token in headings:
        token.tag = f"h{min(6, int(token.tag[1]) - highest + top)}"
    html = parser.renderer.render(tokens, parser.options, {"pictures": {}})
    return nh3.clean(
        html, tags=_WORDS, attributes=_WORD_ATTRIBUTES, link_rel="nofollow noopener ugc"
    )
