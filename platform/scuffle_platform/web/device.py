"""Signing a command line in: ``scuffle login`` shows a link here, and a person says yes.

The command line makes its token itself and tells the site the token's hash only, as the code in the
link. So nothing waits here, and nobody who sees the link can use the token.
"""

import re

from flask import Blueprint, render_template, request

from scuffle_platform.auth import required_caller
from scuffle_platform.context import store
from scuffle_platform.names import BadName
from scuffle_platform.problems import Problem, invalid
from scuffle_platform.store import tokens
from scuffle_platform.web.again import Again, again

bp = Blueprint("device", __name__)

SCOPES = ("read", "submit")

_CODE = re.compile(r"[0-9a-f]{64}")


def spoken(code: str) -> str:
    """What a person compares: the code's beginning, ``1A2B-3C4D``."""
    return f"{code[:4]}-{code[4:8]}".upper()


@bp.get("/device")
def ask() -> Again | str:
    """Ask whether the command line with this code may act for the account."""
    required_caller()
    code = request.args.get("code", "").strip().lower()
    if not code:
        return _page()
    if not _CODE.fullmatch(code):
        problem = _bad_code()
        return again(_page(problem=problem), problem)
    return _page(code)


@bp.post("/device")
def allow() -> Again | str:
    """Make the token of the code."""
    caller = required_caller()
    code = request.form.get("code", "")
    try:
        if not _CODE.fullmatch(code):
            raise _bad_code()
        with store().session() as session:
            name = request.form.get("name", "").strip()[:64] or "command line"
            tokens.accept(session, caller.account.id, name, SCOPES, code)
    except BadName as error:
        problem = invalid(str(error), "Choose a name that can be read.")
        return again(_page(code, problem), problem)
    except (tokens.TooManyTokens, tokens.TokenExists) as error:
        problem = invalid(str(error), "Your Account page lists your tokens.")
        return again(_page(problem=problem), problem)
    except Problem as problem:
        return again(_page(problem=problem), problem)
    return _page(code, done=True)


def _bad_code() -> Problem:
    return invalid(
        "This is not the code of a command line, which has 64 digits and letters from a to f.",
        "Open the whole link that scuffle login shows.",
    )


def _page(code: str = "", problem: Problem | None = None, done: bool = False) -> str:
    return render_template(
        "device.html",
        section="account",
        code=code,
        spoken=spoken(code),
        problem=problem,
        done=done,
    )
