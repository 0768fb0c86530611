"""Community: announcements, what people do, who they are, what may be copied."""

from flask import Blueprint, render_template, request, url_for

from scuffle import registry
from scuffle_platform.api.paging import pack_cursor, read_cursor
from scuffle_platform.context import store
from scuffle_platform.store.pages import community as read
from scuffle_platform.web.paging import page_number, with_args

bp = Blueprint("community", __name__, url_prefix="/community")

EVENTS = 15
ANNOUNCED = 4
"""Announcements on the first page: the newest in full, the others by title."""
NEW_PUBLIC = 6
PEOPLE, VERSIONS = 50, 20
"""Lines of the lists' pages."""


@bp.get("")
def community() -> str:
    """What is new here."""
    with store().reading() as session:
        return render_template(
            "community.html",
            section="community",
            announced=read.announcements(session, 1, ANNOUNCED),
            events=read.activity(session, EVENTS),
            public=read.public_versions(session, None, None, NEW_PUBLIC),
        )


@bp.get("/people")
def people() -> str:
    """Who is here, by name."""
    number, like = page_number(), request.args.get("name", "").strip()[:64]
    with store().reading() as session:
        rows = read.people(session, like, number, PEOPLE + 1)
    return render_template(
        "people.html",
        section="community",
        rows=rows[:PEOPLE],
        like=like,
        newer=with_args(page=number - 1) if number > 1 else None,
        older=with_args(page=number + 1) if len(rows) > PEOPLE else None,
    )


@bp.get("/bots")
def bots() -> str:
    """What may be read and copied: the house's bots, and versions that were made public."""
    game, after = request.args.get("game") or None, read_cursor(request.args.get("after"))
    with store().reading() as session:
        rows = read.public_versions(session, game, after, VERSIONS + 1)
        house = [] if after else read.house_bots(session)
    shown, last = rows[:VERSIONS], rows[VERSIONS - 1] if len(rows) > VERSIONS else None
    older = pack_cursor(last.published or last.created, last.id) if last else None
    return render_template(
        "public_bots.html",
        section="community",
        rows=shown,
        house=[bot for bot in house if game in (None, bot.game)],
        games=registry.games(),
        game=game,
        newest=url_for("community.bots", game=game) if after else None,
        older=with_args(after=older) if older else None,
    )
