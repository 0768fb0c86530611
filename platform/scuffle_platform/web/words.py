"""How the pages say numbers, times and states; template filters."""

import json
import re
from datetime import UTC, datetime
from functools import cache
from math import sqrt
from typing import Any

from markupsafe import Markup, escape

from scuffle import registry
from scuffle.wire import visible
from scuffle_platform.names import isolated
from scuffle_platform.web.samples import first_bot

_CODE = re.compile(r"`{1,2}([^`]+)`{1,2}")

TONES = {
    "ready": "good",
    "active": "good",
    "ok": "good",
    "finished": "good",
    "ended": "good",
    "open": "good",
    "checking": "busy",
    "queued": "busy",
    "playing": "busy",
    "running": "busy",
    "rejected": "bad",
    "void": "warn",
    "lost": "warn",
    "refused": "warn",
    "benched": "warn",
    "disabled": "bad",
    "out of play": "bad",
    "working": "busy",
    "idle": "good",
    "drained": "warn",
    "ending": "warn",
    "no-cage": "warn",
    "quarantined": "bad",
    "gone": "warn",
}
"""The tone of a state; verdicts other than ``ok`` are ``bad``, the rest is plain."""

VERDICTS = {
    "ok": "did not fail",
    "left": "left the game",
    "no-start": "could not be started",
    "start-timeout": "was not ready in time",
    "timeout": "ran out of time",
    "crash": "crashed",
    "memory": "used too much memory",
    "malformed": "sent an answer that is not the JSON asked for",
    "illegal": "sent an action that is not legal",
    "output": "flooded its output",
}
"""Each verdict as the end of a sentence that begins with the bot's name."""


def utc(when: datetime | float) -> datetime:
    """A moment in UTC; naive ones are taken as UTC, numbers as POSIX seconds."""
    if not isinstance(when, datetime):
        return datetime.fromtimestamp(when, UTC)
    return when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)


def stamp(when: datetime | float) -> str:
    """``30 Nov 2026, 14:03 UTC``."""
    moment = utc(when)
    return f"{moment.day} {moment:%b %Y, %H:%M} UTC"


def clock(when: datetime | float) -> str:
    """``14:03 UTC``."""
    return f"{utc(when):%H:%M} UTC"


def recent(when: datetime | float) -> str:
    """``14:03 UTC`` for a moment of today, else with its date."""
    moment = utc(when)
    return clock(moment) if moment.date() == datetime.now(UTC).date() else stamp(moment)


def iso(when: datetime | float) -> str:
    """The moment as RFC 3339."""
    return f"{utc(when):%Y-%m-%dT%H:%M:%SZ}"


def whole(number: float) -> str:
    """A rating without its decimals, with a real minus sign."""
    return f"{round(number)}".replace("-", "−")


def size(count: int) -> str:
    """``512 bytes``, ``4.2 kB``, ``1.3 MB``; a kB is 1,000 bytes."""
    if count < 1000:
        return plural(count, "byte")
    return f"{count / 1000:.1f} kB" if count < 999_950 else f"{count / 1e6:.1f} MB"


def plural(count: int, word: str, many: str = "") -> str:
    """``1 game``, ``2 games``."""
    return f"{count:,} {word if count == 1 else many or word + 's'}"


def ago(seconds: float) -> str:
    """An age in its largest useful unit."""
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= length:
            return plural(int(seconds // length), unit)
    return plural(max(0, int(seconds)), "second")


def tone(state: str) -> str:
    """The badge's class for a state or verdict."""
    return TONES.get(state, "bad" if state in VERDICTS else "")


def game_name(game_id: str) -> str:
    """The display name; an id that is no longer installed stays as it is."""
    known = registry.games().get(game_id)
    return known.name if known else game_id


def place_word(place: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``4th``."""
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"


def format_words(key: str, game_id: str = "") -> str:
    """A format key (``2:{"size":13}``) for people: ``2 players, size 13``."""
    count, _, text = key.partition(":")
    try:
        settings = json.loads(text)
    except ValueError:
        return key
    if not isinstance(settings, dict):
        return key
    return settings_words(unusual(settings, game_id), int(count))


def score_words(wins: int, draws: int, losses: int) -> str:
    """The share of points and where the true one lies, ``62 % (47–75)``.

    Not share and half width: of few matches the interval is lopsided, and its middle is no share.

    Source: Wilson's interval, E. B. Wilson, J. Am. Stat. Assoc. 22 (1927); a draw is half a win.
    """
    games = wins + draws + losses
    if not games:
        return "–"
    share, z2 = (wins + draws / 2) / games, 1.96**2
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    wide = sqrt(z2 * (share * (1 - share) / games + z2 / (4 * games**2))) / (1 + z2 / games)
    return f"{100 * share:.0f} % ({100 * (middle - wide):.0f}–{100 * (middle + wide):.0f})"


def unusual(settings: dict[str, Any], game_id: str) -> dict[str, Any]:
    """The settings that differ from the game's defaults."""
    known = registry.games().get(game_id)
    if known is None:
        return settings
    usual = known.Settings().model_dump(mode="json")
    return {name: value for name, value in settings.items() if usual.get(name) != value}


def settings_words(settings: dict[str, Any], num_players: int | None = None) -> str:
    """Settings for people; only those that were set."""
    words = [f"{name.replace('_', ' ')} {_value(value)}" for name, value in settings.items()]
    if num_players:
        words.insert(0, plural(num_players, "player"))
    return ", ".join(words) or "standard settings"


def told(value: Any) -> str:
    """Any plain value for people: ``yes``, ``none``, ``read, play``."""
    return ", ".join(map(_value, value)) if isinstance(value, list | tuple) else _value(value)


def ended(text: str) -> str:
    """What somebody wrote as a sentence: with a capital and an end."""
    text = text.strip()
    last = text.rstrip("\u2069")[-1:]
    return f"{text[:1].upper()}{text[1:]}{'' if last in '.!?…' else '.'}"


def logged(text: str) -> str:
    """What a program wrote: lines of it, with what would turn, hide or steer them spelt out."""
    return visible(text, but="\n\t")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def json_text(value: dict[str, Any]) -> str:
    """A JSON object for reading: one field a line, long lists one entry a line."""
    fields = [f"  {_json(name)}: {_field(field)}" for name, field in value.items()]
    return "{\n" + ",\n".join(fields) + "\n}"


def _field(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], list | dict):
        return "[\n    " + ",\n    ".join(map(_json, value)) + "\n  ]"
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


@cache
def web_module(game_id: str) -> str:
    """The asset that draws a game's views."""
    path = registry.web_module(game_id)
    return f"games/{path.parent.name}/{path.name}"


def coded(text: str) -> Markup:
    """Text whose words in backticks are code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 (escaped)


def browser_words(agent: str) -> str:
    """A browser's own long name for itself, shortened: ``Firefox on Linux``."""
    kinds = ("Edg", "OPR", "Firefox", "Chrome", "Safari", "curl")
    systems = ("Windows", "Android", "iPhone", "iPad", "Mac OS", "Linux")
    kind = next((word for word in kinds if word in agent), "A browser")
    system = next((word for word in systems if word in agent), "")
    named = {"Edg": "Edge", "OPR": "Opera"}.get(kind, kind)
    return f"{named} on {system}" if system else named


FILTERS: dict[str, Any] = {
    "stamp": stamp,
    "clock": clock,
    "iso": iso,
    "recent": recent,
    "whole": whole,
    "size": size,
    "plural": plural,
    "ago": ago,
    "tone": tone,
    "game_name": game_name,
    "format_words": format_words,
    "settings_words": settings_words,
    "unusual": unusual,
    "coded": coded,
    "score_words": lambda row: score_words(row.wins, row.draws, row.losses),
    "json_text": json_text,
    "browser": browser_words,
    "web_module": web_module,
    "first_bot": first_bot,
    "told": told,
    "ended": ended,
    "place": place_word,
    "verdict": lambda word: VERDICTS.get(word, word),
    "isolated": isolated,
    "logged": logged,
}
