"""Secrets that are told once and kept as their SHA-256 only.

They are 256 random bits, so a fast hash is enough: nobody tries them out.
"""

import secrets
from hashlib import sha256

TOKEN_PREFIX = "scf_"  # noqa: S105 (what every token begins with)


def new_token() -> str:
    """A bearer token; its beginning lets scanners find leaked ones."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def new_cookie() -> str:
    """A value for a session cookie, a log-in link or an invitation."""
    return secrets.token_urlsafe(32)


def secret_hash(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode()).hexdigest()
