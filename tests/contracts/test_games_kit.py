"""The typed kit of every game that has one: against its models, and against the rules."""

import importlib
import json
import types
from collections.abc import Iterator
from importlib.util import find_spec
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import pytest
from pydantic import BaseModel, StrictInt

from scuffle import registry
from scuffle.contract import CHANCE, Action, Outcome
from scuffle.testing import Moment, playthrough
from scuffle.views import GameView

GAMES = [name for name in registry.games() if (registry.folder(name) / "kit.py").exists()]
OPEN = [
    pytest.param(name, entry.num_players, entry.settings, id=f"{name}-{index}")
    for name in GAMES
    for index, entry in enumerate(registry.game(name).ladder_formats)
    if getattr(registry.game(name).Settings(), "vision", "all") == "all"
]
"""Every format in which a player sees all; fog has tests of its own."""

NUMBER = get_args(StrictInt)[0]


def kit(game_id: str) -> Any:
    return importlib.import_module(f"{registry.game(game_id).__module__.rpartition('.')[0]}.kit")


def typed_names(view: type) -> dict[str, Any]:
    """What a kit's annotations may mean: names that are there for type checkers alone."""
    names: dict[str, Any] = {"Literal": Literal, "Action": Action, "ClassVar": ClassVar}
    for base in view.__mro__:
        package = base.__module__.rpartition(".")[0]
        if package and find_spec(f"{package}.typed"):
            names["typed"] = importlib.import_module(f"{package}.typed")
    return names | {"Outcome": Outcome, "Any": Any}


def shape(kind: Any) -> Any:
    """A type as a plain value, the same for a model and for the types of the kit."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated or origin is NotRequired:
        return shape(args[0])
    if origin is Literal:
        return {"literal": sorted(map(repr, args))}
    if origin is Union or origin is types.UnionType:
        return {"any": sorted(json.dumps(shape(arg), sort_keys=True) for arg in args)}
    if origin in (list, tuple):
        return ["list", shape(args[0])]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return {
            name: [shape(field.annotation), field.is_required()]
            for name, field in kind.model_fields.items()
        }
    if is_typeddict(kind):
        hints = get_type_hints(kind, include_extras=True)
        return {name: [shape(hint), name in kind.__required_keys__] for name, hint in hints.items()}
    assert kind in (int, str, bool, float, type(None)), f"{kind} has no shape"
    return kind.__name__


@pytest.mark.parametrize("game_id", GAMES)
def test_a_view_has_the_fields_of_the_model_and_their_types(game_id: str) -> None:
    view, model = kit(game_id).View, registry.game(game_id).ViewModel
    hints = get_type_hints(view, localns=typed_names(view))
    for name, field in model.model_fields.items():
        assert shape(hints[name]) == shape(field.annotation), name
    own = {"game", "legal_actions", "outcome", "unknown", "_cells"}
    assert hints.keys() - own == model.model_fields.keys()
    assert view.game == game_id


@pytest.mark.parametrize("game_id", GAMES)
def test_the_types_of_actions_are_those_of_the_model(game_id: str) -> None:
    typed = typed_names(kit(game_id).View)["typed"]
    assert shape(typed.Action) == shape(registry.game(game_id).ActionModel)


def requests(
    game_id: str, num_players: int, settings: dict[str, Any], seed: str, every: int
) -> Iterator[tuple[Any, Moment, GameView]]:
    """Every so many requests of a random game, with the view that the kit makes of it."""
    game = registry.make(game_id, settings)
    told = game.settings.model_dump(mode="json")
    for step, moment in enumerate(playthrough(game, num_players, seed)):
        if moment.player in (None, CHANCE) or step % every:
            continue
        wire = game.view(moment.state, moment.player) | {"legal_actions": list(moment.legal)}
        yield game, moment, kit(game_id).View(json.loads(json.dumps(wire)), told)


@pytest.mark.parametrize(("game_id", "num_players", "settings"), OPEN)
def test_a_look_ahead_is_what_the_rules_do(game_id, num_players, settings):
    for game, moment, view in requests(game_id, num_players, settings, "ahead", 3):
        shown, state = view.after(moment.action), moment.state
        state = game.apply(state, moment.player, moment.action)
        for _ in range(3):
            seen = dict(shown.wire)
            legal = seen.pop("legal_actions")
            assert seen == game.view(state, moment.player)
            actor = game.to_act(state)
            assert legal == ([] if actor is None else list(game.legal_actions(state, actor)))
            assert shown.outcome == game.outcome(state)
            if not legal:
                break
            shown, state = shown.after(legal[-1]), game.apply(state, actor, legal[-1])


@pytest.mark.parametrize("game_id", GAMES)
def test_a_look_ahead_refuses_what_is_not_legal(game_id):
    entry = registry.game(game_id).ladder_formats[0]
    _, _, view = next(requests(game_id, entry.num_players, entry.settings, "refused", 1))
    with pytest.raises(ValueError, match="not one of legal_actions"):
        view.after({"action": "fly", "params": {}})


@pytest.mark.parametrize("game_id", GAMES)
def test_a_view_shows_itself(game_id):
    entry = registry.game(game_id).ladder_formats[0]
    _, _, view = next(requests(game_id, entry.num_players, entry.settings, "shown", 1))
    assert str(view) == registry.text_renderer(game_id).render(view.wire)
    assert view._repr_html_().startswith("<iframe srcdoc=")
