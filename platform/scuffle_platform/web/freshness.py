"""Pages that a browser need not fetch again: they change with a fit, or with who looks."""

from hashlib import sha256

from flask import Response, request

from scuffle_platform.store.models import now


def tag_of(*facts: object) -> str:
    """The ETag of this address as it shows ``facts`` to whoever asks, in this minute.

    The cookies are part of it: who is signed in, which colours, which form token, what is told
    once. So is the minute, which every page names.
    """
    seen = (request.full_path, request.headers.get("Cookie", ""), f"{now():%d %H:%M}", facts)
    return sha256(repr(seen).encode()).hexdigest()[:32]


def unchanged(tag: str) -> Response | None:
    """The answer to a browser that has the page of that tag already."""
    if tag not in request.if_none_match:
        return None
    answer = Response(status=304)
    answer.set_etag(tag)
    return answer


def tagged(page: str, tag: str) -> Response:
    """A page with its tag."""
    answer = Response(page, mimetype="text/html")
    answer.set_etag(tag)
    return answer
