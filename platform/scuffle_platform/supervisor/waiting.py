"""Waiting for a condition: bounded, and with a sentence if it never comes."""

import time
from collections.abc import Callable


def wait_until(
    condition: Callable[[], object], limit_s: float, sentence: str, every_s: float = 0.05
) -> None:
    """Look every ``every_s`` seconds until ``condition`` holds.

    Raises:
        TimeoutError: it did not hold within ``limit_s`` seconds; ``sentence`` names it.
    """
    give_up = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > give_up:
            raise TimeoutError(f"after {limit_s:g} s this still does not hold: {sentence}")
        time.sleep(every_s)
