"""A form that comes back with what was wrong with it."""

from scuffle_platform.problems import Problem

Again = tuple[str, int, dict[str, str]]
"""The page, its status, its headers: a refusal may say when to try again."""


def again(page: str, problem: Problem) -> Again:
    """``page`` as the answer to what ``problem`` tells."""
    return page, problem.status, problem.headers
