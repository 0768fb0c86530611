"""A client of the site's API, standard library only.

Lists are iterators that fetch further pages as they are read; a refusal is a typed error with the
site's own sentence and hint; ``Retry-After`` is honoured.
"""

import io
import json
import tarfile
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from scuffle.transport import (
    DEFAULT_URL,
    ApiError,
    NotAllowed,
    NotFound,
    QuotaReached,
    Transport,
    Unreachable,
    UploadRefused,
    query_of,
)

__all__ = [
    "DEFAULT_URL",
    "ApiError",
    "Client",
    "NotAllowed",
    "NotFound",
    "QuotaReached",
    "Unreachable",
    "UploadRefused",
]

Item = dict[str, Any]
Told = Callable[[Item], object]
"""Is told how far it is, each time that is looked at."""

_OPEN = {"queued", "playing", "checking"}
"""The states that something passes through."""
_LOOK_S = 5
_HELD_S = 20
"""How long a site holds an answer back, if asked to."""
_LINES = 10_000
"""Lines that an export gives at most."""


class Client(Transport):
    """The API of one site, as one account or as anybody."""

    def limits(self) -> Item:
        """What the site limits: ``match`` in a match, ``site`` outside; as on its Limits page."""
        return self._item("limits")

    def matches(self, **filters: Any) -> Iterator[Item]:
        """Matches, the newest first; filters as in ``GET matches``."""
        return self.items("matches", **filters)

    def match(self, match_id: str) -> Item:
        """One match, with its attempts and what only its owner reads."""
        return self._item(f"matches/{_word(match_id)}")

    def export(self, since: str | None = None, **filters: Any) -> Iterator[Item]:
        """All matches, the oldest first, from ``since`` (RFC 3339) on.

        Keep the last one's ``created``: as ``since`` of the next call it goes on from there, and
        that match comes once more.
        """
        last = ""
        while True:
            text = self.text("matches.ndjson", since=since, **filters)
            found = [json.loads(line) for line in text.split("\n") if line]
            yield from (one for one in found if one["id"] != last)
            if len(found) < _LINES:
                return
            since, last = found[-1]["created"], found[-1]["id"]

    def replays(self, day: date | str, **filters: Any) -> Iterator[tuple[str, bytes]]:
        """The public replays of a day that is over (UTC): a match's id and its gzipped replay."""
        reply = self.send("GET", f"replays/{_word(str(day))}.tar" + query_of(filters))
        with tarfile.open(fileobj=io.BytesIO(reply.body)) as archive:
            for entry in archive:
                file = archive.extractfile(entry)
                assert file is not None, "a site packs files only"
                yield entry.name.partition(".")[0], file.read()

    def wait_match(self, match_id: str, told: Told = lambda _: None) -> Item:
        """A match once it has ended, one way or another."""
        return self._wait(lambda: self.match(match_id), told)

    def version(self, bot: str, number: int, wait_s: int = 0) -> Item:
        """A version of a bot; the site may hold its answer back while it is being checked."""
        path = f"bots/{_word(bot)}/versions/{number}"
        return self._item(path, wait=min(wait_s, _HELD_S) or None)

    def wait_version(self, bot: str, number: int, told: Told = lambda _: None) -> Item:
        """A version once its check has ended."""
        return self._wait(lambda: self.version(bot, number, _HELD_S), told, look_s=2)

    def wait_series(self, series_id: str, told: Told = lambda _: None) -> Item:
        """A series once it has ended."""
        return self._wait(lambda: self.series(series_id), told)

    def submit(self, bot: str, file: Path | tuple[str, bytes], note: str = "") -> Item:
        """Upload a new version of ``bot``; returns the version as it stands.

        Args:
            bot: the bot's name or id.
            file: what to upload, or its name and bytes.
            note: the owner's words about it.
        """
        return self._upload(f"bots/{_word(bot)}/versions", file, {"note": note})

    def submit_first(
        self, name: str, game: str, file: Path | tuple[str, bytes], note: str = ""
    ) -> Item:
        """Make a bot of that name with its first version; if that is refused, no bot is made.

        Args:
            name: the new bot's.
            game: the game's id.
            file: what to upload, or its name and bytes.
            note: the owner's words about it.
        """
        return self._upload("versions", file, {"name": name, "game": game, "note": note})

    def _upload(self, path: str, file: Path | tuple[str, bytes], fields: Mapping[str, str]) -> Item:
        name, data = file if isinstance(file, tuple) else (file.name, file.read_bytes())
        body, kind = _multipart(name, data, fields)
        found: Item = self._json(self.send("POST", path, body, kind))
        return found

    def source(self, bot: str, number: int) -> tuple[str, bytes]:
        """A version of one's own bot as it was uploaded: the file's name and its bytes."""
        reply = self.send("GET", f"bots/{_word(bot)}/versions/{number}/source")
        named = reply.headers.get("Content-Disposition", "").partition("filename*=UTF-8''")[2]
        name = unquote(named).replace("\\", "/").rpartition("/")[2].lstrip(".")
        return name or f"version-{number}", reply.body

    def start_series(
        self,
        game: str,
        new: str,
        old: str,
        *,
        field: Sequence[str] = (),
        settings: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Ask whether a bot of this account is better than another one.

        Args:
            game: the game's id.
            new: is this bot (or ``bot@version``) better
            old: than that one?
            field: in a game for three or more, whom both meet.
            settings: ``None``: in turn what the ladder plays.
        """
        body: dict[str, Any] = {"game": game, "new": new, "old": old, "field": list(field)}
        if settings is not None:
            body |= {"settings": dict(settings)}
        found: dict[str, Any] = self.post("series", body)
        return found

    def series(self, series_id: str) -> dict[str, Any]:
        """A series as it stands, with its sets."""
        found: dict[str, Any] = self.get(f"series/{_word(series_id)}")
        return found

    def stop_series(self, series_id: str) -> dict[str, Any]:
        """End a series of this account before it has an answer."""
        found: dict[str, Any] = self.post(f"series/{_word(series_id)}/stop", {})
        return found

    def leaderboard(self, game: str) -> Item:
        """Who leads a game: every line as ``items``, and ``as_of``, the one fit they are from."""
        while True:
            pages = list(self.pages(f"games/{_word(game)}/leaderboard", limit=100))
            if all(page.get("as_of") == pages[0].get("as_of") for page in pages):
                whole = {name: told for name, told in pages[0].items() if name != "next"}
                return whole | {"items": [line for page in pages for line in page["items"]]}

    def tournaments(self, **filters: Any) -> Iterator[Item]:
        """Tournaments, the newest first; filters as in ``GET tournaments``."""
        return self.items("tournaments", **filters)

    def tournament(self, tournament_id: str) -> Item:
        """One tournament with its entrants and tables."""
        return self._item(f"tournaments/{_word(tournament_id)}")

    def enter_tournament(self, tournament_id: str, bot: str) -> Item:
        """Enter a bot of this account."""
        found: Item = self.post(f"tournaments/{_word(tournament_id)}/entries", {"bot": bot})
        return found

    def leave_tournament(self, tournament_id: str, bot: str) -> Item:
        """Withdraw it."""
        found: Item = self.delete(f"tournaments/{_word(tournament_id)}/entries", {"bot": bot})
        return found

    def leagues(self) -> Iterator[Item]:
        """This account's leagues, then those that everybody may see."""
        return self.items("leagues")

    def league(self, league_id: str) -> Item:
        """One league."""
        return self._item(f"leagues/{_word(league_id)}")

    def join_league(self, code: str) -> Item:
        """Become a member by a code; its owner may then read this account's logs there."""
        found: Item = self.post("leagues/join", {"code": code})
        return found

    def play_in_league(self, league_id: str, bot: str | None) -> Item:
        """Play there with a bot of this account, or with ``None`` with none."""
        found: Item = self.post(f"leagues/{_word(league_id)}/bot", {"bot": bot})
        return found

    def leave_league(self, league_id: str) -> Item:
        """End the membership."""
        found: Item = self.post(f"leagues/{_word(league_id)}/leave", {})
        return found

    def _item(self, path: str, **query: Any) -> Item:
        found: Item = self.get(path, **query)
        return found

    def _wait(self, look: Callable[[], Item], told: Told, look_s: float = _LOOK_S) -> Item:
        while (found := look())["status"] in _OPEN:
            told(found)
            self._pause(look_s)
        return found


def _word(text: str) -> str:
    """A word as it stands in a path."""
    return quote(text, safe="")


def _multipart(name: str, data: bytes, fields: Mapping[str, str]) -> tuple[bytes, str]:
    """A form with ``fields`` and ``file``: its body and its content type (RFC 7578)."""
    edge = uuid.uuid4().hex
    safe = name.replace("\\", "_").replace('"', "_").replace("\r", "_").replace("\n", "_")
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{text}\r\n'.encode()
        for field, text in fields.items()
    ]
    parts += [
        f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{safe}"\r\n'
        f"Content-Type: application/octet-stream\r\n\r\n".encode(),
        data,
        f"\r\n--{edge}--\r\n".encode(),
    ]
    return b"".join(parts), f"multipart/form-data; boundary={edge}"
