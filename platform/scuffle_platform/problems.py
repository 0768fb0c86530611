"""What went wrong, told to a person or a program (RFC 9457).

Any part of the platform raises :class:`Problem`; under ``/api`` it becomes problem JSON, anywhere
else a page.
"""

from dataclasses import dataclass, field
from http import HTTPStatus

from pydantic import BaseModel, Field


class ProblemDocument(BaseModel):
    """The body of every answer that is not a success."""

    type: str = Field("about:blank", description="Where this kind of problem is explained.")
    title: str = Field(description="The kind of problem in a few words.")
    status: int = Field(ge=400, le=599, description="The HTTP status.")
    code: str = Field(description="The kind of problem as one word for programs.")
    detail: str = Field(description="What was found and what was wanted.")
    hint: str = Field(description="What to do next.")
    errors: list[str] = Field([], description="One sentence for each wrong field, if any.")


@dataclass(eq=False)
class Problem(Exception):
    """A request that cannot be answered as asked.

    Attributes:
        status: the HTTP status.
        code: one word for programs; the documentation lists them.
        detail: one sentence: what was found and what was wanted.
        hint: one sentence: what to do next.
        errors: one sentence for each wrong field.
        headers: further headers of the answer.
        bot: the id of the caller's own bot that stands in the way, for a page's link.
    """

    status: int
    code: str
    detail: str
    hint: str
    errors: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    bot: str = ""

    def __str__(self) -> str:
        return self.detail

    @property
    def title(self) -> str:
        """The status in words."""
        return HTTPStatus(self.status).phrase

    def document(self) -> ProblemDocument:
        """The problem as JSON shape."""
        return ProblemDocument(
            type=f"/docs/api#{self.code}",
            title=self.title,
            status=self.status,
            code=self.code,
            detail=self.detail,
            hint=self.hint,
            errors=self.errors,
        )


def not_found(what: str, hint: str = "Look at the list that it came from.") -> Problem:
    """Nothing of that name, or nothing that the asker may know of."""
    return Problem(404, "not-found", f"There is no {what}.", hint)


def forbidden(detail: str, hint: str) -> Problem:
    """Known who asks, and not allowed."""
    return Problem(403, "forbidden", detail, hint)


def signed_out() -> Problem:
    """Nobody is signed in and no token came along."""
    return Problem(
        401,
        "signed-out",
        "This needs an account, and the request came without one.",
        "Sign in, or send 'Authorization: Bearer scf_…' with a token from your Account page.",
        headers={"WWW-Authenticate": 'Bearer realm="scuffle"'},
    )


def unknown_game(detail: str, status: int = 422) -> Problem:
    """No game has that id; the detail names those that come close, or all."""
    hint = "Choose one of the games; GET /api/v1/games and the Games page list them."
    return Problem(status, "unknown-word", detail, hint)


def invalid(detail: str, hint: str, errors: list[str] | None = None) -> Problem:
    """The request was understood and its content is not acceptable."""
    return Problem(422, "invalid", detail, hint, errors or [])
