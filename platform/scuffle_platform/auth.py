"""Who asks: the signed-in browser on the site, a token or that browser under ``/api``."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Literal, ParamSpec, TypeVar

from flask import Response, after_this_request, current_app, g, request
from flask import session as flask_session

from scuffle_platform.context import store
from scuffle_platform.problems import Problem, forbidden, signed_out
from scuffle_platform.store import sessions, tokens
from scuffle_platform.store.models import Account, now
from scuffle_platform.store.secrets import secret_hash

COOKIE = "scuffle_session"
Scope = Literal["read", "submit", "admin"]

P = ParamSpec("P")
R = TypeVar("R")

_TOUCH_EVERY = timedelta(hours=1)


@dataclass(frozen=True)
class Caller:
    """Who asks, and what they may do.

    Attributes:
        account: who it is.
        scopes: what the token allows; a signed-in browser may do everything that is the
            account's to do.
        key: what requests are counted by.
        session_hash: which session it is; ``None`` for a token.
    """

    account: Account
    scopes: frozenset[str]
    key: str
    session_hash: str | None = None

    def may(self, scope: str) -> bool:
        """Whether the scope is there; ``admin`` needs an administrator's account as well."""
        return scope in self.scopes and (scope != "admin" or self.account.is_admin)


def caller() -> Caller | None:
    """Who asks; ``None`` for a stranger."""
    found: Caller | None = g.get("caller")
    return found


def identify() -> None:
    """Find out who asks, once a request, before anything is counted or answered.

    A token that is unknown or ended makes no stranger: ``g.refused`` then holds the problem.
    """
    g.caller, g.refused = None, None
    try:
        g.caller = _by_token() if _has_token() else _by_cookie()
    except Problem as problem:
        g.refused = problem


def become_stranger() -> None:
    """Answer the rest of this request as if nobody were signed in."""
    g.caller = None


def current_account() -> Account | None:
    """The account that asks, or ``None``."""
    found = caller()
    return found.account if found else None


def required_account() -> Account:
    """The account that asks.

    Raises:
        Problem: 401, nobody is signed in.
    """
    return required_caller().account


def required_caller() -> Caller:
    """Who asks.

    Raises:
        Problem: 401, nobody is signed in.
    """
    found = caller()
    if found is None:
        raise signed_out()
    return found


def is_admin() -> bool:
    """Whether an administrator asks, with a token that says so or in a browser."""
    found = caller()
    return found is not None and found.may("admin")


def needs(scope: Scope) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let only callers with ``scope`` reach a view; a writing browser must show its CSRF token."""

    def decorate(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            require(scope)
            return view(*args, **kwargs)

        return guarded

    return decorate


def require(scope: Scope) -> None:
    """Let nobody pass who may not do what ``scope`` allows.

    Raises:
        Problem: 401, nobody is signed in; 403, the token lacks the scope.
    """
    _check_scope(required_caller(), scope)


def open_session(account: Account) -> None:
    """Sign the browser in under a new cookie; the one that it came with is ended.

    A cookie planted before the log-in is therefore worth nothing after it.
    """
    _forget_browser()
    with store().session() as session:
        value = sessions.start(session, account.id, request.user_agent.string)
    g.caller = _browser(account, secret_hash(value))

    @after_this_request
    def set_cookie(response: Response) -> Response:
        response.set_cookie(
            COOKIE,
            value,
            max_age=sessions.LIFETIME,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
        return response


def close_session() -> None:
    """Sign the browser out and forget what its cookies held."""
    _forget_browser()

    @after_this_request
    def drop_cookie(response: Response) -> Response:
        response.delete_cookie(COOKIE, httponly=True, samesite="Lax", secure=request.is_secure)
        return response


def _forget_browser() -> None:
    found = _by_cookie()
    if found and found.session_hash:
        with store().session() as session:
            sessions.end(session, found.session_hash, found.account.id)
    flask_session.clear()
    g.pop("csrf_token", None)
    g.caller = None


def _browser(account: Account, session_hash: str) -> Caller:
    return Caller(account, frozenset(tokens.SCOPES), f"account/{account.id}", session_hash)


def _has_token() -> bool:
    return request.path.startswith("/api/") and "Authorization" in request.headers


def _by_token() -> Caller:
    sent = request.authorization
    secret = sent.token if sent and sent.type == "bearer" else None
    with store().reading() as session:
        found = tokens.find(session, secret) if secret else None
    if found is None:
        raise _bad_token()
    token, account = found
    if tokens.is_stale(token):
        with store().session() as session:
            tokens.touch(session, token.id)
    return Caller(account, frozenset(token.scopes), f"token/{token.id}")


def _by_cookie() -> Caller | None:
    cookie = request.cookies.get(COOKIE)
    if not cookie:
        return None
    with store().reading() as session:
        found = sessions.find(session, cookie)
    if found is None:
        return None
    kept, account = found
    if kept.seen < now() - _TOUCH_EVERY:
        with store().session() as session:
            sessions.touch(session, kept.hash)
    return _browser(account, kept.hash)


def _check_scope(found: Caller, scope: Scope) -> None:
    if not found.may(scope):
        raise forbidden(
            f"This needs the scope '{scope}', which was not given.",
            f"Make a token with '{scope}' on your Account page and send that.",
        )
    if found.session_hash and request.method not in {"GET", "HEAD", "OPTIONS"}:
        current_app.extensions["csrf"].protect()


def _bad_token() -> Problem:
    problem = signed_out()
    problem.code = "bad-token"
    problem.detail = "The token is not one of this site's, or it has ended."
    problem.hint = "Send 'Authorization: Bearer scf_…' with a living token of your Account page."
    return problem
