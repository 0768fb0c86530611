"""Every game that exists, under every format of its ladder and in its smallest size."""

import json

import jsonschema
import pytest
from pydantic import TypeAdapter

from scuffle import registry
from scuffle.testing import ContractCheck, check_golden_matches, playthrough

FORMATS = [
    pytest.param(game_id, entry.num_players, entry.settings, id=f"{game_id}-{index}")
    for game_id, game in registry.games().items()
    for index, entry in enumerate(game.ladder_formats)
]
GAMES = list(registry.games())


@pytest.mark.parametrize(("game_id", "num_players", "settings"), FORMATS)
def test_contract_holds_in_random_games(game_id, num_players, settings):
    check = ContractCheck(registry.make(game_id, settings), num_players)
    for seed in range(4):
        check.play(str(seed))


@pytest.mark.parametrize(("game_id", "num_players", "settings"), FORMATS)
def test_contract_holds_when_the_least_disturbing_action_is_taken(game_id, num_players, settings):
    check = ContractCheck(registry.make(game_id, settings), num_players)
    check.play("first", choose=lambda legal, rnd: legal[0])
    check.play("last", choose=lambda legal, rnd: legal[-1])


@pytest.mark.parametrize(("game_id", "num_players", "settings"), FORMATS)
def test_same_view_has_same_list_when_views_repeat(game_id, num_players, settings):
    """Random games seldom meet a view twice; games that nearly always take the first do."""
    check = ContractCheck(registry.make(game_id, settings), num_players)
    for seed in range(3):
        check.play(f"again {seed}", choose=lambda legal, rnd: legal[-(rnd.random() < 0.2)])


@pytest.mark.parametrize(("game_id", "num_players", "settings"), FORMATS)
def test_views_and_actions_fit_their_json_schema(game_id, num_players, settings):
    game = registry.make(game_id, settings)
    of_view = jsonschema.Draft202012Validator(game.ViewModel.model_json_schema())
    schema = TypeAdapter(game.ActionModel).json_schema()
    of_action = jsonschema.Draft202012Validator(schema)
    actions = {}
    for step, moment in enumerate(playthrough(game, num_players, "schema")):
        seats = (None, *range(num_players))
        of_view.validate(game.view(moment.state, seats[step % len(seats)]))
        actions |= {json.dumps(action): action for action in moment.legal}
    for action in actions.values():
        of_action.validate(action)


@pytest.mark.parametrize("game_id", GAMES)
def test_golden_matches_refold(game_id):
    assert check_golden_matches(game_id) > 0


@pytest.mark.parametrize("game_id", GAMES)
def test_every_field_is_described_for_the_pages(game_id):
    game = registry.game(game_id)
    models = [game.Settings.model_json_schema(), game.ViewModel.model_json_schema()]
    models.append(TypeAdapter(game.ActionModel).json_schema())
    for schema in models:
        for part in (schema, *schema.get("$defs", {}).values()):
            assert part.get("additionalProperties", False) is False
            for name, field in part.get("properties", {}).items():
                assert field.get("description"), f"{part.get('title')}.{name} is not described"


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_ships_all_its_parts(game_id):
    assert {"random", "greedy"} < set(registry.house_bots(game_id))
    assert registry.sample_bot(game_id).is_file()
    assert registry.rules_markdown(game_id).startswith(f"# {registry.game(game_id).name}\n")
    assert "export function draw(svg, view" in registry.web_module(game_id).read_text()
    game = registry.game(game_id)
    assert game.tagline.endswith(".")
    assert game.source.endswith(".")
    assert len(game.rules_hash()) == 16


@pytest.mark.parametrize(("game_id", "num_players", "settings"), FORMATS)
def test_text_renderer_draws_every_view(game_id, num_players, settings):
    game, text = registry.make(game_id, settings), registry.text_renderer(game_id)
    before = None
    for moment in playthrough(game, num_players, "text"):
        for player in (None, *range(num_players)):
            view = game.view(moment.state, player)
            assert text.render(view)
            if before:
                told = text.sentence(
                    before.player, before.action, game.view(before.state, player), view
                )
                assert told.endswith(".")
        if moment.action:
            assert text.label(moment.action)
        if before:
            seen = game.view(moment.state, None)
            assert all(map(all, text.marks(before.player, before.action, seen)))
        before = moment


@pytest.mark.parametrize(("game_id", "num_players", "settings"), FORMATS)
def test_notation_reads_back_what_it_wrote(game_id, num_players, settings):
    notation = registry.notation(game_id)
    if notation is None:
        return
    game = registry.make(game_id, settings)
    moments = playthrough(game, num_players, "notation")
    steps = [(moment.player, moment.action) for moment in moments if moment.action]
    assert notation.read(game, notation.write(game, steps)) == steps


@pytest.mark.parametrize("game_id", GAMES)
def test_settings_fill_themselves_in_and_survive_json(game_id):
    game = registry.make(game_id, {})
    dumped = json.loads(game.settings.model_dump_json())
    assert registry.make(game_id, dumped).settings == game.settings


@pytest.mark.parametrize("game_id", GAMES)
def test_an_unknown_setting_is_refused_by_name(game_id):
    with pytest.raises(registry.BadSettings, match="colour is no setting of"):
        registry.make(game_id, {"colour": "green"})


def test_an_unknown_game_is_answered_with_what_comes_close():
    with pytest.raises(registry.UnknownGame, match="did you mean virus-war"):
        registry.game("virus-wra")
