"""Identifiers and secrets."""

import secrets

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""32 characters; ``l``, ``o``, ``0`` and ``1`` are left out since people read ids aloud."""


def new_id() -> str:
    """12 lower-case characters, 60 random bits: nobody guesses one."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def new_secret() -> str:
    """64 hex digits, 256 random bits: a ladder's secret, an attempt's token."""
    return secrets.token_hex(32)
