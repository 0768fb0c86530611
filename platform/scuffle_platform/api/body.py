"""What a body must be before any of its fields is looked at."""

import json

from flask import request
from werkzeug.exceptions import UnsupportedMediaType

from scuffle.wire import Malformed, excerpt, parse_line
from scuffle_platform.problems import Problem


def check_body(wanted: str) -> None:
    """See that the body came as ``wanted``, and is one object by the rules for bots if JSON.

    Raises:
        Problem: 400, it is not.
        UnsupportedMediaType: it came as something else.
    """
    if request.mimetype != wanted:
        found = request.mimetype or "nothing"
        raise UnsupportedMediaType(f"The body is sent as {found}; send it as {wanted}.")
    if wanted == "application/json":
        try:
            parse_line(request.get_data())
        except Malformed as error:
            raise Problem(
                400,
                "bad-json",
                f"The body is not acceptable JSON: {_sentence(request.get_data(), str(error))}",
                "Send one JSON object, for example {}.",
            ) from None


def _sentence(body: bytes, told_bots: str) -> str:
    """What is wrong with a body: what a bot would be told of its line, unless that is of lines."""
    try:
        found = json.loads(body.decode())
    except json.JSONDecodeError as error:
        return f"{error.msg.lower()} at line {error.lineno}, column {error.colno}."
    except UnicodeDecodeError as error:
        return f"byte {error.start + 1} is not UTF-8."
    except RecursionError:
        return told_bots
    if isinstance(found, dict):
        return told_bots
    return f"found {excerpt(json.dumps(found, ensure_ascii=False))}, wanted an object."
