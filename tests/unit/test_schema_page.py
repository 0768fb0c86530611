"""The fields that the State & Action page lists."""

import pytest

from scuffle.registry import games
from scuffle_platform.web.schema import schemas, variants


@pytest.mark.parametrize("game", sorted(games()))
@pytest.mark.parametrize("part", ["settings", "state", "action"])
def test_every_property_of_a_schema_is_listed(game: str, part: str) -> None:
    schema = schemas(game)[part]
    models = [schema, *schema.get("$defs", {}).values()]
    names = {name for model in models for name in model.get("properties", {})}
    listed = {field.path for _, _, fields in variants(schema) for field in fields}
    assert names <= {path.split(".")[-1].replace("[]", "") for path in listed}


@pytest.mark.parametrize("game", sorted(games()))
@pytest.mark.parametrize("part", ["settings", "state", "action"])
def test_every_field_has_type_values_meaning_and_example(game: str, part: str) -> None:
    for _, _, fields in variants(schemas(game)[part]):
        for field in fields:
            assert field.type, field
            assert field.meaning, field
            # An object is told by the rows of its own fields, a text may be any.
            assert field.example or "object" in field.type, field
            if field.type in ("word", "whole number", "true or false"):
                assert field.range, field


def test_fields_of_some_alternatives_say_of_which() -> None:
    found = variants(schemas("virus-roll-write")["action"])
    fields = next(fields for title, _, fields in found if title == "place")
    by_path = {field.path: field for field in fields}
    assert by_path["params.target"].range == "contaminated, trial, lab"
    assert by_path["params.target"].meaning.startswith("`contaminated`: The contaminated-samples")
    assert by_path["params.die"].meaning == "The face rolled."
    assert by_path["params.slot"].meaning.startswith("Only with `lab`: 0 left, 1 right.")
