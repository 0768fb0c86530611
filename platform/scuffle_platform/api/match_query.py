"""The filters of match lists."""

import re
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from scuffle.contract import Verdict
from scuffle.wire import Malformed, parse_line
from scuffle_platform.api.filters import RESULTS, GameFilter, OutcomeFilter, check_settings
from scuffle_platform.api.lookup import find_bot, find_ladder, find_series, find_tournament
from scuffle_platform.api.paging import PageQuery
from scuffle_platform.api.shapes import Word
from scuffle_platform.auth import caller, is_admin, required_account
from scuffle_platform.problems import Problem, invalid
from scuffle_platform.store import Session
from scuffle_platform.store.listing import Wanted
from scuffle_platform.store.models import MatchKind, MatchStatus

_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII)


def _check_moment(text: Any) -> Any:
    if isinstance(text, str) and not _MOMENT.fullmatch(text):
        raise ValueError(
            f"found '{text[:40]}', wanted a moment with its zone (RFC 3339), such as "
            "2026-11-30T00:00:00Z; a + in an address is written %2B"
        )
    return text


Moment = Annotated[datetime, BeforeValidator(_check_moment)]


class MatchFilters(BaseModel):
    """Which matches are given; filters narrow together."""

    model_config = ConfigDict(extra="forbid")

    game: GameFilter | None = None
    ladder: Word | None = Field(None, description="A ladder's id.")
    series: Word | None = Field(None, description="A series' id.")
    tournament: Word | None = Field(None, description="A tournament's id.")
    kind: MatchKind | None = None
    status: MatchStatus | None = None
    bot: Word | None = Field(None, description="A bot that sits in it, by id or name.")
    opponent: Word | None = Field(None, description="Another bot that sits in it.")
    version: int | None = Field(
        None, ge=1, lt=2**31, description="The number of the version of `bot`, which it needs."
    )
    seat: int | None = Field(None, ge=0, le=15, description="The seat of `bot`, or any seat.")
    settings: Annotated[str, StringConstraints(max_length=500)] | None = Field(
        None, description='Settings as a JSON object, such as {"size": 8}; others may differ.'
    )
    verdict: Verdict | None = Field(
        None,
        description="Of `bot` if given, else of the caller's with `mine`, else of any.",
    )
    outcome: OutcomeFilter | None = Field(
        None, description="`win`, `draw` or `loss` of `bot`; or a reason, such as `shut-in`."
    )
    tag: Annotated[str, StringConstraints(max_length=24)] | None = Field(
        None, description="A mark that a bot set on the timeline."
    )
    since: Moment | None = Field(None, description="Made then or later, RFC 3339.")
    mine: bool = Field(False, description="Only with bots of the caller.")


class MatchQuery(MatchFilters, PageQuery):
    """Which page of which matches."""


def wanted(session: Session, query: MatchFilters) -> Wanted:
    """The filters as the store takes them.

    Raises:
        Problem: a filter needs another one, names nothing that exists, or is no JSON.
    """
    word = query.outcome
    result = word if word in RESULTS else None
    _check_needs_bot(query, result)
    contest = _contest(query)
    _check_exist(session, query)
    bot = find_bot(session, query.bot, query.game) if query.bot else None
    game = bot.game if bot else query.game
    who = caller()
    return Wanted(
        game=query.game,
        ladder=query.ladder,
        contest=contest,
        kind=query.kind,
        status=query.status,
        bot=bot.id if bot else None,
        opponent=find_bot(session, query.opponent, game).id if query.opponent else None,
        version=query.version,
        seat=query.seat,
        settings=_settings(query.settings, game),
        verdict=query.verdict,
        result=result,
        reason=None if result else word,
        tag=query.tag,
        since=_since(query.since),
        account=required_account().id if query.mine else None,
        viewer=who.account.id if who else None,
        sees_all=is_admin(),
    )


def _check_exist(session: Session, query: MatchFilters) -> None:
    if query.ladder:
        find_ladder(session, query.ladder)
    if query.series:
        find_series(session, query.series)
    if query.tournament:
        find_tournament(session, query.tournament)


def _check_needs_bot(query: MatchFilters, result: str | None) -> None:
    if query.bot:
        return
    for name, value in (("version", query.version), ("outcome", result)):
        if value is not None:
            raise invalid(
                f"The filter '{name}={value}' says nothing without a bot.",
                "Add 'bot=' with the bot's id or name.",
            )


def _contest(query: MatchFilters) -> str | None:
    if query.series and query.tournament:
        raise invalid(
            "'series' and 'tournament' together name no match: each is played for one of them.",
            "Send one of the two.",
        )
    return query.series or query.tournament


def _since(moment: datetime | None) -> datetime | None:
    try:
        return moment and moment.astimezone(UTC)
    except OverflowError:
        raise invalid("'since' lies outside the calendar.", "Give a moment in UTC.") from None


def _settings(text: str | None, game: str | None) -> dict[str, Any]:
    if text is None:
        return {}
    try:
        found = parse_line(text.encode())
    except Malformed:
        raise _bad_settings() from None
    simple = (bool, int, float, str)
    if not all(isinstance(one, simple) for one in found.values()):
        raise _bad_settings()
    check_settings(found, game)
    return found


def _bad_settings() -> Problem:
    return invalid(
        "The filter 'settings' is no JSON object of plain values.",
        'Send it like settings={"size":8}, percent-encoded.',
    )
