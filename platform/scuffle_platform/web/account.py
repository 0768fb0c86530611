"""The account page: password, tokens, sessions, export, and an end to it all."""

from datetime import datetime
from typing import Any

from flask import Blueprint, Response, flash, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WsgiResponse

from scuffle_platform import doors
from scuffle_platform.auth import close_session, required_account, required_caller
from scuffle_platform.context import store
from scuffle_platform.names import BadName
from scuffle_platform.passwords import SHORTEST, verify_password
from scuffle_platform.problems import Problem, invalid
from scuffle_platform.store import Session, accounts, inbox, sessions, tokens
from scuffle_platform.store.models import Account, Bot, Version
from scuffle_platform.store.pages import bots
from scuffle_platform.web.again import Again, again

bp = Blueprint("account", __name__)


@bp.get("/account")
def account() -> str:
    """The signed-in account."""
    required_caller()
    return _page(None)


def _page(problem: Problem | None, new_token: str = "") -> str:
    caller = required_caller()
    with store().reading() as session:
        return render_template(
            "account.html",
            section="account",
            problem=problem,
            new_token=new_token,
            asks_old=doors.asks_old_password(),
            shortest=SHORTEST,
            scopes=[s for s in tokens.SCOPES if s != "admin" or caller.account.is_admin],
            tokens=tokens.of_account(session, caller.account.id),
            sessions=sessions.of_account(session, caller.account.id),
            this=caller.session_hash,
        )


@bp.post("/account/password")
def password() -> Again | WsgiResponse:
    """Change the password; every other session ends."""
    required_caller()
    try:
        doors.change_password(request.form.get("old", ""), request.form.get("new", ""))
    except Problem as problem:
        return again(_page(problem), problem)
    flash("The password was changed, and you were logged out everywhere else.", "good")
    return redirect(url_for("account.account"), 303)


@bp.post("/account/tokens")
def make_token() -> tuple[str, int] | Again:
    """Make a token and show its secret this once."""
    caller = required_caller()
    try:
        scopes = _scopes(caller.account)
        with store().session() as session:
            name = request.form.get("name", "").strip()[:64] or "unnamed"
            _, secret = tokens.make(session, caller.account.id, name, scopes)
    except BadName as error:
        problem = invalid(str(error), "Choose a name that can be read.")
        return again(_page(problem), problem)
    except tokens.TooManyTokens as error:
        problem = invalid(str(error), "Delete a token that is no longer used.")
        return again(_page(problem), problem)
    except Problem as problem:
        return again(_page(problem), problem)
    return _page(None, secret), 200


def _scopes(account: Account) -> list[str]:
    asked = [scope for scope in tokens.SCOPES if scope in request.form.getlist("scope")]
    allowed = [scope for scope in asked if scope != "admin" or account.is_admin]
    if not allowed:
        raise invalid("A token without a scope can do nothing.", "Choose at least one scope.")
    return allowed


@bp.post("/account/tokens/<token_id>/delete")
def delete_token(token_id: str) -> WsgiResponse:
    """End a token."""
    with store().session() as session:
        gone = tokens.revoke(session, required_account().id, token_id)
    flash("The token works no more." if gone else "There was no such token.", "good")
    return redirect(url_for("account.account"), 303)


@bp.post("/account/sessions/end")
def end_session() -> WsgiResponse:
    """Log one browser out."""
    with store().session() as session:
        sessions.end(session, request.form.get("session", ""), required_account().id)
    flash("That browser is logged out.", "good")
    return redirect(url_for("account.account"), 303)


@bp.get("/account/export.json")
def export() -> Response:
    """Everything that is kept about the account, as one JSON file."""
    response = jsonify(_exported(required_account()))
    response.headers["Content-Disposition"] = 'attachment; filename="scuffle-account.json"'
    return response


def _exported(account: Account) -> dict[str, Any]:
    with store().reading() as session:
        made = tokens.of_account(session, account.id)
        return {
            "name": account.name,
            "about": account.about,
            "created": account.created.isoformat(),
            "bots": [_bot(session, one.bot) for one in bots.owned(session, account.id)],
            "tokens": [
                _named(token.created, name=token.name, scopes=token.scopes) for token in made
            ],
            "inbox": [
                _named(one.created, kind=one.kind, about=one.about)
                for one in inbox.page(session, account.id, None, inbox.MOST)
            ],
        }


def _bot(session: Session, bot: Bot) -> dict[str, Any]:
    versions = [_version(version) for version in bots.versions(session, bot.id)]
    return _named(
        bot.created, id=bot.id, name=bot.name, game=bot.game, state=bot.state, versions=versions
    )


def _version(version: Version) -> dict[str, Any]:
    source = url_for("versions.source", bot_id=version.bot_id, number=version.number)
    return _named(
        version.created,
        number=version.number,
        note=version.note,
        status=version.status,
        source=source,
    )


def _named(created: datetime, **fields: Any) -> dict[str, Any]:
    return {**fields, "created": created.isoformat()}


@bp.post("/account/delete")
def delete() -> Again | WsgiResponse:
    """Erase the account: its name goes, its bots retire, its matches stay."""
    account = required_account()
    asks = doors.asks_old_password()
    if request.form.get("name") != account.name or (
        asks and not verify_password(account.password_hash, request.form.get("password", ""))
    ):
        problem = invalid(
            "Name or password did not fit, so nothing was deleted.",
            "Type this account's name as it is written here, and its password.",
        )
        return again(_page(problem), problem)
    with store().session() as session:
        accounts.erase(session, account.id)
    close_session()
    flash("The account is gone. Its matches stay, under a neutral name.", "good")
    return redirect(url_for("home.home"), 303)
