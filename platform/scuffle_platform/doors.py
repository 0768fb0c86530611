"""Into the house and out: sign-up, log-in, log-in links, passwords.

The site's forms and the API call these; each raises :class:`Problem` with a sentence for the form.
"""

from flask import session as flask_session

from scuffle_platform import passwords
from scuffle_platform.auth import close_session, open_session, required_caller
from scuffle_platform.context import settings, store
from scuffle_platform.names import BadName, name_key
from scuffle_platform.passwords import BadPassword
from scuffle_platform.problems import Problem, invalid
from scuffle_platform.ratelimits import FLOOD_LIMIT, OWN_LIMIT, address, gate
from scuffle_platform.store import accounts, sessions
from scuffle_platform.store.models import Account

_BY_LINK = "by_link"


def sign_up(name: str, password: str, invite: str = "") -> Account:
    """Make an account and sign the browser in.

    Args:
        name: as it was typed.
        password: as it was typed.
        invite: the code of an invitation, where the site asks for one.

    Raises:
        Problem: sign-up is closed, or name, password or invitation will not do, or too many tries
            came from there.
    """
    _check_open(invite)
    gate().check("sign-up", address())
    gate().count("sign-up", address())
    try:
        passwords.check_password(password, name)
        account = _make(name, passwords.hash_password(password), invite)
    except (BadName, BadPassword) as error:
        raise invalid(str(error), "Change it and send the form again.") from None
    open_session(account)
    return account


def log_in(name: str, password: str) -> Account:
    """Sign the browser in.

    Raises:
        Problem: 401 in the same words for an unknown name and a wrong password; 403, the account
            is shut out, told to whoever knows its password; or 429 after too many failures for that
            account, or of that account from an address with too many.
    """
    who = name_key(name)[:64]
    _check_tries(who)
    with store().reading() as session:
        account = accounts.by_name(session, name[:256])
    fits = passwords.verify_password(account.password_hash if account else None, password)
    if account is not None and fits and account.disabled:
        raise _shut_out()
    if account is None or not fits:
        _count_failure(who)
        raise Problem(
            401,
            "log-in-failed",
            "Name and password do not belong together.",
            "Check both; a forgotten password is mended by a log-in link from an organiser.",
        )
    open_session(account)
    return account


def _shut_out() -> Problem:
    return Problem(
        403,
        "shut-out",
        "An administrator has shut this account out.",
        "Ask whoever runs this site; what it played stays.",
    )


def _check_tries(who: str) -> None:
    """Let nobody try passwords out, and nobody's failures shut out the class around them."""
    gate().check("log-in account", who)
    if gate().closed_until("log-in address", address()):
        gate().check("log-in here", f"{address()} {who}", OWN_LIMIT)
        gate().check("log-in flood", address(), FLOOD_LIMIT)


def _count_failure(who: str) -> None:
    gate().count("log-in account", who)
    gate().count("log-in address", address())
    gate().count("log-in here", f"{address()} {who}", OWN_LIMIT)
    gate().count("log-in flood", address(), FLOOD_LIMIT)


def log_in_by_link(secret: str) -> Account:
    """Sign the browser in with a one-time link, and use the link up.

    Raises:
        Problem: 404, the link is used, too old or unknown.
    """
    with store().session() as session:
        account = sessions.use_link(session, secret)
    if account is None:
        raise Problem(
            404,
            "link-ended",
            "This log-in link is used, too old or unknown.",
            "Ask an organiser for a new one; each works once, within two days.",
        )
    open_session(account)
    # Whoever came by link has forgotten the password, so it is not asked for a new one.
    flask_session[_BY_LINK] = account.id
    return account


def log_out() -> None:
    """Sign the browser out."""
    close_session()


def change_password(old: str, new: str) -> None:
    """Change the caller's password and end all its other sessions.

    Args:
        old: the present password; not looked at where ``asks_old_password()`` is false.
        new: the password from now on.

    Raises:
        Problem: the present password is wrong, or the new one will not do.
    """
    found = required_caller()
    if asks_old_password():
        _check_old(found.account, old)
    try:
        passwords.check_password(new, found.account.name)
    except BadPassword as error:
        raise invalid(str(error), "Choose another and send the form again.") from None
    with store().session() as session:
        accounts.set_password(
            session, found.account.id, passwords.hash_password(new), found.session_hash
        )


def asks_old_password() -> bool:
    """Whether the caller must show its present password before it gets a new one."""
    account = required_caller().account
    return account.password_hash is not None and flask_session.get(_BY_LINK) != account.id


def _check_old(account: Account, old: str) -> None:
    gate().check("log-in account", account.name_key)
    if not passwords.verify_password(account.password_hash, old):
        gate().count("log-in account", account.name_key)
        raise invalid(
            "The present password is wrong.", "Type it again; nothing was changed so far."
        )


def _check_open(invite: str) -> None:
    mode = settings().signup
    if mode == "closed" or (mode == "invite" and not invite):
        raise Problem(
            403,
            "sign-up-closed",
            "This site makes accounts by invitation only."
            if mode == "invite"
            else "This site makes no new accounts.",
            "Ask an organiser for an invitation or an account.",
        )


def _make(name: str, password_hash: str, invite: str) -> Account:
    with store().session() as session:
        account = accounts.create(session, name, password_hash)
        if settings().signup == "invite" and not sessions.use_invite(session, invite, account.id):
            raise BadName("This invitation is used, too old or unknown; ask for another.")
    return account
