"""A person: the public profile, and one's own words in it."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scuffle_platform.auth import current_account, required_account
from scuffle_platform.context import store
from scuffle_platform.problems import invalid, not_found
from scuffle_platform.store import accounts, bots
from scuffle_platform.store.models import BotState

bp = Blueprint("person", __name__)

LONGEST = 2_000
"""Characters of what somebody says of himself."""
BOTS = 100
_GONE = (BotState.RETIRED, BotState.DISABLED)


@bp.get("/people/<name>")
def person(name: str) -> str:
    """Who that is, and what plays for him or her."""
    account = current_account()
    with store().reading() as session:
        found = accounts.by_name(session, name[:64])
        if found is None:
            raise not_found("account of that name", "The page Community lists people.")
        rows = bots.page(session, owner=found.name, limit=BOTS)
    return render_template(
        "person.html",
        section="community",
        person=found,
        own=bool(account and account.id == found.id),
        rows=[(bot, rating) for bot, rating in rows if bot.state not in _GONE],
    )


@bp.post("/account/about")
def say() -> Response:
    """Say something of oneself to everybody."""
    account = required_account()
    about = request.form.get("about", "").replace("\r\n", "\n").strip()
    if len(about) > LONGEST:
        raise invalid(
            f"It has {len(about):,} characters; at most {LONGEST:,} are kept.",
            "Go back, shorten it and send it again.",
        )
    with store().session() as session:
        accounts.say(session, account.id, about)
    flash("That is what everybody reads about you now.", "good")
    return redirect(url_for("person.person", name=account.name), 303)
