"""Into the house and out."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scuffle_platform import doors
from scuffle_platform.auth import current_account
from scuffle_platform.context import settings
from scuffle_platform.passwords import SHORTEST
from scuffle_platform.problems import Problem
from scuffle_platform.web.again import Again, again
from scuffle_platform.web.leading import own_path

bp = Blueprint("signin", __name__)


@bp.get("/sign-up")
def sign_up() -> str:
    """The form that makes an account."""
    return _sign_up_form(None)


@bp.post("/sign-up")
def make_account() -> Again | Response:
    """Make an account and go on to where the person wanted to go."""
    form = request.form
    try:
        doors.sign_up(form.get("name", ""), form.get("password", ""), form.get("invite", ""))
    except Problem as problem:
        return again(_sign_up_form(problem), problem)
    return redirect(_next_page(), 303)


def _sign_up_form(problem: Problem | None) -> str:
    return render_template(
        "sign_up.html", problem=problem, signup=settings().signup, shortest=SHORTEST
    )


@bp.get("/log-in")
def log_in() -> str | Response:
    """The form that leads in."""
    if current_account():
        return redirect(url_for("bots.mine"), 303)
    return render_template("log_in.html", problem=None)


@bp.post("/log-in")
def enter() -> Again | Response:
    """Sign the browser in."""
    try:
        doors.log_in(request.form.get("name", ""), request.form.get("password", ""))
    except Problem as problem:
        return again(render_template("log_in.html", problem=problem), problem)
    return redirect(_next_page(), 303)


def _next_page() -> str:
    """Where the person wanted to go; only a path of this site."""
    return own_path(request.args.get("next", ""), url_for("bots.mine"))


@bp.get("/log-in/<secret>")
def link(secret: str) -> str:
    """Ask before a one-time link is used up: programs that preview links would use it too."""
    return render_template("log_in_link.html", secret=secret)


@bp.post("/log-in/<secret>")
def use_link(secret: str) -> Response:
    """Sign in by a one-time link, then choose a password."""
    doors.log_in_by_link(secret)
    return redirect(url_for("account.account"), 303)


@bp.post("/log-out")
def log_out() -> Response:
    """Sign the browser out."""
    doors.log_out()
    return redirect(url_for("home.home"), 303)
