"""The SDK as this site runs it, for ``pip install``: one wheel, put together on the first request.

Source of the layout: the binary distribution format of the Python packaging specifications.
"""

import io
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from flask import Blueprint, Response, abort, request, url_for

bp = Blueprint("wheel", __name__)

PACKAGES = ("scuffle", "scuffle_platform", "scuffle_sandbox")
"""One distribution holds all three; extras bring what the last two need."""

_DIST = "scuffle"
_TAGS = "Wheel-Version: 1.0\nGenerator: scuffle\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def wheel_name() -> str:
    """The file's name, with the version that this site runs."""
    return f"scuffle-{metadata.version(_DIST)}-py3-none-any.whl"


@bp.get("/sdk/<name>")
def wheel(name: str) -> Response:
    """The wheel, under its own name only."""
    if name != wheel_name():
        abort(404, f"The SDK of this site is {wheel_name()}.")
    response = Response(wheel_bytes(), mimetype="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    if request.args.get("v") == _digest():
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


def wheel_address() -> str:
    """The wheel's address with its hash, for browsers to keep it."""
    return url_for("wheel.wheel", name=wheel_name(), v=_digest())


@cache
def _digest() -> str:
    return sha256(wheel_bytes()).hexdigest()[:8]


@cache
def wheel_bytes() -> bytes:
    """The wheel itself, the same bytes each time."""
    body = io.BytesIO()
    records: list[str] = []
    info = f"scuffle-{metadata.version(_DIST)}.dist-info"
    with ZipFile(body, "w", ZIP_DEFLATED) as packed:
        for name, data in [*_sources(), *_descriptions(info)]:
            packed.writestr(ZipInfo(name), data, ZIP_DEFLATED)
            digest = urlsafe_b64encode(sha256(data).digest()).decode().rstrip("=")
            records.append(f"{name},sha256={digest},{len(data)}\n")
        records.append(f"{info}/RECORD,,\n")
        packed.writestr(ZipInfo(f"{info}/RECORD"), "".join(records), ZIP_DEFLATED)
    return body.getvalue()


def _sources() -> Iterator[tuple[str, bytes]]:
    for package in PACKAGES:
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            continue
        root = Path(spec.origin).parent
        for path in sorted(root.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield f"{package}/{path.relative_to(root).as_posix()}", path.read_bytes()


def _descriptions(info: str) -> Iterator[tuple[str, bytes]]:
    installed = metadata.distribution(_DIST)
    for name in ("METADATA", "entry_points.txt"):
        text = installed.read_text(name)
        if text:
            yield f"{info}/{name}", text.encode()
    yield f"{info}/WHEEL", _TAGS.encode()
