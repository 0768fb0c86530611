"""The bot protocol, version 1: the messages as models, and how they become lines.

The models describe and check; the match loop builds the same messages as plain dicts, because
it does so for every request. A test holds the two together.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model

from scuffle.contract import Action, Game, Outcome, View
from scuffle.jobs import VerdictRecord
from scuffle.limits import Limits
from scuffle.wire import Malformed, dump_line, excerpt, parse_line, visible

PROTOCOL = 1
"""The version of the protocol told in ``start``."""

TAGS_PER_MATCH, TAG_LENGTH = 8, 24
"""How many marks a bot may set on a replay's timeline, and how many characters one keeps."""

TWO_ANSWERS = "Found two answers to one request, wanted one line for each request."
"""What is said of a second answer, whenever it was read."""


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Start(_Message):
    """The first line a bot receives; answered by ``ready``."""

    type: Literal["start"]
    protocol: Literal[1] = Field(description="Version of the protocol.")
    game: str = Field(description="The game's id.", examples=["virus-war"])
    player_idx: int = Field(ge=0, description="Your seat, from 0.")
    num_players: int = Field(ge=1, description="How many seats there are.")
    settings: dict[str, Any] = Field(description="The match's game settings, complete.")
    limits: Limits = Field(description="What you may use.")
    player_seed: str = Field(description="Your own seed: 64 hex digits; nobody else gets it.")


class Time(_Message):
    """What is left of the clock."""

    bank_ms: int = Field(ge=0, description="CPU time left, in ms, before this request.")


class Act(_Message):
    """A request for one action."""

    type: Literal["act"]
    request: int = Field(ge=1, description="Counts your own requests, from 1.")
    state: dict[str, Any] = Field(description="The game's state as you may see it.")
    time: Time


class OutcomeMessage(_Message):
    """How the game ended, by seat."""

    places: list[int] = Field(description="From 1; ties share a place.")
    scores: list[float] = Field(description="The game's points, or 1, 0.5 and 0.")
    reason: str = Field(description="The game's own word, or forfeit.")


class End(_Message):
    """The last line a bot receives; not answered. It has 500 ms to exit."""

    type: Literal["end"]
    outcome: OutcomeMessage | None = Field(description="Null when every seat failed to start.")
    verdicts: list[VerdictRecord]


class Ready(_Message):
    """The answer to ``start``."""

    type: Literal["ready"]


class Extras(_Message):
    """What an answer may carry besides the action."""

    request: int | None = Field(default=None, description="The request answered; checked if given.")
    log: str = Field(default="", description="Goes to the log of this request.")
    tags: list[str] = Field(
        default=[], description="Marks on the replay's timeline: 8 a match, 24 characters each."
    )


def start_message(
    game: Game[Any], player: int, num_players: int, limits: Limits, seed: str
) -> dict[str, Any]:
    """``start`` for one seat; ``seed`` is the seat's own."""
    return {
        "type": "start",
        "protocol": PROTOCOL,
        "game": game.id,
        "player_idx": player,
        "num_players": num_players,
        "settings": game.settings.model_dump(mode="json"),
        "limits": limits.model_dump(),
        "player_seed": seed,
    }


def act_message(request: int, view: View, legal: Sequence[Action], bank_ms: int) -> dict[str, Any]:
    """``act``: the view with its ``legal_actions``, and the clock."""
    return {
        "type": "act",
        "request": request,
        "state": view | {"legal_actions": list(legal)},
        "time": {"bank_ms": bank_ms},
    }


def end_message(outcome: Outcome | None, verdicts: Sequence[VerdictRecord]) -> dict[str, Any]:
    """``end`` for every seat."""
    return {
        "type": "end",
        "outcome": outcome.to_dict() if outcome else None,
        "verdicts": [verdict.model_dump(mode="json") for verdict in verdicts],
    }


def check_ready(message: dict[str, Any]) -> None:
    """Accept ``{"type": "ready"}``, also with ``log``.

    Raises:
        Malformed: for anything else.
    """
    if message.get("type") != "ready" or message.keys() - {"type", "log"}:
        found = excerpt(dump_line(message).decode().strip())
        raise Malformed(f'Found {found}, wanted {{"type":"ready"}} as the answer to start.')


def split_answer(message: dict[str, Any], request: int) -> tuple[Action, Extras]:
    """Part an answer into the action and what it carries besides.

    Raises:
        Malformed: an extra of the wrong type, or the answer to another request.
    """
    extras = {key: message[key] for key in ("request", "log", "tags") if key in message}
    action = {key: value for key, value in message.items() if key not in extras}
    if not extras:
        return action, _NO_EXTRAS
    try:
        carried = Extras.model_validate(extras, strict=True)
    except ValidationError as error:
        raise Malformed(_sentence(error)) from None
    if carried.request not in (None, request):
        raise Malformed(_of_another_request(carried.request, request))
    return action, carried


def _of_another_request(found: int, wanted: int) -> str:
    if 1 <= found < wanted:
        return TWO_ANSWERS
    return f"Found the answer to request {found}, wanted {wanted}."


_NO_EXTRAS = Extras()
_EXTRAS = frozenset(Extras.model_fields)


@lru_cache(maxsize=4096)
def plain_answer(game: type[Game[Any]], line: bytes) -> Action | None:
    """The action of an answer that is right and carries nothing besides, else ``None``.

    Remembered, since the same few hundred lines come again and again.
    """
    try:
        action = parse_line(line)
        check_action(game, action)
    except Malformed:
        return None
    return None if action.keys() & _EXTRAS else action


def check_action(game: type[Game[Any]], action: Action) -> None:
    """See that an action has the shape of the game's, whether or not it may be played now.

    A number of the right type is well-formed however large: a cell beside the board is as illegal
    on row 99 as on row 10, whichever board the largest settings give.

    Raises:
        Malformed: keys, types or words are not those of the game's action model.
    """
    try:
        _action_adapter(game).validate_json(dump_line(action), strict=True)
    except ValidationError as error:
        if any(one["type"] not in _OUT_OF_RANGE for one in error.errors(include_url=False)):
            raise Malformed(_sentence(error)) from None


def schemas(game: type[Game[Any]]) -> dict[str, Any]:
    """The JSON Schemas of a game's messages, by name: what ``scuffle schema GAME`` prints.

    ``settings``, ``action`` and ``state`` (with ``legal_actions``) are the game's own; ``start``,
    ``act`` and ``end`` are lines to a bot, ``ready`` one from it; ``extras`` is what an answer may
    carry besides its action.
    """
    state = state_model(game)
    act = create_model("Act", __base__=Act, state=(state, Field(description="What you may see.")))
    models: dict[str, Any] = {
        "settings": game.Settings,
        "action": game.ActionModel,
        "state": state,
        "start": Start,
        "act": act,
        "end": End,
        "ready": Ready,
        "extras": Extras,
    }
    return {name: TypeAdapter(model).json_schema() for name, model in models.items()}


def state_model(game: type[Game[Any]]) -> type[BaseModel]:
    """The model of ``state`` in a request: the game's view and ``legal_actions``."""
    legal = Field(description="Every action that may be played now; send one back as it is.")
    actions = Annotated[list[game.ActionModel], legal]  # type: ignore[name-defined]
    return create_model("State", __base__=game.ViewModel, legal_actions=(actions, ...))


@lru_cache(maxsize=64)
def _action_adapter(game: type[Game[Any]]) -> TypeAdapter[Any]:
    return TypeAdapter(game.ActionModel)


_OUT_OF_RANGE = frozenset({"greater_than", "greater_than_equal", "less_than", "less_than_equal"})
"""Of an action a question of what is legal, of anything else a wrong value."""


def _sentence(error: ValidationError) -> str:
    """The first thing wrong, of an action the first besides ranges, as one sentence."""
    wrong = error.errors(include_url=False)
    first = next((one for one in wrong if one["type"] not in _OUT_OF_RANGE), wrong[0])
    where = _cut(".".join(map(str, first["loc"]))) or "the answer"
    words = first["msg"].rstrip(".")
    if first["type"].startswith("union_tag"):
        return _which_action(where, first["input"], first["ctx"])
    if first["type"] == "missing":
        return f"In the answer: {where} is missing."
    if first["type"] == "extra_forbidden":
        return f"In the answer: {where} is not a key of this action; remove it."
    return f"In {where}: {words}; found {_shown(first['input'])}."


def _which_action(where: str, found: dict[str, Any], told: dict[str, Any]) -> str:
    """The key that says which action it is (``told`` names it) is missing or says another."""
    key = told["discriminator"].strip("'")
    if key not in found:
        return f"In {where}: {key} is missing; found {_shown(found)}."
    wanted = told["expected_tags"].replace("'", "")
    return f"In {where}: found {key} {_shown(found[key])}, wanted one of {wanted}."


def _shown(value: object) -> str:
    return _cut(json.dumps(value, ensure_ascii=False, default=str))


def _cut(text: str) -> str:
    return visible(text if len(text) <= 60 else text[:59] + "…")
