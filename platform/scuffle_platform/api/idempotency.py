"""``Idempotency-Key``: a POST that is sent twice under one key is done once.

Only successes are kept (a day long); a refused request may be mended and sent again.
"""

import re
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from flask import Response, jsonify, make_response, request

from scuffle_platform.auth import required_account
from scuffle_platform.context import store
from scuffle_platform.problems import Problem
from scuffle_platform.store import idempotency
from scuffle_platform.store.models import IdempotencyKey

HEADER = "Idempotency-Key"
_KEY = re.compile(r"[\x21-\x7e]{1,128}")


def answer_once(view: Callable[..., Response], *, told_once: bool) -> Callable[..., Response]:
    """Give the kept answer where the request's key has one; keep a new one.

    Args:
        view: what answers a new request.
        told_once: the answer holds a secret: it is not kept, and a repeated request is told so.
    """

    @wraps(view)
    def answered(*args: Any, **kwargs: Any) -> Response:
        key = request.headers.get(HEADER)
        if key is None:
            return view(*args, **kwargs)
        _check_key(key)
        account_id = required_account().id
        with store().session() as session:
            kept = idempotency.claim(session, account_id, key, _request_hash())
        if kept:
            return _again(kept)
        return _first(lambda: view(*args, **kwargs), account_id, key, told_once)

    return answered


def _first(view: Callable[[], Response], account_id: str, key: str, told_once: bool) -> Response:
    done = False
    try:
        response = make_response(view())
        done = response.status_code < 300
    finally:
        if not done:
            with store().session() as session:
                idempotency.release(session, account_id, key)
    if done:
        answer = {} if told_once else response.get_json()
        with store().session() as session:
            idempotency.keep(session, account_id, key, response.status_code, answer)
    return response


def _again(kept: IdempotencyKey) -> Response:
    if kept.request_hash != _request_hash():
        raise Problem(
            422, "key-reused", "This Idempotency-Key came with another request before.",
            "Make a new key for each request.",
        )  # fmt: skip
    if kept.status == idempotency.UNDER_WAY:
        raise Problem(
            409, "key-in-use", "The request with this Idempotency-Key is not answered yet.",
            "Wait a second and send it again.", headers={"Retry-After": "1"},
        )  # fmt: skip
    if not kept.answer:
        raise Problem(
            409, "told-once", "That request was done, and its secret was told once.",
            "Delete what it made and send a new request under a new key.",
        )  # fmt: skip
    response = jsonify(kept.answer)
    response.status_code = kept.status
    response.headers["Idempotent-Replayed"] = "true"
    return response


def _check_key(key: str) -> None:
    if not _KEY.fullmatch(key):
        raise Problem(
            400, "bad-key", f"{HEADER} must be 1 to 128 visible ASCII characters.",
            "Send a random UUID, a new one for each request.",
        )  # fmt: skip


def _request_hash() -> str:
    """What two sendings of one request have in common; boundaries of forms differ each time."""
    digest = sha256(f"{request.method} {request.full_path}\n".encode())
    if request.mimetype != "multipart/form-data":
        digest.update(request.get_data())
        return digest.hexdigest()
    for name, text in sorted(request.form.items(multi=True)):
        digest.update(f"{name}={len(text)}={text}\n".encode())
    for name, file in sorted(request.files.items(multi=True), key=lambda item: item[0]):
        digest.update(f"{name}={file.filename}\n".encode())
        digest.update(sha256(file.stream.read()).digest())
        file.stream.seek(0)
    return digest.hexdigest()
