"""Every address of an application, read from its routes, and what stands in a page."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from flask import Flask

PARAMETER = re.compile(r"<(?:(?P<kind>\w+)(?:\((?P<words>[^)]*)\))?:)?\w+>")


def addresses(app: Flask, method: str) -> Iterator[tuple[str, str]]:
    """Endpoint and path of every route for ``method``, with something in the place of each word."""
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()):
            for path in _filled(rule.rule):
                yield rule.endpoint, path


def _filled(rule: str) -> list[str]:
    """The rule as paths: one for each word where it takes one of several."""
    found = PARAMETER.search(rule)
    if found is None:
        return [rule]
    usual = {"int": "1"}.get(found["kind"] or "", "x1")
    words = re.split(r",\s*", found["words"]) if found["kind"] == "any" else [usual]
    head, tail = rule[: found.start()], rule[found.end() :]
    return [path for word in words for path in _filled(f"{head}{word}{tail}")]


class Seen(HTMLParser):
    """What stands in a page.

    Attributes:
        inline: scripts and styles that are no files of their own.
        forms: the attributes of each form; ``token``: it holds the browser's.
        texts: each text with the tag around it.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.inline: list[str] = []
        self.forms: list[dict[str, str]] = []
        self.texts: list[tuple[str, str]] = []
        self._around: list[str] = ["html"]
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.inline += [f"{tag} {name}" for name in found if name.startswith("on")]
        data = found.get("type", "").endswith("json")
        if "style" in found or tag == "style" or (tag == "script" and not data | ("src" in found)):
            self.inline.append(f"{tag} {found}")
        if tag == "form":
            self.forms.append(found)
        if found.get("name") == "csrf_token" and self.forms:
            self.forms[-1]["token"] = found["value"]
        if tag not in ("input", "link", "meta", "br", "img", "path", "rect", "circle"):
            self._around.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while len(self._around) > 1 and self._around.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.texts.append((self._around[-1], data))
