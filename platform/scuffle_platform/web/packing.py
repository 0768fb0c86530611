"""Pages for strangers go gzipped; those of people do not.

Whoever can make a browser ask for pages with words of their choice learns from the size of what is
gzipped whether the words stand in it (Gluck, Harris and Prado: BREACH, 2013). A page for somebody
who is signed in holds the secret of that person's forms; a stranger's holds nothing worth knowing.
"""

import gzip

from flask import Flask, Response, request

from scuffle_platform.auth import COOKIE

SMALLEST = 1000
"""Bytes below which it is not worth it."""


def register_packing(app: Flask) -> None:
    """Gzip pages of ``app`` for strangers."""

    @app.after_request
    def pack(response: Response) -> Response:
        if response.mimetype == "text/html":
            response.vary.update(("Accept-Encoding", "Cookie"))
            if _may_be_packed(response):
                response.set_data(gzip.compress(response.get_data(), 6, mtime=0))
                response.headers["Content-Encoding"] = "gzip"
        return response


def _may_be_packed(response: Response) -> bool:
    fits = request.accept_encodings.find("gzip") >= 0 and "Content-Encoding" not in response.headers
    return fits and COOKIE not in request.cookies and (response.content_length or 0) >= SMALLEST
