"""Pages that the operator writes: about, terms, privacy; each is there if its file is."""

from flask import Blueprint, abort, render_template

from scuffle_platform.context import settings

bp = Blueprint("own_pages", __name__)

PAGES = {"about": "About this site", "terms": "Terms", "privacy": "Privacy"}
"""By name what it is called where its file begins with no heading."""
FOLDER = "pages"
MOST = 200_000
"""Bytes of a file that are read."""


def present() -> list[str]:
    """Names of the pages whose files lie in the data folder."""
    folder = settings().data / FOLDER
    return [name for name in PAGES if (folder / f"{name}.md").is_file()]


@bp.get("/<any(about, terms, privacy):name>")
def page(name: str) -> str:
    """One of them."""
    if name not in present():
        abort(404, f"This site has no page '{name}'.")
    with (settings().data / FOLDER / f"{name}.md").open("rb") as file:
        text = file.read(MOST).decode("utf-8", "replace")
    title, text = _title(text)
    return render_template("own_page.html", title=title or PAGES[name], text=text)


def _title(text: str) -> tuple[str, str]:
    """The first heading, and the rest."""
    first, _, rest = text.lstrip("\ufeff\n\r ").partition("\n")
    return (first[2:].strip(), rest) if first.startswith("# ") else ("", text)
