"""What an operator does to accounts from the command line."""

from dataclasses import dataclass

from scuffle_platform.names import BadName
from scuffle_platform.store import Store, accounts, audit, sessions, tokens


class Refused(ValueError):
    """It cannot be done; one sentence for the operator."""


@dataclass(frozen=True)
class Made:
    """A new account: the secret of its first log-in link, and of its token if one was wanted."""

    link: str
    token: str | None


def scopes_of(text: str | None) -> tuple[str, ...]:
    """``"read,submit"`` as scopes; none for ``None``.

    Raises:
        Refused: one of them does not exist.
    """
    found = tuple(word.strip() for word in (text or "").split(",") if word.strip())
    for word in found:
        if word not in tokens.SCOPES:
            known = ", ".join(tokens.SCOPES)
            raise Refused(f"There is no scope '{word}'; there are {known}.")
    return found


def create(url: str, name: str, is_admin: bool, scopes: tuple[str, ...]) -> Made:
    """Make an account in the database at ``url``, without a password.

    Raises:
        Refused: the name cannot be had.
    """
    with Store(url) as store, store.session() as session:
        try:
            account = accounts.create(session, name, None, is_admin=is_admin)
        except BadName as error:
            raise Refused(str(error)) from None
        session.flush()
        audit.note(session, None, "create", account.name, admin=is_admin, scopes=list(scopes))
        link = sessions.make_link(session, account.id)
        token = tokens.make(session, account.id, "command line", scopes)[1] if scopes else None
        return Made(link, token)


def link(url: str, name: str) -> str:
    """The secret of a link that logs an account in once.

    Raises:
        Refused: there is no such account.
    """
    with Store(url) as store, store.session() as session:
        account = accounts.by_name(session, name)
        if account is None:
            raise Refused(f"There is no account '{name}'.")
        audit.note(session, None, "link", account.name)
        return sessions.make_link(session, account.id)


def invite(url: str) -> str:
    """Make a code that lets one person make an account; it is shown this once."""
    with Store(url) as store, store.session() as session:
        audit.note(session, None, "invite")
        return sessions.make_invite(session, None)
