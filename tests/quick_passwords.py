"""Passwords of people whom tests sign in by the hundred: kept by Argon2id at its cheapest.

The site verifies by what the hash itself says: a log-in takes no time instead of 24 ms of CPU.
"""

from argon2 import PasswordHasher

_cheapest = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def quick_hash(password: str) -> str:
    """What ``hash_password`` makes, but for its cost."""
    return _cheapest.hash(password)
