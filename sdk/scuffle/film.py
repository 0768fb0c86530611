"""What a watcher of a replay needs: the film (moves, marks, notation) and each player's frames.

The site, the HTML file and notebooks feed the same player (``scuffle/player``) with this. The
engine cuts every perspective here; nothing in a browser decides who sees what.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from scuffle.contract import CHANCE, Verdict, View
from scuffle.jobs import StepRecord
from scuffle.registry import notation, text_renderer
from scuffle.replay import Replay

EVERYONE = "all"
"""The perspective that sees everything."""

_OWN = frozenset({"player_idx", "legal_actions", "last_turn", "events"})
_CLOCKWORK = _OWN | {"turn", "actions_left", "player_turn_idx"}
_UNSEEN = "·"
_PLAYER = re.compile(r"\b[Pp]layer (\d)\b")


def film(replay: Replay) -> dict[str, Any]:
    """One match for the player: everything but the frames, as JSON.

    Raises:
        Unfoldable: the rules do not allow its steps.
    """
    # First, since it folds the steps, whose fields everything below trusts.
    seen = perspectives(replay)
    return {
        "format": "scuffle-film/1",
        "game": replay.game,
        "settings": replay.settings,
        "players": [{"name": player.name, "version": player.version} for player in replay.players],
        "steps": [step.model_dump(mode="json") for step in replay.steps],
        "marks": list(_marks(replay)),
        "verdicts": [verdict.model_dump(mode="json") for verdict in replay.verdicts],
        "outcome": replay.outcome,
        "notation": _written(replay),
        "perspectives": seen,
    }


def perspectives(replay: Replay) -> list[str]:
    """``["all"]``, or with one per player in a match that hid something from somebody."""
    everything = [_without(_OWN, view) for _, view in replay.frames()]
    players = range(len(replay.players))
    for player in players:
        if [_without(_OWN, view) for _, view in replay.frames(player)] != everything:
            return [EVERYONE, *map(str, players)]
    return [EVERYONE]


def perspective_frames(replay: Replay, perspective: str) -> list[dict[str, Any]]:
    """``{"step", "view", "sentence", "label"}`` from frame 0, the start, to the last step.

    ``sentence`` says what the step changed, ``label`` is the move in a word; both say of a move
    out of this perspective's sight only that there was one.

    Args:
        replay: the match.
        perspective: ``all`` or a player's index as text.

    Raises:
        ValueError: there is no such perspective.
    """
    player = player_of(len(replay.players), perspective)
    views = [view for _, view in replay.frames(player)]
    names = _names(replay)
    frames = [start_frame(views[0])]
    for number, (step, pair) in enumerate(zip(replay.steps, pairwise(views), strict=False), 1):
        frames.append(frame(replay.game, names, player, number, step, pair))
    return frames


def start_frame(view: View) -> dict[str, Any]:
    """Frame 0."""
    return {"step": 0, "view": view, "sentence": "The start.", "label": ""}


def frame(
    game: str,
    names: Sequence[str],
    player: int | None,
    number: int,
    step: StepRecord,
    views: tuple[View, View],
) -> dict[str, Any]:
    """The frame after step ``number``.

    Args:
        game: its id.
        names: of the players, by seat.
        player: who looks; ``None`` for everybody.
        number: from 1.
        step: what was taken.
        views: before and after it, of whoever looks.
    """
    before, after = views
    hidden = player not in (None, step.player) and _unseen(step.action, before, after)
    text = text_renderer(game)
    sentence = text.sentence(step.player, step.action, before, after)
    return {
        "step": number,
        "view": after,
        "sentence": named(names, sentence),
        "label": _UNSEEN if hidden else text.label(step.action),
    }


def _unseen(action: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> bool:
    same = _without(_CLOCKWORK, before) == _without(_CLOCKWORK, after)
    return bool(action["params"]) and same


def player_of(players: int, perspective: str) -> int | None:
    """The seat that a perspective stands for; ``None`` for everyone's.

    Raises:
        ValueError: there is no such perspective.
    """
    if perspective == EVERYONE:
        return None
    seats = [str(player) for player in range(players)]
    if perspective in seats:
        return int(perspective)
    raise ValueError(
        f"found perspective {perspective!r}, wanted one of {', '.join([EVERYONE, *seats])}"
    )


def _names(replay: Replay) -> list[str]:
    return [player.name for player in replay.players]


def _name(names: Sequence[str], player: int) -> str:
    return "Chance" if player == CHANCE else names[player]


def named(names: Sequence[str], sentence: str) -> str:
    """A game's sentence with the players' names in it."""
    return _PLAYER.sub(lambda found: _name(names, int(found[1])), sentence)


def _without(keys: frozenset[str], view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key not in keys}


def notation_of(replay: Replay) -> str:
    """The match in the game's own notation; empty where it has none.

    Raises:
        Unfoldable: the rules do not allow its steps.
    """
    for _ in replay.frames():
        pass
    return _written(replay)


def _written(replay: Replay) -> str:
    module = notation(replay.game)
    if module is None:
        return ""
    steps = [(step.player, step.action) for step in replay.steps]
    return str(module.write(replay.rules, steps))


def _marks(replay: Replay) -> Iterator[dict[str, Any]]:
    """The timeline's marks: ``{"step", "kind", "player", "text"}`` in order of their step.

    ``kind`` is ``tag``, ``fault``, ``end``, or a word of the game's own (``kill``, ``cure``).
    """
    names = _names(replay)
    for (number, view), step in zip(list(replay.frames())[1:], replay.steps, strict=True):
        yield from step_marks(replay.game, names, number, step, view)
    for player, verdict in enumerate(replay.verdicts):
        if verdict.verdict is not Verdict.OK:
            yield fault_mark(names, player, verdict.verdict, verdict.step or 0)
    if replay.outcome:
        text = f"The end: {replay.outcome['reason']}"
        yield {"step": len(replay.steps), "kind": "end", "player": CHANCE, "text": text}


def fault_mark(names: Sequence[str], player: int, verdict: Verdict, step: int) -> dict[str, Any]:
    """The mark of a player's failure after ``step`` steps."""
    text = f"{names[player]}: {verdict}"
    return {"step": step, "kind": "fault", "player": player, "text": text}


def step_marks(
    game: str, names: Sequence[str], number: int, step: StepRecord, after: View
) -> Iterator[dict[str, Any]]:
    """The marks of step ``number``: the game's own, then the bot's tags.

    Args:
        game: its id.
        names: of the players, by seat.
        number: from 1.
        step: what was taken.
        after: everybody's view after it.
    """
    for kind, text in text_renderer(game).marks(step.player, step.action, after):
        yield {"step": number, "kind": kind, "player": step.player, "text": named(names, text)}
    for tag in step.tags:
        text = f"{_name(names, step.player)}: {tag}"
        yield {"step": number, "kind": "tag", "player": step.player, "text": text}
