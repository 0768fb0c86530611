"""What the page of a board shows, the same for its template and for its script."""

import time
from dataclasses import dataclass
from typing import Any

from flask import url_for

from scuffle.contract import Action
from scuffle.film import named
from scuffle.registry import text_renderer
from scuffle_platform.boards import Shown
from scuffle_platform.reasons import REASONS
from scuffle_platform.secrecy import OVER
from scuffle_platform.store.models import Match, MatchStatus, SeatRow
from scuffle_platform.web.results import headline
from scuffle_platform.web.words import clock, place_word


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment of a board.

    Attributes:
        mark: by which the page asks for what comes next; ``""`` before there is a position.
        step: how many steps were taken.
        headline: whose turn it is, or how it ended.
        where: how far the game is, as the drawing in characters begins.
        note: what else is to be known, or ``""``.
        request: the request that waits for the person; 0: none.
        moves: the words of what may be played, in the order of ``legal``.
        legal: the actions themselves.
        told: what others did, oldest first.
        view: for the drawing; ``None`` before there is one.
        text: the same in characters.
        left_s: in how many seconds it ends without a move; 0: nobody is waited for.
        until: when that is, in words.
        over: whether the match has ended.
        match: where it can be watched once that is so; ``""`` until then.
    """

    headline: str
    mark: str = ""
    step: int = 0
    where: str = ""
    note: str = ""
    request: int = 0
    moves: tuple[str, ...] = ()
    legal: tuple[Action, ...] = ()
    told: tuple[str, ...] = ()
    view: dict[str, Any] | None = None
    text: str = ""
    left_s: float = 0.0
    until: str = ""
    over: bool = False
    match: str = ""


def names_of(match: Match) -> list[str]:
    """What the players are called, by seat."""
    return [seat.name for seat in match.seats]


def scene(match: Match, own: SeatRow, shown: Shown | None) -> Scene:
    """What the person on seat ``own`` is shown of a match."""
    names = names_of(match)
    recorded = url_for("matches.match", match_id=match.id) if match.status in OVER else ""
    if shown is None:
        return Scene(headline=match.sentence, match=recorded)
    position = shown.position
    text = named(names, text_renderer(match.game).render(position.view))
    told = tuple(named(names, one) for one in position.told)
    return Scene(
        mark=shown.mark,
        step=position.step,
        headline=_headline(match, own, shown),
        where=text.partition("\n")[0],
        note=position.note,
        request=position.request,
        moves=move_words(match.game, position.legal),
        legal=position.legal,
        told=told,
        view=position.view,
        text=text,
        left_s=max(0.0, position.ends - time.time()),
        until=clock(position.ends) if position.ends else "",
        over=position.over or match.status in OVER,
        match=recorded,
    )


def move_words(game: str, legal: tuple[Action, ...]) -> tuple[str, ...]:
    """Each action as it may be typed; with its kind, where there are several."""
    label = text_renderer(game).label
    kinds = {action["action"] for action in legal if action["params"]}
    return tuple(
        f"{label(one)} ({one['action']})" if one["params"] and len(kinds) > 1 else label(one)
        for one in legal
    )


def _headline(match: Match, own: SeatRow, shown: Shown) -> str:
    position = shown.position
    if match.status is MatchStatus.VOID:
        return match.sentence
    if position.over:
        return _ending(match, own, position.outcome)
    if position.request:
        return "It is your move."
    others = [seat.name for seat in match.seats if seat.player != own.player]
    return f"{others[0]} is to move." if len(others) == 1 else "The others are to move."


def _ending(match: Match, own: SeatRow, outcome: dict[str, Any] | None) -> str:
    """How it ended, to the person; who left is told no outcome, so the row says it."""
    if outcome is None:
        return f"{headline(match).rstrip('.')}." if match.status in OVER else "It is over."
    places = outcome["places"]
    place, shared = places[own.player], places.count(places[own.player]) > 1
    reason = REASONS.get(outcome["reason"], outcome["reason"].replace("-", " "))
    if place == 1:
        return f"{'It is a draw' if shared else 'You won'}: {reason}."
    if len(places) == 2:
        return f"You lost: {reason}."
    return f"You are {'shared ' if shared else ''}{place_word(place)} of {len(places)}: {reason}."
