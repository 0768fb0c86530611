"""Every failure gets an answer for its reader: problem JSON under ``/api``, a page elsewhere."""

import logging
from dataclasses import replace

from flask import Flask, Response, current_app, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from scuffle_platform.problems import Problem
from scuffle_platform.quotas import UPLOAD_MB
from scuffle_platform.store import OperationalError

log = logging.getLogger(__name__)

_HINTS = {
    400: "Look at the request again.",
    403: "Sign in with an account that may do this.",
    404: "Check the address, or start from the home page.",
    405: "Go back to the page and use its button; a program finds the methods in the Allow header.",
    415: "Send JSON with 'Content-Type: application/json'.",
    429: "Wait as long as the Retry-After header says.",
}

_WORDS = {
    400: "The request could not be read.",
    404: "There is nothing at this address.",
    405: "This address does not take requests of that kind.",
}
"""What the framework says of its own accord, in the words of this site."""

_PAGE = "Go back to the list that it came from."
"""For a person, in place of the address that a program would ask for the list."""


def register_errors(app: Flask) -> None:
    """Give ``app`` its answers to failures."""
    app.register_error_handler(Problem, answer)
    app.register_error_handler(CSRFError, _forged)
    app.register_error_handler(RequestEntityTooLarge, _too_large)
    app.register_error_handler(HTTPException, _known)
    app.register_error_handler(OperationalError, _database_away)
    app.register_error_handler(Exception, _unknown)


def answer(problem: Problem) -> Response:
    """The problem, as the asker can read it."""
    if request.path.startswith("/api/"):
        response = current_app.response_class(
            problem.document().model_dump_json(), mimetype="application/problem+json"
        )
    else:
        shown = replace(problem, hint=_PAGE) if problem.hint.startswith("GET ") else problem
        response = current_app.make_response(render_template("error.html", problem=shown))
    response.status_code = problem.status
    response.headers.extend(problem.headers)
    return response


def _forged(_error: CSRFError) -> Response:
    return answer(
        Problem(
            400,
            "form-expired",
            "The form does not belong to this browser's visit, so nothing was done.",
            "Logging in or out ends the forms that were open. Open the page again and send the "
            "form anew; a program sends X-CSRF-Token or a token.",
        )
    )


def _too_large(_error: RequestEntityTooLarge) -> Response:
    return answer(
        Problem(
            413,
            "upload-too-big",
            f"What was sent is too large; an upload may have {UPLOAD_MB} MB at most.",
            "Leave out logs, caches and training data; 'ignore' in scuffle.toml does that.",
        )
    )


def _known(error: HTTPException) -> Response:
    status = error.code or 500
    said = error.description or error.name
    if said == type(error).description:
        said = _WORDS.get(status, said)
    if status < 400:
        return current_app.make_response(error.get_response())
    problem = Problem(
        status,
        error.name.lower().replace(" ", "-"),
        said,
        _HINTS.get(status, "Try again; if it stays, tell whoever runs this site."),
    )
    problem.headers = {
        name: value
        for name, value in error.get_headers()
        if name.lower() not in {"content-type", "content-length"}
    }
    return answer(problem)


def _database_away(error: OperationalError) -> Response:
    log.error("the database failed in %s %s: %s", request.method, request.path, error.orig)
    return answer(
        Problem(
            503,
            "database-away",
            "The database does not answer just now; nothing was changed.",
            "Try again in a few seconds; if it stays, tell whoever runs this site.",
            headers={"Retry-After": "5"},
        )
    )


def _unknown(error: Exception) -> Response:
    log.exception("unexpected failure in %s %s", request.method, request.path, exc_info=error)
    if current_app.testing:
        raise error
    return answer(
        Problem(
            500,
            "our-fault",
            "Something broke on our side; nothing that you sent is to blame.",
            "Try again in a minute; if it stays, tell whoever runs this site.",
        )
    )
