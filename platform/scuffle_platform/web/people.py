"""People, as an administrator sees them: let in, shut out, made administrators, and their bots."""

from flask import flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scuffle_platform import moderation
from scuffle_platform.auth import required_account
from scuffle_platform.context import settings, store
from scuffle_platform.numbers import whole_number
from scuffle_platform.operations import Refused
from scuffle_platform.store import people as every
from scuffle_platform.web.operations import acting, bp
from scuffle_platform.web.paging import page_number, with_args

LISTED = 50

__all__ = ["bp"]


@bp.get("/people")
def people() -> str:
    """Accounts by name."""
    return _page()


def _page(link: str = "", whose: str = "", invitation: str = "") -> str:
    number, like = page_number(), request.args.get("name", "").strip()[:64]
    with store().reading() as session:
        rows = every.page(session, like, number, LISTED + 1)
    return render_template(
        "operations_people.html",
        section="operations",
        rows=rows[:LISTED],
        like=like,
        link=link,
        whose=whose,
        invitation=invitation,
        signup=settings().signup,
        me=required_account().id,
        newer=with_args(page=number - 1) if number > 1 else None,
        older=with_args(page=number + 1) if len(rows) > LISTED else None,
    )


@bp.post("/people/<any(disable, enable, promote, demote):act>")
def change(act: str) -> Response:
    """Shut an account out, let it in, make it an administrator or no longer."""
    name = request.form.get("name", "")
    with acting() as hand:
        if act in ("disable", "enable"):
            said = moderation.disable_account(hand, name, off=act == "disable")
        else:
            said = moderation.make_admin(hand, name, on=act == "promote")
    flash(said, "good")
    return redirect(url_for("operations.people"), 303)


@bp.post("/people/link")
def login_link() -> str:
    """A link that logs an account in once; it is shown this once."""
    name = request.form.get("name", "")
    with acting() as hand:
        secret = moderation.login_link(hand, name)
    return _page(url_for("signin.link", secret=secret, _external=True), name)


@bp.post("/people/invite")
def invite() -> str:
    """A link with which one person makes an account; it is shown this once."""
    with acting() as hand:
        code = moderation.invite(hand)
    return _page(invitation=url_for("signin.sign_up", invite=code, _external=True))


@bp.post("/bots/<any(disable, enable):act>")
def change_bot(act: str) -> Response:
    """Take a bot out of play or let it back, or take out one of its versions."""
    word, _, number = request.form.get("bot", "").strip().partition("@")
    why = request.form.get("why", "")
    with acting() as hand:
        if act == "disable" and number:
            said = moderation.disable_version(hand, word, _number(number), why)
        else:
            said = moderation.disable_bot(hand, word, why, off=act == "disable")
    flash(said, "good")
    return redirect(url_for("operations.people"), 303)


def _number(word: str) -> int:
    number = whole_number(word)
    if number is None:
        raise Refused(f"Found '{word[:20]}' after the @, wanted a version's number such as 3.")
    return number
