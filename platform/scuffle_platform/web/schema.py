"""The State & Action page: every field of a model, read from its JSON Schema."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from json import dumps
from typing import Any

from pydantic import TypeAdapter

from scuffle import registry

Schema = dict[str, Any]

_WORDS = {
    "integer": "whole number",
    "number": "number",
    "string": "text",
    "boolean": "true or false",
    "null": "null",
    "object": "object",
}


@dataclass(frozen=True, slots=True)
class Field:
    """One field, as a row of the page."""

    path: str
    type: str
    range: str
    meaning: str
    example: str


def fields(schema: Schema) -> list[Field]:
    """Every field of an object's schema, nested ones right after what holds them."""
    return list(_walk(schema, schema.get("$defs", {}), ""))


def variants(schema: Schema) -> list[tuple[str, str, list[Field]]]:
    """A schema's alternatives: ``(title, description, fields)`` each; one if it has no more."""
    defs = schema.get("$defs", {})
    options = schema.get("oneOf") or schema.get("anyOf") or [schema]
    solved = [_solve(option, defs) for option in options]
    return [(_title(one), one.get("description", ""), list(_walk(one, defs, ""))) for one in solved]


def _title(schema: Schema) -> str:
    word = schema.get("properties", {}).get("action", {}).get("const")
    return str(word or schema.get("title", ""))


def _solve(schema: Schema, defs: Schema) -> Schema:
    """Follow a reference; what stands beside it wins."""
    if "$ref" not in schema:
        return schema
    target = _solve(defs[schema["$ref"].rsplit("/", 1)[1]], defs)
    return {**target, **{key: value for key, value in schema.items() if key != "$ref"}}


def _walk(schema: Schema, defs: Schema, prefix: str) -> Iterator[Field]:
    for name, raw in schema.get("properties", {}).items():
        one = _solve(raw, defs)
        path = f"{prefix}{name}"
        yield Field(
            path,
            type_words(one, defs),
            range_words(one, defs),
            one.get("description", ""),
            _example(one),
        )
        inner, suffix = _inside(one, defs)
        yield from _walk(inner, defs, f"{path}{suffix}.")


def _inside(schema: Schema, defs: Schema) -> tuple[Schema, str]:
    """The object within lists and nulls, and how a path goes through them."""
    suffix = ""
    while True:
        schema = _solve(schema, defs)
        rest = [s for s in schema.get("anyOf", []) if s.get("type") != "null"]
        if len(rest) == 1:
            schema = rest[0]
        elif isinstance(schema.get("items"), dict):
            schema, suffix = schema["items"], suffix + "[]"
        elif tag := schema.get("discriminator", {}).get("propertyName"):
            return _merged([_solve(option, defs) for option in schema["oneOf"]], tag), suffix
        else:
            return schema, suffix


def _merged(options: list[Schema], tag: str) -> Schema:
    """Objects told apart by the word in ``tag``, as one object with the fields of all of them."""
    found = [option["properties"] for option in options]
    names = dict.fromkeys(name for properties in found for name in properties)
    merged = {name: _merged_field(name, found, tag) for name in names if name != tag}
    told = " ".join(f"`{one[tag]['const']}`: {one[tag].get('description', '')}" for one in found)
    words = [one[tag]["const"] for one in found]
    return {"properties": {tag: {"enum": words, "description": told}, **merged}}


def _merged_field(name: str, found: list[Schema], tag: str) -> Schema:
    """A field of some or all of the objects; its meaning says of which, unless it is all."""
    having = [properties for properties in found if name in properties]
    field: Schema = having[0][name]
    if len(having) == len(found):
        return field
    words = ", ".join(f"`{properties[tag]['const']}`" for properties in having)
    return {**field, "description": f"Only with {words}: {field.get('description', '')}"}


def type_words(schema: Schema, defs: Schema) -> str:
    """The type of a field, for people."""
    schema = _solve(schema, defs)
    if "const" in schema or "enum" in schema:
        return "word" if schema.get("type", "string") == "string" else "whole number"
    if options := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(dict.fromkeys(type_words(option, defs) for option in options))
    if schema.get("type") == "array":
        inner = schema.get("items")
        return f"list of {_many(type_words(inner, defs))}" if isinstance(inner, dict) else "list"
    return _WORDS.get(schema.get("type", ""), "any JSON")


def _many(words: str) -> str:
    head, _, tail = words.partition(" ")
    if head in ("list", "lists"):
        return f"lists {tail}"
    return f"{words}s" if words in ("whole number", "number", "object", "word") else words


def range_words(schema: Schema, defs: Schema | None = None) -> str:
    """The values that a field may have, for people; empty when the type says it all."""
    if "const" in schema:
        return f"{schema['const']}"
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    if schema.get("type") == "boolean":
        return "true, false"
    if options := schema.get("anyOf"):
        return _range_of_any([_solve(option, defs or {}) for option in options])
    low, high = schema.get("minimum"), schema.get("maximum")
    few, many = schema.get("minItems"), schema.get("maxItems")
    if few is not None or many is not None:
        count = f"{few}" if few == many else _span(few, many)
        return f"{count} entries"
    inner = schema.get("items")
    if isinstance(inner, dict) and (words := range_words(inner)):
        return f"each {words}"
    if "exclusiveMinimum" in schema:
        low = schema["exclusiveMinimum"] + 1
    return _span(low, high) if low is not None or high is not None else ""


def _range_of_any(options: list[Schema]) -> str:
    words = [range_words(one) for one in options if one.get("type") != "null"]
    if not any(words) or len(words) == len(options):
        return " or ".join(filter(None, words))
    return f"{' or '.join(filter(None, words))}, or null"


def _span(low: Any, high: Any) -> str:
    if high is None:
        return f"{low} or more"
    return f"up to {high}" if low is None else f"{low} to {high}"


def _example(schema: Schema) -> str:
    """The model's own example, else the only or first or usual value; of an object none.

    What an object is made of has its own rows.
    """
    found = schema.get("examples") or schema.get("enum") or [schema.get("const")]
    if found[0] is None and "default" in schema and schema["default"] != {}:
        return dumps(schema["default"], ensure_ascii=False)
    if found[0] is None and schema.get("type") == "boolean":
        return "true"
    return "" if found[0] is None else dumps(found[0], ensure_ascii=False)


@cache
def schemas(game_id: str) -> dict[str, Schema]:
    """The JSON Schemas of a game: ``settings``, ``state`` and ``action``."""
    game = registry.games()[game_id]
    return {
        "settings": game.Settings.model_json_schema(),
        "state": game.ViewModel.model_json_schema(),
        "action": TypeAdapter(game.ActionModel).json_schema(),
    }
