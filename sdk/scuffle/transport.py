"""HTTP to a site's API, standard library only: requests, pages, refusals, waiting when asked to."""

import json
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

DEFAULT_URL = "http://127.0.0.1:8000"

_TIMEOUT_S = 30
_LONGEST_WAIT_S = 60
_TRIES = 3


class Unreachable(Exception):
    """The site did not answer; the message names its address."""


@dataclass
class ApiError(Exception):
    """The site refused (RFC 9457 problem).

    Attributes:
        status: the HTTP status.
        title: the kind of problem.
        detail: what was found and wanted.
        hint: what to do next, or ``""``.
        errors: a sentence for each field that was not as it should be.
        code: the kind of problem as one word for programs, or ``""``.
    """

    status: int
    title: str
    detail: str
    hint: str = ""
    errors: tuple[str, ...] = ()
    code: str = ""

    def __str__(self) -> str:
        fields = f"({'; '.join(self.errors)})" if self.errors else ""
        return " ".join(part for part in (self.detail or self.title, fields, self.hint) if part)


class NotAllowed(ApiError):
    """No token, a wrong one, or one without the scope needed (401, 403)."""


class NotFound(ApiError):
    """There is no such thing, or it is not for this account (404)."""


class QuotaReached(ApiError):
    """Too many of something, now (429) or kept at a time; the detail names number and limit."""


class UploadRefused(ApiError):
    """The site's door did not take an upload; the detail is the sentence of ``scuffle check``."""

    @property
    def sentence(self) -> str:
        """What was found and wanted."""
        return self.detail or self.title


_AT_THE_DOOR = re.compile("upload-.+|language-away")
"""The words for what only another upload mends."""

_OVER = {"storage-full", "too-many-tokens", "check-waits"}
"""The words for a limit that no waiting, or not waiting alone, makes room under."""

_KINDS: Mapping[int, type[ApiError]] = {
    401: NotAllowed,
    403: NotAllowed,
    404: NotFound,
    429: QuotaReached,
}


@dataclass(frozen=True, slots=True)
class Reply:
    """What a site answered."""

    body: bytes
    headers: HTTPMessage


class Transport:
    """Requests to the API of one site, as one account or as anybody."""

    def __init__(
        self,
        url: str = DEFAULT_URL,
        token: str | None = None,
        *,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """Talk to ``url``.

        Args:
            url: the site's address, without ``/api/v1``.
            token: an API token, or ``None`` for what anybody may read.
            wait: how to wait for seconds, when the site asks for it.

        Raises:
            Unreachable: the address is not one of the web.
        """
        self.url = url.rstrip("/")
        if not _is_address(self.url):
            raise Unreachable(f"found {url!r} as the site's address, wanted http:// or https://")
        self._token = token
        self._pause = wait

    def get(self, path: str, **query: Any) -> Any:
        """The JSON at ``path`` under ``/api/v1``; ``None`` in the query is left out.

        Raises:
            ApiError: the site refused.
            Unreachable: it did not answer.
        """
        return self._json(self.send("GET", path + query_of(query)))

    def text(self, path: str, **query: Any) -> str:
        """Likewise, for what is not one JSON value (logs, notation)."""
        return self.send("GET", path + query_of(query)).body.decode("utf-8", "replace")

    def items(self, path: str, **query: Any) -> Iterator[dict[str, Any]]:
        """Every item of a list, page after page."""
        for page in self.pages(path, **query):
            yield from page["items"]

    def pages(self, path: str, **query: Any) -> Iterator[dict[str, Any]]:
        """The pages of a list, each with ``items`` and what it says besides."""
        cursor: str | None = None
        while True:
            page = self.get(path, **query, cursor=cursor)
            if not isinstance(page, dict) or "items" not in page:
                raise self._stranger()
            yield page
            cursor = page.get("next")
            if cursor is None:
                return

    def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """Send JSON; repeated safely, as it carries an ``Idempotency-Key``."""
        data = json.dumps(body).encode()
        return self._json(self.send("POST", path, data, "application/json"))

    def delete(self, path: str, body: Mapping[str, Any]) -> Any:
        """Take something away."""
        data = json.dumps(body).encode()
        return self._json(self.send("DELETE", path, data, "application/json"))

    def _json(self, reply: Reply) -> Any:
        try:
            return json.loads(reply.body)
        except ValueError:
            raise self._stranger() from None

    def _stranger(self) -> Unreachable:
        return Unreachable(
            f"{self.url} answers, but not as a Scuffle site does. Is the address right? Set it "
            "with --url or SCUFFLE_URL."
        )

    def _sent_elsewhere(self, error: HTTPError) -> Unreachable:
        error.close()
        where = str(error.headers.get("Location", "nowhere")).partition("/api/v1/")[0]
        return Unreachable(f"{self.url} has moved to {where}; set that with --url or SCUFFLE_URL.")

    def send(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> Reply:
        """One request, sent again as often as the site asks to wait a moment.

        Args:
            method: of HTTP.
            path: below ``/api/v1/``.
            body: what is sent along.
            kind: the body's type.

        Raises:
            ApiError: the site refused.
            Unreachable: it did not answer.
        """
        headers = {"Accept": "application/json", "User-Agent": "scuffle"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        if body is not None:
            headers |= {"Content-Type": kind, "Idempotency-Key": uuid.uuid4().hex}
        request = Request(  # noqa: S310 - the constructor saw to http and https
            f"{self.url}/api/v1/{path}", body, headers, method=method
        )
        for left in reversed(range(_TRIES)):
            try:
                return self._once(request)
            except HTTPError as error:
                if 300 <= error.code < 400:
                    raise self._sent_elsewhere(error) from None
                pause_s = _pause_s(error)
                if left and pause_s is not None:
                    self._pause(pause_s)
                    continue
                raise _problem(error) from None
        raise AssertionError("the last try returns or raises")

    def _once(self, request: Request) -> Reply:
        try:
            with _OPENER.open(request, timeout=_TIMEOUT_S) as response:
                return Reply(response.read(), response.headers)
        except HTTPError:
            raise
        except (URLError, HTTPException, OSError, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise Unreachable(
                f"{self.url} does not answer ({reason}). Is the site running, and is the address "
                "right? Set it with --url or SCUFFLE_URL."
            ) from None


def _opener() -> OpenerDirector:
    """Follows no redirect: the token would go along to whoever is named there."""
    made = OpenerDirector()
    for handler in (
        ProxyHandler(),
        HTTPHandler(),
        HTTPSHandler(),
        HTTPDefaultErrorHandler(),
        HTTPErrorProcessor(),
    ):
        made.add_handler(handler)
    return made


_OPENER = _opener()


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def query_of(query: Mapping[str, Any]) -> str:
    """``?name=value``; what is ``None`` is left out."""
    given = {name: value for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _pause_s(error: HTTPError) -> float | None:
    """How long the site asks to wait before the same request may succeed."""
    asked = error.headers.get("Retry-After", "")
    if error.code not in (429, 503) or not re.fullmatch("[0-9]{1,9}", asked):
        return None
    return float(asked) if int(asked) <= _LONGEST_WAIT_S else None


def _kind(status: int, code: str) -> type[ApiError]:
    if _AT_THE_DOOR.fullmatch(code):
        return UploadRefused
    return QuotaReached if code in _OVER else _KINDS.get(status, ApiError)


def _problem(error: HTTPError) -> ApiError:
    with error:
        raw = error.read()
    try:
        found = json.loads(raw)
    except ValueError:
        found = {}
    if not isinstance(found, dict):
        found = {}
    code = str(found.get("code", ""))
    title = str(found.get("title") or f"HTTP {error.code} {error.reason}")
    listed = found.get("errors")
    errors = tuple(map(str, listed)) if isinstance(listed, list) else ()
    detail, hint = str(found.get("detail", "")), str(found.get("hint", ""))
    return _kind(error.code, code)(error.code, title, detail, hint, errors, code)
