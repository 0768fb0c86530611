"""Pages of a list; filters and place live in the address."""

from urllib.parse import urlencode

from flask import request, url_for

LAST = 10_000


def page_number() -> int:
    """The page that the address asks for; the first for anything that is no page."""
    asked = request.args.get("page", 1, type=int)
    return min(max(1, asked), LAST)


def with_args(**changed: str | int | None) -> str:
    """This page's address with some arguments changed; ``None`` and empty ones are left out."""
    kept: dict[str, str | int | None] = {**request.args, **changed}
    assert request.endpoint
    filled = {name: value for name, value in kept.items() if value not in (None, "")}
    # Apart from url_for(), for which some names of arguments mean something else.
    path = url_for(request.endpoint, **(request.view_args or {}))
    return f"{path}?{urlencode(filled)}" if filled else path


def left_out(*known: str) -> list[str]:
    """The arguments of the address that mean nothing on this page, as they were given."""
    return [f"{name}={value}" for name, value in request.args.items() if name not in known]
