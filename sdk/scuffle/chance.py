"""Chance and seeds: everything random in a match follows from one seed string.

Source of the construction: HMAC (RFC 2104) used as a pseudo-random function; its key is the
seed's UTF-8 bytes and its digest is read big-endian. With 256 bits over at most a few hundred
results, the bias of ``mod`` is below 2**-240.
"""

import hmac
from hashlib import sha256


def _digest(seed: str, message: str) -> hmac.HMAC:
    return hmac.new(seed.encode(), message.encode(), sha256)


def draw(seed: str, k: int, n: int) -> int:
    """The ``k``-th chance draw of a match (from 0, chance steps only) among ``n`` results."""
    return int.from_bytes(_digest(seed, f"chance/{k}").digest(), "big") % n


def player_seed(seed: str, player: int) -> str:
    """The seed that seat ``player`` is told; 64 hex digits that reveal nothing of ``seed``."""
    return _digest(seed, f"player/{player}").hexdigest()
