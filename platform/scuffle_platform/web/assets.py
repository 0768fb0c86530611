"""Static files of the site, the replay player and the games, from one address.

Each is named with the hash of its content, so that browsers keep it for a year and still see a
new one at once. Modules import each other by plain relative names; those carry no hash and are
asked for again with an ETag.
"""

import gzip
import mimetypes
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, abort, request, url_for

import scuffle
from scuffle import registry

bp = Blueprint("assets", __name__)

SUFFIXES = frozenset({".css", ".js", ".svg", ".png", ".woff2", ".json"})
"""What is served; a game's folder holds Python files too, which are not."""

_HERE = Path(__file__).parent / "static"
_PLAYER = Path(scuffle.__file__).parent / "player"
_KEEP = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, as it is sent."""

    body: bytes
    packed: bytes
    digest: str
    kind: str


def locate(name: str) -> Path | None:
    """The file behind ``site/…``, ``player/…`` or ``games/<folder>/…``, if there is one."""
    head, _, rest = name.partition("/")
    if ".." in rest.split("/") or Path(rest).suffix not in SUFFIXES:
        return None
    root = {"site": _HERE, "player": _PLAYER, "games": _game_root(rest.partition("/")[0])}.get(head)
    path = root / rest if root else None
    return path if path and path.is_file() else None


@cache
def _game_root(folder: str) -> Path | None:
    """Where the folder of a game lies; shared engines lie beside the games that use them."""
    for game_id in registry.games():
        parent = registry.web_module(game_id).parent.parent
        if (parent / folder).is_dir():
            return parent
    return None


@cache
def load(path: Path, changed_ns: int) -> Asset:
    """Read and pack one file; ``changed_ns`` makes an edited one be read again."""
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Asset(body, gzip.compress(body, 9, mtime=0), sha256(body).hexdigest()[:16], kind)


def asset(name: str) -> str:
    """The address of a static file, with its hash."""
    path = locate(name)
    version = load(path, path.stat().st_mtime_ns).digest[:8] if path else None
    return url_for("assets.serve", name=name, v=version)


@bp.get("/assets/<path:name>")
def serve(name: str) -> Response:
    """One static file."""
    path = locate(name)
    if path is None:
        abort(404)
    found = load(path, path.stat().st_mtime_ns)
    packed = request.accept_encodings.find("gzip") >= 0
    response = Response(found.packed if packed else found.body, mimetype=found.kind)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    response.set_etag(f"{found.digest}{'-gz' if packed else ''}")
    response.headers["Cache-Control"] = _KEEP if request.args.get("v") else "public, no-cache"
    response.make_conditional(request)
    return response
