"""One way to add a route: who may, what is read, what is given, and the document that says so."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, get_type_hints

from flask import Blueprint, Response, g, request
from pydantic import BaseModel, ValidationError
from spectree import Response as Documented
from spectree import SpecTree
from spectree.models import InType, SecureType, SecurityScheme, SecuritySchemeData
from spectree.plugins.flask_plugin import FlaskPlugin

from scuffle_platform.api.body import check_body
from scuffle_platform.api.filters import UNKNOWN, close_to
from scuffle_platform.api.idempotency import answer_once
from scuffle_platform.auth import COOKIE, Scope, needs
from scuffle_platform.problems import Problem, ProblemDocument, invalid

PREFIX = "/api/v1"
View = Callable[..., Any]
Method = Literal["GET", "POST", "PATCH", "DELETE"]

_QUOTED = re.compile(r"'([^']*)'")

blueprint = Blueprint("api", __name__, url_prefix=PREFIX)

media_types: dict[str, str] = {}
"""What an operation gives that is not a JSON object of ours, by operation id."""


def _refuse(_request: Any, _response: Any, error: Exception | None, *_: Any) -> None:
    if isinstance(error, ValidationError):
        found = [dict(one) for one in error.errors()]
        problem = invalid(
            "Some fields are not as they should be.",
            "Mend each of the fields in 'errors'; openapi.json describes them all.",
            [_sentence(one) for one in found],
        )
        if request.method == "GET" and {one["type"] for one in found} <= {"enum", UNKNOWN}:
            problem.code = "unknown-word"
        raise problem


def _sentence(found: dict[str, Any]) -> str:
    where = ".".join(str(part) for part in found["loc"]) or "the request"
    known = _QUOTED.findall(found["ctx"]["expected"]) if found["type"] == "enum" else []
    close = close_to(str(found["input"])[:64], known)
    return f"{where}: {found['msg']}{close}"


class _Plugin(FlaskPlugin):
    """Raw answers pass through as they are, streams unread."""

    def validate_response(self, resp: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(resp, Response):
            return resp, None
        return super().validate_response(resp, *args, **kwargs)


spec = SpecTree(
    backend=_Plugin,
    mode="strict",
    title="Scuffle",
    description="Upload a bot, watch it play, climb the leaderboard.",
    version="1",
    # Served by our own view; no route of the site begins like this.
    path="unserved-openapi",
    page_templates={},
    before=_refuse,
    validation_error_status=422,
    validation_error_model=ProblemDocument,
    naming_strategy=lambda model: model.__name__,
    nested_naming_strategy=lambda _parent, child: child,
    security_schemes=[
        SecurityScheme(
            name="token", data=SecuritySchemeData(type=SecureType.HTTP, scheme="bearer")
        ),
        SecurityScheme(
            name="browser",
            data=SecuritySchemeData(type=SecureType.API_KEY, name=COOKIE, field_in=InType.COOKIE),
        ),
    ],
)


def endpoint(
    rule: str,
    *,
    tag: str,
    method: Method = "GET",
    status: int = 200,
    scope: Scope | None = None,
    media: str = "",
    told_once: bool = False,
) -> Callable[[View], View]:
    """Add a view under the API's prefix.

    What it reads follows from the annotations of its arguments ``query``, ``json`` and ``form``,
    what it gives from its return annotation: a model, or a ``Response`` of the type ``media``.

    Args:
        rule: the path below the prefix.
        tag: the group in the document.
        method: one HTTP method.
        status: what success is.
        scope: what a caller needs; ``None`` lets everybody in.
        media: the type of a raw answer.
        told_once: the answer holds a secret, so it is not kept for a repeated request.
    """

    def decorate(view: View) -> View:
        hints = get_type_hints(view)
        code = f"HTTP_{status}"
        gives = hints["return"]
        raw = not issubclass(gives, BaseModel)
        if media:
            media_types[view.__name__] = media
        checked = spec.validate(
            resp=Documented(code) if raw else Documented(**{code: gives}),
            tags=[tag],
            security=[{"token": [scope]}, {"browser": []}] if scope else [{}, {"token": []}],
            operation_id=view.__name__,
        )(view if raw else _with_status(view, status))
        guarded = _with_body(checked, hints)
        if method == "POST":
            guarded = answer_once(guarded, told_once=told_once)
        if scope:
            guarded = needs(scope)(guarded)
        blueprint.add_url_rule(rule, view.__name__, guarded, methods=[method])
        return view

    return decorate


@blueprint.before_request
def _refuse_bad_token() -> None:
    refused: Problem | None = g.get("refused")
    if refused:
        raise refused


def _with_status(view: View, status: int) -> View:
    @wraps(view)
    def answered(*args: Any, **kwargs: Any) -> tuple[Any, int]:
        return view(*args, **kwargs), status

    return answered


def _with_body(view: View, hints: dict[str, Any]) -> View:
    """Say what is wrong with a body before any of its fields is looked at."""
    wanted = (
        "application/json"
        if "json" in hints
        else "multipart/form-data"
        if "form" in hints
        else None
    )

    @wraps(view)
    def read(*args: Any, **kwargs: Any) -> Response:
        if wanted:
            check_body(wanted)
        answer: Response = view(*args, **kwargs)
        return answer

    return read
