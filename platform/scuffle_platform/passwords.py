"""Passwords: how short is too short, and how they are kept (Argon2id).

The parameters are the first choice of OWASP's Password Storage Cheat Sheet (19 MiB, 2 passes,
1 lane), so that forty sign-ins at once stay below a gigabyte.
"""

from functools import cache
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST, LONGEST = 10, 256

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


class BadPassword(ValueError):
    """A password that is not accepted; the text is one sentence for whoever chose it."""


def check_password(password: str, name: str = "") -> None:
    """Whether a new password will do.

    Raises:
        BadPassword: it is too short or long, or is the account's name.
    """
    if len(password) < SHORTEST:
        raise BadPassword(
            f"The password has {len(password)} characters; choose at least {SHORTEST}. "
            "A few words in a row make a good one."
        )
    if len(password) > LONGEST:
        raise BadPassword(f"The password is longer than {LONGEST} characters; shorten it.")
    if normalize("NFKC", password).casefold() == normalize("NFKC", name).casefold():
        raise BadPassword("The password is the account's name; choose something else.")


def hash_password(password: str) -> str:
    """The Argon2id hash to keep."""
    return _hasher.hash(normalize("NFKC", password))


def verify_password(kept: str | None, password: str) -> bool:
    """Whether ``password`` belongs to the hash ``kept``.

    An account that does not exist or has no password (``None``) takes as long as a wrong one, so
    that the clock does not tell which names exist.
    """
    try:
        _hasher.verify(kept or _nobody(), normalize("NFKC", password[: LONGEST + 1]))
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None


@cache
def _nobody() -> str:
    return _hasher.hash("nobody's password")
