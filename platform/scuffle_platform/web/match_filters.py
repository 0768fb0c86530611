"""What the address of a list of matches asks for: every filter of the API's, forgivingly.

A word that means nothing here is left out and told, so that a link from elsewhere, or from an
older site, still shows something; a bot that nobody has heard of is asked about.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from scuffle.contract import Verdict
from scuffle.wire import Malformed, parse_line
from scuffle_platform.auth import caller, is_admin, required_account
from scuffle_platform.store import Session, bots
from scuffle_platform.store.listing import Wanted
from scuffle_platform.store.models import Bot, MatchKind, MatchStatus
from scuffle_platform.web import settings_form

Reader = Callable[[str], Any]
"""What makes a value of a filter's text; ``None`` where it has no such value."""

RESULTS = ("win", "draw", "loss")
FILTERS = (
    "game", "bot", "opponent", "version", "seat", "settings", "outcome", "verdict", "kind",
    "status", "tag", "since", "ladder", "series", "tournament", "mine",
)  # fmt: skip
"""What a list can be filtered by, as in its address; ``after`` is the place in the list."""
FAILED = "failed"
"""Any verdict but ``ok``."""
_MOST = 2**31
_SEATS = 16
_OTHERS = ("mine", "series", "tournament")


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for.

    Attributes:
        wanted: the filters as the store takes them.
        unknown: a bot in it that does not exist, or ``""``.
        several: the games that have a bot of that name, where no game was named.
        left_out: what of it means nothing.
    """

    wanted: Wanted
    unknown: str = ""
    several: tuple[Bot, ...] = ()
    left_out: tuple[str, ...] = ()


def asked(session: Session, args: Mapping[str, str], game: str | None) -> Asked:
    """Read an address.

    Args:
        session: any transaction.
        args: the address's arguments.
        game: the game whose page it is; ``None`` where the address may name one.

    Raises:
        Problem: 401, ``mine`` was asked for and nobody is logged in.
    """
    given = {name: value.strip() for name, value in args.items() if value.strip()}
    read: dict[str, Any] = {name: _READERS[name](given[name]) for name in FILTERS if name in given}
    if game is not None:
        read["game"] = game
    ids: dict[str, Any] = {}
    for part in ("bot", "opponent"):
        word = read.pop(part, None)
        found = bots.find(session, word[:64], read.get("game")) if word else ()
        if word and len(found) != 1:
            return Asked(Wanted(game=game), word, tuple(found))
        if found:
            ids[part] = found[0].id
    return Asked(_wanted(read, ids), left_out=_left_out(given, read, game))


def _wanted(read: dict[str, Any], ids: dict[str, Any]) -> Wanted:
    who = caller()
    known = {name: value for name, value in read.items() if value is not None}
    outcome, verdict = known.pop("outcome", None), known.pop("verdict", None)
    return Wanted(
        **{name: known[name] for name in known if name not in _OTHERS},
        **ids,
        contest=_contest(known.get("series"), known.get("tournament")),
        result=outcome if outcome in RESULTS else None,
        reason=None if outcome in RESULTS else outcome,
        verdict=None if verdict == FAILED else verdict,
        failed=verdict == FAILED,
        account=required_account().id if known.get("mine") else None,
        viewer=who.account.id if who else None,
        sees_all=is_admin(),
    )


def _contest(series: str | None, tournament: str | None) -> str | None:
    # No match is played for both; an id that nothing has finds none.
    return "" if series and tournament and series != tournament else series or tournament


def _left_out(given: dict[str, str], read: dict[str, Any], game: str | None) -> tuple[str, ...]:
    """What the address holds that this list does not know, or that has no such value."""
    strange = [name for name in FILTERS if name in given and name in read and read[name] is None]
    if game is not None and given.get("game", game) != game:
        strange.append("game")
    other = [name for name in given if name not in (*FILTERS, "after")]
    return tuple(f"{name}={given[name]}" for name in strange + other)


def _number(low: int, most: int) -> Reader:
    def read(text: str) -> int | None:
        number = int(text) if text.isdecimal() and text.isascii() and len(text) < 11 else -1
        return number if low <= number < most else None

    return read


def _word(kind: type[StrEnum]) -> Reader:
    return lambda text: kind(text) if text in list(kind) else None


def _verdict(text: str) -> Any:
    return FAILED if text == FAILED else _word(Verdict)(text)


def _settings(text: str) -> dict[str, Any] | None:
    """``{"size": 8}``, or as it is typed: ``size=8, can pass=false``."""
    try:
        found = parse_line((text if text.startswith("{") else _typed(text)).encode())
    except Malformed:
        return None
    plain = all(isinstance(one, bool | int | float | str) for one in found.values())
    return found if found and plain else None


def _typed(text: str) -> str:
    parts = [part.partition("=") for part in text.split(",")]
    named = {
        settings_form.PREFIX + name.strip().replace(" ", "_"): value for name, _, value in parts
    }
    return json.dumps(settings_form.read(named))


def _since(text: str) -> datetime | None:
    """A day (``2026-11-30``) or a moment; one without a zone is in UTC."""
    try:
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def _text(most: int) -> Reader:
    return lambda text: text if len(text) <= most else None


_READERS: Mapping[str, Reader] = {
    "game": _text(64),
    "bot": _text(64),
    "opponent": _text(64),
    "version": _number(1, _MOST),
    "seat": _number(0, _SEATS),
    "settings": _settings,
    "outcome": _text(64),
    "verdict": _verdict,
    "kind": _word(MatchKind),
    "status": _word(MatchStatus),
    "tag": _text(24),
    "since": _since,
    "ladder": _text(64),
    "series": _text(64),
    "tournament": _text(64),
    "mine": lambda text: text in ("1", "true", "on", "yes") or None,
}
