"""Security headers of every answer: nothing from elsewhere, nothing inline, nothing framed."""

from flask import Flask, Response, request

_DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'none'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}


def policy(**other: str) -> str:
    """The Content-Security-Policy of a page; ``other`` replaces directives (``worker_src``)."""
    changed = {name.replace("_", "-"): text for name, text in other.items()}
    return "; ".join(f"{name} {text}" for name, text in (_DIRECTIVES | changed).items())


_FIXED = {
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: the check of forms over https wants to see that they come from here.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

UNSENT = "RateLimit-Retry"
"""A header that a library puts on every answer and nobody is sent."""


def register_headers(app: Flask) -> None:
    """Add the headers to every answer of ``app``, static files excepted.

    A view that may stand in a frame elsewhere (an embedded replay) says so by setting
    ``response.embeddable = True``; no cookie decides what it shows. One that needs another policy
    sets the header itself, made with ``policy``.
    """

    @app.after_request
    def secure(response: Response) -> Response:
        embeddable = getattr(response, "embeddable", False)
        usual = policy(frame_ancestors="*") if embeddable else policy()
        response.headers.setdefault("Content-Security-Policy", usual)
        for name, value in _FIXED.items():
            response.headers.setdefault(name, value)
        if _is_trustworthy():
            response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        response.headers.pop(UNSENT, None)
        if request.is_secure:
            response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-cache, private"
        return response


def _is_trustworthy() -> bool:
    """Whether a browser trusts where this comes from; elsewhere it complains of that header."""
    host = request.host.rpartition(":")[0] or request.host
    return request.is_secure or host in ("localhost", "[::1]") or host.startswith("127.")
