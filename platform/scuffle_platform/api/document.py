"""The API's description of itself, ``openapi.json``."""

from copy import deepcopy
from functools import cache
from typing import Any

from flask import Blueprint, Response, jsonify

from scuffle_platform.api.endpoint import PREFIX, media_types, spec

bp = Blueprint("api_document", __name__)

_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "1 to 128 visible ASCII characters; sent twice, the request is done once.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,128}$"},
}


@bp.get(f"{PREFIX}/openapi.json")
def openapi() -> Response:
    """The OpenAPI 3.1 document."""
    return jsonify(_document())


def routes() -> list[str]:
    """Every operation as a line of Markdown."""
    return [
        f"- `{method.upper()} {path}`: {operation['summary']}"
        for path, operations in sorted(_document()["paths"].items())
        for method, operation in sorted(operations.items())
    ]


@cache
def _document() -> dict[str, Any]:
    """What spectree made, with the answers that it has no words for."""
    made: dict[str, Any] = deepcopy(spec.spec)
    made["components"]["schemas"]["Problem"] = made["components"]["schemas"].pop("ProblemDocument")
    made["components"]["responses"] = {
        "Problem": {"description": "What went wrong, and what to do.", "content": _PROBLEM}
    }
    for operations in made["paths"].values():
        for method, operation in operations.items():
            _complete(method, operation)
    return made


def _complete(method: str, operation: dict[str, Any]) -> None:
    responses = operation["responses"]
    responses.pop("422", None)
    for found in responses.values():
        media = media_types.get(operation["operationId"])
        if media:
            found["content"] = {media: {}}
    responses["4XX"] = {"$ref": "#/components/responses/Problem"}
    if method == "post":
        operation["parameters"].append(_KEY)
