"""Notices in words: a sentence, where it leads, and what it is called there."""

from typing import Any, NamedTuple

from flask import url_for

from scuffle_platform.names import isolated
from scuffle_platform.store.models import LadderKind, Notice, NoticeKind
from scuffle_platform.store.pages.inbox import Subjects
from scuffle_platform.web import series_words
from scuffle_platform.web.words import VERDICTS, game_name, place_word, plural


class Line(NamedTuple):
    """A notice for its reader.

    Attributes:
        sentence: plain text; names of another direction are isolated.
        path: the page that it is about.
        label: the text of the link there.
    """

    sentence: str
    path: str
    label: str


def line(notice: Notice, known: Subjects) -> Line:
    """A notice in words."""
    return _WORDS[notice.kind](notice.about, known)


def _name(about: dict[str, Any], known: Subjects, field: str = "bot") -> str:
    found = known.bots.get(about.get(field, ""))
    return isolated(found.name) if found else "a bot"


def _bot_page(about: dict[str, Any]) -> str:
    return url_for("bots.bot", bot_id=about["bot"])


def _version_page(about: dict[str, Any]) -> str:
    return url_for("versions.version", bot_id=about["bot"], number=about["version"])


def _ready(about: dict[str, Any], known: Subjects) -> Line:
    plays = " and plays" if about["plays"] else "; another one is set to play"
    words = f"{_name(about, known)} version {about['version']} passed its check{plays}."
    return Line(words, _version_page(about), "Look at it")


def _rejected(about: dict[str, Any], known: Subjects) -> Line:
    words = f"{_name(about, known)} version {about['version']} was rejected: {about['why']}"
    return Line(words, _version_page(about), "See why")


def _fault(about: dict[str, Any], known: Subjects) -> Line:
    what = VERDICTS.get(about["verdict"], about["verdict"])
    step = about.get("step")
    where = f" at step {step}" if step is not None else ""
    words = f"{_name(about, known)} version {about['version']} failed for the first time: it {what}"
    return Line(f"{words}{where}.", url_for("matches.match", match_id=about["match"]), "Watch")


def _benched(about: dict[str, Any], known: Subjects) -> Line:
    what = "plays again." if about.get("back") else "sits on the bench."
    words = f"{_name(about, known)} {what} {about['why']}"
    return Line(words, _bot_page(about), "Open")


def _disabled(about: dict[str, Any], known: Subjects) -> Line:
    name = _name(about, known)
    if "version" in about:
        words = f"An administrator took version {about['version']} of {name} out of play."
        words = f"{words} {about.get('why', '')}".strip()
    elif about["off"]:
        words = f"An administrator took {name} out of play: {about['why']}"
    else:
        words = f"An administrator let {name} play again."
    return Line(words, _bot_page(about), "Open")


def _series(about: dict[str, Any], known: Subjects) -> Line:
    one = known.series.get(about["series"])
    words = f"{series_words.question(one)} {series_words.answer(one)}" if one else "A series ended."
    return Line(words, url_for("series.one", series_id=about["series"]), "See the answer")


def _overtaken(about: dict[str, Any], known: Subjects) -> Line:
    ladder = known.ladders.get(about["ladder"])
    league = ladder is not None and ladder.kind is LadderKind.LEAGUE
    where = (ladder.name if league else game_name(ladder.game)) if ladder else "its ladder"
    name, other = _name(about, known), _name(about, known, "other")
    words = f"{other} overtook {name} in {where}: {place_word(about['place'])} now"
    page = _bot_page(about)
    if league:
        page = url_for("leagues.one", league_id=about["ladder"])
    elif ladder is not None:
        page = url_for("bots.against", bot_id=about["bot"], other_id=about["other"])
    return Line(f"{words}, {place_word(about['was'])} before.", page, "Compare")


def _tournament(about: dict[str, Any], known: Subjects) -> Line:
    one = known.tournaments.get(about["tournament"])
    title = isolated(one.name) if one else "A tournament"
    page = url_for("tournaments.one", tournament_id=about["tournament"])
    return Line(_tournament_words(title, about, known), page, "Open")


def _tournament_words(title: str, about: dict[str, Any], known: Subjects) -> str:
    event, name = about["event"], _name(about, known)
    if event == "cancelled":
        return f"{title} was cancelled. {about['why']}".strip()
    if event == "ended" and about.get("place"):
        of = plural(about["of"], "bot")
        return f"{title} has ended: {name} came {place_word(about['place'])} of {of}."
    if event == "ended":
        return f"{title} has ended."
    if about.get("number"):
        return f"{title} has begun: {name} was drawn as number {about['number']}."
    return f"{title} has begun without {name}, which could not play then."


def _league(about: dict[str, Any], known: Subjects) -> Line:
    ladder = known.ladders.get(about["ladder"])
    title = isolated(ladder.name) if ladder else "A league"
    if about["event"] == "removed":
        words = f"You are no member of {title} any more: its owner removed you."
        return Line(words, url_for("leagues.leagues_page"), "Leagues")
    closes = f"{ladder.closes:%d %b %Y, %H:%M} UTC" if ladder and ladder.closes else "another time"
    page = url_for("leagues.one", league_id=about["ladder"])
    if about["event"] == "soon":
        return Line(f"{title} closes at {closes}: what is uploaded by then counts.", page, "Open")
    return Line(f"{title} closes at {closes} now; then its final is played.", page, "Open")


_WORDS = {
    NoticeKind.READY: _ready,
    NoticeKind.REJECTED: _rejected,
    NoticeKind.FAULT: _fault,
    NoticeKind.BENCHED: _benched,
    NoticeKind.DISABLED: _disabled,
    NoticeKind.SERIES: _series,
    NoticeKind.OVERTAKEN: _overtaken,
    NoticeKind.TOURNAMENT: _tournament,
    NoticeKind.LEAGUE: _league,
}
