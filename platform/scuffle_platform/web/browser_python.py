"""Python for browsers, as the site serves it: Pyodide's files, the SDK's wheel, the worker.

All of it is this site's own: nothing is asked of anybody else. Addresses say which edition of the
files they mean, so that a browser fetches each once and keeps it.
"""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, request, url_for

from scuffle_platform.context import settings
from scuffle_platform.pyodide.files import are_here, edition, folder, wanted
from scuffle_platform.web import assets
from scuffle_platform.web.wheel import wheel_address, wheel_bytes, wheel_name

bp = Blueprint("browser_python", __name__)

_KEEP = "public, max-age=31536000, immutable"
_KINDS = {
    ".wasm": "application/wasm",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".zip": "application/zip",
    ".whl": "application/zip",
}
_WORKER = "site/practice/worker.js"
WORKER_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'none'",
        "frame-ancestors 'none'",
    )
)
"""What runs there may be somebody else's bot: it may ask no address for anything."""


@dataclass(frozen=True, slots=True)
class BrowserPython:
    """What the page's modules are told.

    Attributes:
        home: the address of the folder of Pyodide's files.
        worker: the address of the worker's module.
        files: name, address and size in bytes of all that the worker is given; wheels in the
            order in which they are unpacked.
    """

    home: str
    worker: str
    files: list[tuple[str, str, int]]


def browser_python() -> BrowserPython | None:
    """Where everything lies; ``None`` while the files were not fetched."""
    data = settings().data.resolve()
    if not are_here(data):
        return None
    place = folder(data)
    # Modules are imported from their addresses; the rest is handed to the worker.
    files: list[Any] = [
        (name, _address(name), (place / name).stat().st_size)
        for name in wanted()
        if not name.endswith(".mjs")
    ]
    files.append((wheel_name(), wheel_address(), len(wheel_bytes())))
    return BrowserPython(_address(""), url_for("browser_python.worker", v=_worker_hash()), files)


def _address(name: str) -> str:
    return f"/practice/python/{edition()}/{name}"


@bp.get("/practice/python/<edition_asked>/<name>")
def file(edition_asked: str, name: str) -> Response:
    """One of Pyodide's files."""
    data = settings().data.resolve()
    if edition_asked != edition() or name not in wanted() or not are_here(data):
        abort(404)
    kind = _KINDS[name[name.rindex(".") :]]
    packed = (folder(data) / f"{name}.gz").is_file() and request.accept_encodings.find("gzip") >= 0
    sent = f"{name}.gz" if packed else name
    response = Response((folder(data) / sent).read_bytes(), mimetype=kind)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = _KEEP
    return response


@bp.get("/practice/worker.js")
def worker() -> Response:
    """The worker, under the policy that holds inside it."""
    response = assets.serve(_WORKER)
    response.headers["Content-Security-Policy"] = WORKER_POLICY
    return response


def _worker_hash() -> str:
    path = assets.locate(_WORKER)
    assert path is not None
    return assets.load(path, path.stat().st_mtime_ns).digest[:8]
